import { expect, test } from 'vitest';
import { events, view } from '../testing/samples';
import { fold } from '../replay/fold';
import type { Event } from '../protocol';
import { scene } from './motion';
import type { Point } from './geometry';

const place = (space: number) => ({ centre: [space * 100, 0] as Point, unit: 100 });
const [move, capture] = events.slice(3) as [Event, Event];

test('a move walks its path, and its goal shows what was there before', () => {
  const acted = scene(move, view, fold(view, move.diff), place);
  expect(acted?.movers.map((mover) => mover.path)).toEqual([
    [
      [0, 0],
      [100, 0],
    ],
  ]);
  expect(acted?.instead.get(1)).toEqual([]);
});

test('a captured piece fades while the other one comes', () => {
  const before = fold(view, move.diff);
  const acted = scene(capture, before, fold(before, capture.diff), place);
  expect(acted?.faders).toEqual([{ piece: { size: 1 }, at: 1, to: 'gone' }]);
  expect(acted?.instead.get(1)).toEqual([]);
});

test('what moves nothing is not acted out', () => {
  expect(scene({ ...move, motions: [] }, view, view, place)).toBeNull();
});

test('a piece laid appears where the view has it', () => {
  const after = fold(view, { spaces: [[1, { stack: [{ size: 3, owner: 0 }] }]] });
  const motions: Event['motions'] = [{ type: 'lay', piece: { size: 3, owner: 0 }, space: 1 }];
  const acted = scene({ ...move, motions }, view, after, place);
  expect(acted?.faders[0]?.to).toBe('here');
  expect(acted?.instead.get(1)).toEqual([]);
});
