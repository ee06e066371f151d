// Protocol state machine. Which events may follow which, as far as the dice depend on it.

import type { Event, Turn } from '../protocol';

// What may follow on what in any game with dice. A page knows no game's rules; but whatever they are, a
// turn has one roll, and what has been rolled is not taken back. Without that, whoever dislikes a roll
// could have another.

/** How far a game has come, as far as its dice depend on it. */
export interface Course {
  /** What was last said to be due; null if that is not known. */
  turn: Turn | null;
  /** Whether anybody has acted since the start. Before that there may be several opening rolls. */
  acted: boolean;
  /** How many actions of the turn under way stand. */
  acts: number;
  /** Whether the last roll was void, so that another takes its place. */
  isVoid: boolean;
}

/** Before the first roll. */
export function atStart(): Course {
  return { turn: null, acted: false, acts: 0, isVoid: false };
}

/**
 * Whether the share for the next roll comes by itself, and not with the action that ends a turn:
 * only where no such action lies before that roll.
 */
export function isShareBare({ acted, isVoid }: Course): boolean {
  return !acted || isVoid;
}

/** Whether an event may come now: by what was due, where that is known, and by what came before it. */
export function mayCome(course: Course, event: Event): boolean {
  const { turn, acted, acts, isVoid } = course;
  const isDue = (phase: 'roll' | 'act', seat: number): boolean =>
    isSeat(seat) && (turn === null || (turn.phase === phase && turn.seat === seat));
  switch (event.type) {
    case 'roll':
    case 'lost':
      return isDue('roll', event.seat) && (!acted || isVoid || acts > 0);
    case 'share':
      return isDue('roll', 1 - event.seat) && isShareBare(course);
    case 'act':
      return isDue('act', event.seat) && !isVoid;
    case 'undo':
      return isDue('act', event.seat) && acts > 0;
    case 'takeback':
      return false;
    default:
      return true;
  }
}

/** Whether an event that has come may lead to what is said to be due after it. */
export function mayLeadTo(course: Course, event: Event, next: Turn): boolean {
  if (next.phase === 'roll' && !isSeat(next.seat)) return false;
  const same = course.turn === null || isSame(course.turn, next);
  switch (event.type) {
    case 'start':
      return true;
    case 'roll':
      return isSame(next, { phase: 'act', seat: event.seat }) || (!course.acted && isRoll(next));
    case 'lost':
      return isSame(next, { phase: 'roll', seat: event.seat });
    case 'act':
      return (
        next.phase === 'over' ||
        isSame(next, { phase: 'act', seat: event.seat }) ||
        isSame(next, { phase: 'roll', seat: 1 - event.seat })
      );
    case 'undo':
      return isSame(next, { phase: 'act', seat: event.seat });
    case 'leave':
    case 'abort':
    case 'finish':
      return next.phase === 'over' || same;
    default:
      return same;
  }
}

/** How far the game is after an event. */
export function after(course: Course, event: Event, turn: Turn | null): Course {
  switch (event.type) {
    case 'start':
      return { ...atStart(), turn };
    case 'roll':
      return { ...course, turn, acts: 0, isVoid: false };
    case 'lost':
      return { ...course, turn, acts: 0, isVoid: true };
    case 'act':
      return { turn, acted: true, acts: course.acts + 1, isVoid: false };
    case 'undo':
      return { ...course, turn, acts: Math.max(course.acts - 1, 0) };
    default:
      return { ...course, turn };
  }
}

/** Whether both say that the same is due. */
export function isSame(one: Turn, other: Turn): boolean {
  const seat = (turn: Turn): number | null => (turn.phase === 'over' ? null : turn.seat);
  return one.phase === other.phase && seat(one) === seat(other);
}

function isRoll(turn: Turn): boolean {
  return turn.phase === 'roll';
}

/** Games with dice have two seats. */
function isSeat(seat: number): boolean {
  return seat === 0 || seat === 1;
}
