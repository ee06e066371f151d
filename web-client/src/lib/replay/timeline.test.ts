import { expect, test } from 'vitest';
import type { Event, SpaceView } from '../protocol';
import { events, layout, view } from '../testing/samples';
import { Timeline } from './timeline';

test('without a start there is nothing to look back at', () => {
  expect(Timeline.of(events.slice(0, 2))).toBeNull();
});

test('every action is a step, and ply 0 is the first position', () => {
  const timeline = Timeline.of(events);
  expect(timeline?.plies).toBe(2);
  expect(timeline?.layout).toBe(layout);
  expect(timeline?.view(0)).toBe(view);
  expect(timeline?.view(1).spaces[1]).toEqual({ stack: [{ size: 1 }] });
  expect(timeline?.view(2).scores).toEqual([0, 1]);
  expect(timeline?.outcome?.ranks).toEqual([2, 1]);
});

test('what the finish changes belongs to the last step', () => {
  const [last] = events.slice(-1);
  const finish = { ...last, diff: { scores: [7, 7] } } as (typeof events)[number];
  expect(Timeline.of([...events.slice(0, 5), finish])?.view(2).scores).toEqual([7, 7]);
});

test('folding in one go and one by one come to the same', () => {
  let timeline = Timeline.of(events.slice(0, 3));
  for (const event of events.slice(3)) timeline = timeline?.with(event) ?? null;
  expect(timeline).toEqual(Timeline.of(events));
});

test('a pause is told between the steps and is none of them', () => {
  const pause: Event = { n: 5, ms: 0, type: 'pause' };
  const timeline = Timeline.of([...events.slice(0, 4), pause]);
  expect(timeline?.notes).toEqual([pause]);
  expect(timeline?.plies).toBe(1);
});

test('after an agreement nobody is to move', () => {
  const outcome = { scores: [0, 0], ranks: [1, 1], reason: 'agreed' };
  const diff = { turn: { phase: 'over' as const } };
  const end = { n: 5, ms: 0, type: 'finish' as const, outcome, diff };
  const timeline = Timeline.of([...events.slice(0, 4), end]);
  expect(timeline?.view(1).turn).toEqual({ phase: 'over' });
  expect(timeline?.view(0).turn).toEqual({ phase: 'act', seat: 0 });
});

test('a takeback is a step that leads back', () => {
  const back: Event = { n: 5, ms: 0, type: 'takeback', seat: 0, actions: 1 };
  const diff = {
    spaces: [
      [0, { stack: [{ size: 1 }] }],
      [1, {}],
    ] as [number, SpaceView][],
  };
  const timeline = Timeline.of([...events.slice(0, 4), { ...back, diff }]);
  expect(timeline?.plies).toBe(2);
  expect(timeline?.view(2).spaces).toEqual(view.spaces);
});

test('an end that is agreed on after a takeback is seen on the line without it', () => {
  const back: Event = { n: 5, ms: 0, type: 'takeback', seat: 0, actions: 1 };
  const outcome = { scores: [0, 0], ranks: [1, 1], reason: 'agreed' };
  const diff = { turn: { phase: 'over' as const } };
  const end = { ...back, n: 6, type: 'finish' as const, outcome, diff };
  const whole = Timeline.of([...events.slice(0, 4), back, end]);
  expect(whole?.plies).toBe(2);
  const line = whole?.along(events.slice(3, 4));
  expect(line?.plies).toBe(1);
  expect(line?.view(0).turn).toEqual({ phase: 'act', seat: 0 });
  expect(line?.view(1).turn).toEqual({ phase: 'over' });
  expect(whole?.along([]).view(0).turn).toEqual({ phase: 'over' });
});

/** A game of so many steps, each of which notes its number as the score; and how many differences were looked at. */
function longGame(plies: number) {
  const folded = { count: 0 };
  const steps = Array.from({ length: plies }, (_, index): Event => ({
    n: index + 4,
    ms: 0,
    type: 'act',
    seat: 0,
    action: 'a1-b1',
    get diff() {
      folded.count += 1;
      return { scores: [index + 1, 0] };
    },
  }));
  return { timeline: Timeline.of([...events.slice(0, 3), ...steps]), folded };
}

test.each([64, 65, 2000])('of %i steps each is told right, in whichever order', (plies) => {
  const { timeline } = longGame(plies);
  for (const ply of [plies, 33, 1, 64, 32, plies - 1, 31, 63]) {
    expect(timeline?.view(ply).scores[0]).toBe(ply);
  }
});

test('a step costs no more in a long game than in a short one', () => {
  const { timeline, folded } = longGame(2000);
  timeline?.view(2000);
  for (const ply of [1999, 1000, 50, 1]) {
    folded.count = 0;
    timeline?.view(ply);
    expect(folded.count).toBeLessThanOrEqual(32);
  }
});
