// Due sounds. Which sounds an event at a table makes, how loud, and when.

import { MOVE_MS } from '../board/timing';
import type { Event, Motion } from '../protocol';
import type { Sound } from './kinds';

/** A sound that is to be heard. */
export interface Due {
  sound: Sound;
  /** How long from now, in milliseconds. */
  afterMs: number;
  /** How loud beside others; 1 is usual. */
  gain: number;
}

/** How a table is listened to when something happens there. */
export interface Listening {
  /** One's own seat; null for those who watch. */
  me: number | null;
  /** Whether one was to act or roll before it, and is now. */
  wasMine: boolean;
  isMine: boolean;
  /** Whether the page cannot be seen. */
  hidden: boolean;
  /** Whether pieces stand where they go at once. */
  still: boolean;
}

/** What one does oneself is no news. */
const OWN_GAIN = 0.45;

/** The call to one's turn comes after what led to it. */
const CALL_AFTER_MS = 180;

/** What is heard when a piece does something; the first of them that there is in an event covers those after it. */
const BY_MOTION: readonly (readonly [Sound, readonly Motion['type'][]])[] = [
  ['capture', ['capture', 'hit', 'merge']],
  ['lay', ['lay', 'enter']],
  ['move', ['move', 'exit']],
];

/** What an event sounds like to one who sits there or watches; the same with less of it for what one does oneself. */
export function dueSounds(event: Event, listening: Listening): Due[] {
  const { me, isMine, still } = listening;
  const isOwn = 'seat' in event && event.seat === me;
  const gain = isOwn ? OWN_GAIN : 1;
  // Pieces are heard as they arrive; what one's own hand has put down is there.
  const arrivalMs = still || isOwn ? 0 : MOVE_MS;
  const due: Due[] = [];
  const add = (sound: Sound, afterMs = 0, loud = gain): void =>
    void due.push({ sound, afterMs, gain: loud });

  if (event.type === 'roll') add('roll');
  const touch = touchOf(event);
  if (touch) add(touch, arrivalMs);
  // A stack goes under only when that has arrived which makes it.
  const sinks = event.motions?.some(({ type }) => type === 'sink') ?? false;
  if (sinks) add('sink', still || !touch ? 0 : MOVE_MS);

  if (event.type === 'finish' || event.type === 'abort') add('over', arrivalMs, 1);
  else if (isFound(event, me)) add('turn', 0, 1);
  else if (isMine && (!listening.wasMine || (listening.hidden && !isOwn && event.diff))) {
    add('turn', touch ? arrivalMs + CALL_AFTER_MS : 0, 1);
  }
  return due;
}

/** What is heard once of several that happen in one moment, as after a break in the connection. */
export function heardOnce(all: readonly Due[]): Due[] {
  return [...new Map(all.map((due) => [due.sound, due])).values()];
}

function touchOf(event: Event): Sound | undefined {
  const types = new Set(event.motions?.map(({ type }) => type));
  const told = BY_MOTION.find(([, of]) => of.some((type) => types.has(type)))?.[0];
  if (told) return told;
  const isBack = event.type === 'undo' || event.type === 'takeback';
  // A hole or a mark is made by no piece that walks.
  if (isBack) return 'move';
  return event.type === 'act' && types.size === 0 && event.diff?.spaces?.length ? 'lay' : undefined;
}

/** Whether somebody has come to play with one; computers come when they are called. */
function isFound(event: Event, me: number | null): boolean {
  if (event.type !== 'sit' || me === null || event.seat === me) return false;
  return event.player.computer === undefined;
}
