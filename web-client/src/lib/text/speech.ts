import type { Event, Layout, Motion, Pyramid } from '../protocol';
import { placeName } from '../board/describe';
import { calledName } from '../game/computers';
import type { Audience } from './audience';
import { leaveWords, listed, outcomeWords } from './reasons';
import { tokenMap } from './notation';
import { talkWords } from './talk';

/** Event narration. Tells what an event did: "Ada moves queen from d1 to d4 and captures pawn." */
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

/** A piece within a sentence: "pawn", "Ada's pawn", "a small piece". */
function pieceWords({ size, owner }: Pyramid, layout: Layout, names: readonly string[]): string {
  const what = layout.pieces[size - 1] ?? 'piece';
  const name = owner === undefined ? '' : (names[owner] ?? 'somebody');
  const noun = SIZES.includes(what) ? `${what} piece` : what;
  if (name) return `${name}'s ${noun}`;
  return noun === what ? what : `a ${noun}`;
}

/** Games that have no names for their pieces call them by their size. */
const SIZES: readonly string[] = ['small', 'medium', 'large'];

function motionWords(
  motion: Motion,
  layout: Layout,
  names: readonly string[],
  verb: (word: string) => string,
): string {
  const space = (index: number | undefined): string =>
    placeName(index === undefined ? undefined : layout.spaces[index]);
  const piece = 'piece' in motion ? pieceWords(motion.piece, layout, names) : '';
  switch (motion.type) {
    case 'move':
      return `${verb('move')} ${piece} from ${space(motion.path[0])} to ${space(motion.path.at(-1))}`;
    case 'lay': {
      const target = space(motion.piece.points_at);
      return `${verb('lay')} ${piece} on ${space(motion.space)}${target ? `, pointing at ${target}` : ''}`;
    }
    case 'capture':
      return `${verb('capture')} ${piece}`;
    case 'merge':
      return `${verb('make')} a ${layout.pieces[motion.size - 1] ?? 'piece'} of two`;
    case 'sink':
      return `${verb('sink')} the stack on ${space(motion.space)}`;
    case 'hit':
      return `${verb('hit')} ${piece} on ${space(motion.space)}`;
    case 'enter':
      return `${verb('bring')} ${piece} in on ${space(motion.space)}`;
    case 'exit':
      return `${verb('take')} ${piece} off from ${space(motion.space)}`;
  }
}
