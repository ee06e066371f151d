import type { Event, Layout, Motion } from '../protocol';
import { pieceWords } from '../board/describe';
import { calledName } from '../game/computers';
import type { Audience } from './audience';
import { leaveWords, listed, outcomeWords } from './reasons';
import { tokenMap } from './notation';
import { talkWords } from './talk';

/** Event narration. Tells what an event did: "Ada moves queen from d 1 to d 4 and captures pawn." */
export function eventWords(event: Event, layout: Layout | null, audience: Audience): string {
  switch (event.type) {
    case 'sit':
      return `${calledName(event.player)} sits down.`;
    case 'stand':
      return `Seat ${event.seat + 1} is free again.`;
    case 'fewer':
      return `The host begins with ${event.seats.length} players.`;
    case 'start':
      return 'The game begins.';
    case 'roll':
      return `${subject(event.seat, audience)} ${event.seat === audience.me ? 'roll' : 'rolls'} ${event.dice.join(' and ')}.`;
    case 'ready':
      return `${subject(event.seat, audience)} ${event.seat === audience.me ? 'are' : 'is'} ready.`;
    case 'undo':
      return `${subject(event.seat, audience)} ${event.seat === audience.me ? 'take' : 'takes'} that back.`;
    case 'swap': {
      // Whoever swapped sits where the other did.
      const seat = 1 - event.seat;
      return `${subject(seat, audience)} ${seat === audience.me ? 'take' : 'takes'} the other side.`;
    }
    case 'leave':
      return `${subject(event.seat, audience)} ${leaveWords(event.reason)}.`;
    case 'takeover':
      return `A computer (level ${event.player.computer ?? 0}) plays on for ${event.of.name}.`;
    case 'finish':
      return `The game is over. ${outcomeWords(
        event.outcome,
        audience.names,
        audience.me,
        layout?.teams ?? [],
        audience.game,
      )}`;
    case 'act':
      return layout ? actWords(event, layout, audience) : '';
    default:
      return talkWords(event, audience);
  }
}

function subject(seat: number, { names, me }: Audience): string {
  return seat === me ? 'You' : (names[seat] ?? 'Somebody');
}

function actWords(
  event: Extract<Event, { type: 'act' }>,
  layout: Layout,
  audience: Audience,
): string {
  const who = subject(event.seat, audience);
  const verb = (word: string): string => (who === 'You' ? word : `${word}s`);
  // Whose the piece is goes without saying where it is the actor's own.
  const names = audience.names.map((name, seat) => (seat === event.seat ? '' : name));
  const steps = (event.motions ?? []).map((one) => motionWords(one, layout, names, verb));
  const tokens = tokenMap(layout.tokens);
  const spoken = event.action.split('-').map((text) => tokens.get(text));
  if (steps.length === 0) {
    return `${who}: ${spoken.map((token) => token?.spoken ?? '').join(' ')}.`;
  }
  const last = spoken.at(-1);
  const extra = last?.type === 'switch' ? ` ${last.spoken}` : '';
  return `${who} ${listed(steps)}${extra}.`;
}

function motionWords(
  motion: Motion,
  layout: Layout,
  names: readonly string[],
  verb: (word: string) => string,
): string {
  const space = (index: number | undefined): string =>
    (index === undefined ? undefined : layout.spaces[index]?.spoken) ?? '';
  switch (motion.type) {
    case 'move': {
      const piece = pieceWords(motion.piece, layout, names);
      return `${verb('move')} ${piece} from ${space(motion.path[0])} to ${space(motion.path.at(-1))}`;
    }
    case 'lay':
      return `${verb('lay')} ${pieceWords(motion.piece, layout, names)} on ${space(motion.space)}`;
    case 'capture':
      return `${verb('capture')} ${pieceWords(motion.piece, layout, names)}`;
    case 'merge':
      return `${verb('make')} a ${layout.pieces[motion.size - 1] ?? 'piece'} of two`;
    case 'sink':
      return `${verb('sink')} the stack on ${space(motion.space)}`;
    case 'hit':
      return `${verb('hit')} ${pieceWords(motion.piece, layout, names)} on ${space(motion.space)}`;
    case 'enter':
      return `${verb('bring')} ${pieceWords(motion.piece, layout, names)} in on ${space(motion.space)}`;
    case 'exit':
      return `${verb('take')} ${pieceWords(motion.piece, layout, names)} off from ${space(motion.space)}`;
  }
}
