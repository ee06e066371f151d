import { untrack } from 'svelte';
import type { Choices } from '../../game/choices';
import type { Token } from '../../protocol';
import type { Settings } from '../../preferences';
import type { Premove } from './premove.svelte';

/** How it stands, and what can be done about it. */
export interface Standing {
  /** Grows with all that happens: what was done by itself once is not tried again in the same position. */
  at: number;
  /** What may be done; null if nothing. */
  choices: Choices | null;
  tokens: readonly Token[];
  /** Whether the dice may be rolled. */
  mayRoll: boolean;
  settings: Settings;
  premove: Premove;
  /** Whether an action is to be confirmed. */
  isHeld: (action: string) => boolean;
  send: (action: string) => void;
  roll: () => void;
}

/** What is done by itself in a position: a premove, a roll, or the end of a turn in which nothing else can be done. */
export function dueByItself(standing: Standing): (() => void) | null {
  const { choices, tokens, mayRoll, settings, premove, isHeld, send, roll } = standing;
  if (mayRoll && settings.auto_roll) return roll;
  if (!choices) return null;
  const meant = premove.take(choices.actions, tokens);
  if (meant !== null) return () => send(meant);
  const [only, ...others] = choices.actions;
  if (!settings.auto_end || only === undefined || others.length > 0) return null;
  const isEnd = tokens.some(({ type, text }) => type === 'button' && text === only);
  return isEnd && choices.ends.includes(only) && !isHeld(only) ? () => send(only) : null;
}

/** Does by itself what somebody wants done so. Called while a component is set up, for its effect's sake. */
export function actByItself(standing: () => Standing): void {
  let done = -1;
  $effect(() => {
    const now = standing();
    untrack(() => {
      const due = done === now.at ? null : dueByItself(now);
      if (!due) return;
      done = now.at;
      due();
    });
  });
}
