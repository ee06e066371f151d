import { expect, test } from 'vitest';
import { analysis } from '../testing/samples';
import { across, height, linePath, pointAt, valuePoints } from './valueCurve';

const frame = { width: 320, height: 120, left: 10, right: 10, top: 10, bottom: 10 };
const points = valuePoints(analysis, 4);

test('the curve goes from the first position to the result', () => {
  expect(points.map(({ ply }) => ply)).toEqual([0, 1, 2, 4]);
  expect(linePath(points, 0, 4, frame)).toBe('M10 60L85 70L160 35L310 10');
  expect(linePath(points, 1, 4, frame)).toBe('M10 60L85 50L160 85L310 110');
});

test('what is beyond a whole victory is drawn at its edge, and a game without steps in the middle', () => {
  expect([height(1.2, frame), height(-1, frame)]).toEqual([10, 110]);
  expect(across(0, 0, frame)).toBe(160);
});

test('each step belongs to the last position before it', () => {
  expect([0, 1, 2, 3, 4].map((ply) => pointAt(points, ply))).toEqual([0, 1, 2, 2, 3]);
  expect(pointAt([{ ply: 2, values: [] }], 0)).toBe(0);
});
