// Animation scenes. Which pieces walk, come, go or sink after an event, and in which order.

import type { Event, Pyramid, View } from '../protocol';
import { difference } from './difference';
import type { Point } from './geometry';
import { MOVE_MS, SINK_MS } from './timing';

/** A piece on its way. */
export interface Mover {
  piece: Pyramid;
  path: Point[];
  unit: number;
}

/** A piece that comes or goes where it stands. */
export interface Fader {
  piece: Pyramid;
  at: number;
  to: 'gone' | 'here';
  /** The seat that it goes to, or whose it is, if it leaves the board for good or for a while. */
  seat?: number | undefined;
}

/** A whole stack that goes under. */
export interface Sinker {
  stack: Pyramid[];
  at: number;
}

/** What is shown while an event is being acted out. */
export interface Scene {
  movers: Mover[];
  faders: Fader[];
  sinkers: Sinker[];
  /** Spaces that are drawn otherwise than the view has them, until it is over. */
  instead: ReadonlyMap<number, Pyramid[]>;
  /** How long it takes. */
  ms: number;
}

/**
 * How an event is acted out between the views before and after it, one scene after another; none if nothing moves. What the
 * pieces did is told by the event, or else by what differs. A stack goes under only when that has arrived which makes it.
 */
export function scenes(
  event: Event,
  before: View,
  after: View,
  place: (space: number) => { centre: Point; unit: number } | undefined,
): Scene[] {
  const movers: Mover[] = [];
  const faders: Fader[] = [];
  const sinkers: Sinker[] = [];
  const arrived = new Map<number, Pyramid[]>();
  const instead = new Map<number, Pyramid[]>();
  const stackBefore = (space: number): Pyramid[] =>
    instead.get(space) ?? before.spaces[space]?.stack ?? [];
  const stackAfter = (space: number): Pyramid[] => after.spaces[space]?.stack ?? [];
  for (const motion of event.motions ?? difference(before, after)) {
    switch (motion.type) {
      case 'move': {
        const way = motion.path.map(place).filter((one) => one !== undefined);
        const last = motion.path.at(-1);
        if (way.length < 2 || last === undefined) break;
        const unit = way.at(-1)?.unit ?? 100;
        movers.push({ piece: motion.piece, path: way.map((one) => one.centre), unit });
        instead.set(last, [...stackBefore(last)]);
        arrived.set(last, [...(arrived.get(last) ?? []), motion.piece]);
        break;
      }
      case 'capture':
      case 'hit':
      case 'exit':
        faders.push({
          piece: motion.piece,
          at: motion.space,
          to: 'gone',
          seat: motion.type === 'capture' ? taker(event) : motion.piece.owner,
        });
        instead.set(motion.space, without(stackBefore(motion.space), motion.piece));
        break;
      case 'sink':
        instead.set(motion.space, stackBefore(motion.space));
        sinkers.push({
          stack: [...stackBefore(motion.space), ...(arrived.get(motion.space) ?? [])],
          at: motion.space,
        });
        break;
      case 'lay':
      case 'enter':
        faders.push({ piece: motion.piece, at: motion.space, to: 'here' });
        instead.set(motion.space, without(stackAfter(motion.space), motion.piece));
        break;
      case 'merge':
        break;
    }
  }
  const found: Scene[] = [];
  if (movers.length + faders.length > 0) {
    found.push({ movers, faders, sinkers: [], instead, ms: MOVE_MS });
  }
  if (sinkers.length > 0) {
    const emptied = new Map(sinkers.map(({ at }) => [at, stackAfter(at)]));
    found.push({ movers: [], faders: [], sinkers, instead: emptied, ms: SINK_MS });
  }
  return found;
}

/** Who takes what an action takes; nobody where it is only taken back. */
function taker(event: Event): number | undefined {
  return event.type === 'act' ? event.seat : undefined;
}

/** A stack less its topmost piece of that size and owner. */
function without(stack: Pyramid[], piece: Pyramid): Pyramid[] {
  const found = stack.findLastIndex((one) => one.size === piece.size && one.owner === piece.owner);
  return found < 0 ? stack : stack.toSpliced(found, 1);
}
