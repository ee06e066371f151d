import { expect, test } from 'vitest';
import { events, view } from '../testing/samples';
import { fold } from '../replay/fold';
import type { Event } from '../protocol';
import { scenes } from './motion';
import type { Scene } from './motion';
import { playlist } from './playlist';
import type { Point } from './geometry';

const place = (space: number) => ({ centre: [space * 100, 0] as Point, unit: 100 });
const [move, capture] = events.slice(3) as [Event, Event];

test('a move walks its path, and its goal shows what was there before', () => {
  const [acted] = scenes(move, view, fold(view, move.diff), place);
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
  const [acted] = scenes(capture, before, fold(before, capture.diff), place);
  expect(acted?.faders).toEqual([{ piece: { size: 1 }, at: 1, to: 'gone', seat: 1 }]);
  expect(acted?.instead.get(1)).toEqual([]);
});

test('what is taken goes to its taker, what is hit or goes out to its owner, and what is taken back to nobody', () => {
  const piece = { size: 2, owner: 0 };
  const before = fold(view, { spaces: [[1, { stack: [piece] }]] });
  const seatOf = (event: Event): number | undefined =>
    scenes(event, before, view, place)[0]?.faders[0]?.seat;
  const act = { ...move, seat: 1 } as Event;
  expect(seatOf({ ...act, motions: [{ type: 'capture', piece, space: 1 }] })).toBe(1);
  expect(seatOf({ ...act, motions: [{ type: 'hit', piece, space: 1, tray: 'waiting' }] })).toBe(0);
  expect(seatOf({ ...act, motions: [{ type: 'exit', piece, space: 1, tray: 'out' }] })).toBe(0);
  expect(seatOf({ n: 9, ms: 0, type: 'takeback', to: 3 } as unknown as Event)).toBeUndefined();
});

test('what moves nothing is not acted out', () => {
  expect(scenes({ ...move, motions: [] }, view, view, place)).toEqual([]);
});

test('a piece laid appears where the view has it', () => {
  const after = fold(view, { spaces: [[1, { stack: [{ size: 3, owner: 0 }] }]] });
  const motions: Event['motions'] = [{ type: 'lay', piece: { size: 3, owner: 0 }, space: 1 }];
  const [acted] = scenes({ ...move, motions }, view, after, place);
  expect(acted?.faders[0]?.to).toBe('here');
  expect(acted?.instead.get(1)).toEqual([]);
});

test('a stack goes under whole, and only when what makes it sink has arrived', () => {
  const before = fold(view, { spaces: [[1, { stack: [{ size: 2 }, { size: 1 }] }]] });
  const after = fold(before, {
    spaces: [
      [0, {}],
      [1, {}],
    ],
  });
  const motions: Event['motions'] = [
    { type: 'move', piece: { size: 1 }, path: [0, 1] },
    { type: 'sink', space: 1 },
  ];
  const acted = scenes({ ...move, motions }, before, after, place);
  const shown: (Scene | null)[] = [];
  const clock: { then: () => void; ms: number }[] = [];
  const later = (then: () => void, ms: number): number => clock.push({ then, ms });
  playlist(
    (scene) => shown.push(scene),
    later,
    () => {},
  )(acted);

  expect(shown).toHaveLength(1);
  expect(shown[0]?.movers).toHaveLength(1);
  expect(shown[0]?.sinkers).toEqual([]);
  // Till then the stack stands as it did.
  expect(shown[0]?.instead.get(1)).toEqual([{ size: 2 }, { size: 1 }]);
  expect(clock.map(({ ms }) => ms)).toEqual([220]);

  clock[0]?.then();
  expect(shown[1]?.movers).toEqual([]);
  expect(shown[1]?.sinkers).toEqual([{ stack: [{ size: 2 }, { size: 1 }, { size: 1 }], at: 1 }]);
  expect(shown[1]?.instead.get(1)).toEqual([]);
  expect(clock.map(({ ms }) => ms)).toEqual([220, 850]);

  clock[1]?.then();
  expect(shown[2]).toBeNull();
  expect(clock).toHaveLength(2);
});

test('new scenes take the place of old ones', () => {
  const acted = scenes(move, view, fold(view, move.diff), place);
  const ended: number[] = [];
  const play = playlist(
    () => {},
    (_, ms) => ms,
    (timer: number) => ended.push(timer),
  );
  play(acted);
  play(acted);
  expect(ended).toEqual([220]);
});
