import type { ServerMessage } from '../protocol';

/** What may be done in a position, as the server tells it. */
export type Choices = Extract<ServerMessage, { type: 'choices' }>;

/** What an action brings each seat in scores; null if it brings nobody anything. */
export function changeOf(
  choices: Pick<Choices, 'actions' | 'scores'>,
  action: string,
): readonly number[] | null {
  const place = choices.actions.indexOf(action);
  return choices.scores?.find(({ actions }) => actions.includes(place))?.change ?? null;
}
