import { expect, test } from 'vitest';
import { events, layout, view } from './samples';
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
