// Animation scenes. Which pieces walk or fade after an event.

import type { Event, Pyramid, View } from '../protocol';
import { difference } from './difference';
import type { Point } from './geometry';

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
  to: 'gone' | 'sunk' | 'here';
}

/** What is shown while an event is being acted out. */
export interface Scene {
  movers: Mover[];
  faders: Fader[];
  /** Spaces that are drawn otherwise than the view has them, until it is over. */
  instead: ReadonlyMap<number, Pyramid[]>;
}

/**
 * How an event is acted out between the views before and after it; null if nothing moves. What the
 * pieces did is told by the event, or else by what differs.
 */
export function scene(
  event: Event,
  before: View,
  after: View,
  place: (space: number) => { centre: Point; unit: number } | undefined,
): Scene | null {
  const movers: Mover[] = [];
  const faders: Fader[] = [];
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
        break;
      }
      case 'capture':
      case 'hit':
      case 'exit':
        faders.push({ piece: motion.piece, at: motion.space, to: 'gone' });
        instead.set(motion.space, without(stackBefore(motion.space), motion.piece));
        break;
      case 'sink':
        for (const piece of stackBefore(motion.space)) {
          faders.push({ piece, at: motion.space, to: 'sunk' });
        }
        instead.set(motion.space, []);
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
  return movers.length + faders.length > 0 ? { movers, faders, instead } : null;
}

/** A stack less its topmost piece of that size and owner. */
function without(stack: Pyramid[], piece: Pyramid): Pyramid[] {
  const found = stack.findLastIndex((one) => one.size === piece.size && one.owner === piece.owner);
  return found < 0 ? stack : stack.toSpliced(found, 1);
}
