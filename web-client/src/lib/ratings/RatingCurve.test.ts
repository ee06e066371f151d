import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import type { RatingPoint } from '../protocol';
import RatingCurve from './RatingCurve.svelte';

beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/' }));

function point(number: number, rating: number, provisional = false): RatingPoint {
  const exact = { rating, deviation: 60, volatility: 0.06 };
  const ms = new Date(`2026-11-0${number}T12:00`).getTime();
  return { number, id: `m${number}`, ms, rating: { rating, deviation: 60, provisional }, exact };
}

function curve(points: RatingPoint[], before: number | null = 0): string {
  return render(RatingCurve, { props: { points, label: 'Ada at G', before } }).body;
}

test('the last game is told first, by figure and by words', () => {
  const body = curve([point(1, 1500, true), point(2, 1531), point(3, 1523)], 4);
  expect(body).toContain('aria-label="Ada at G"');
  expect(body).toContain(
    'aria-valuetext="Game 7, 3 Nov 2026: rated 1523, likely between 1403 and 1643"',
  );
  expect(body).toMatch(/<strong[^>]*>1523<\/strong>[^]*−8/);
  expect(body).toMatch(/href="[^"]*games\/m3"/);
});

test('every point can be reached, and provisional ones are open', () => {
  const body = curve([point(1, 1500, true), point(2, 1531)]);
  expect(body).toMatch(/<input[^>]*type="range"[^>]*min="0"[^>]*max="1"/);
  expect(body.match(/class="dot[^"]*open/g)).toHaveLength(1);
});

test('a day is named once', () => {
  const [one, two] = [point(1, 1500), point(1, 1510)];
  expect(curve([one, two, point(3, 1520)]).match(/<text[^>]*>1 Nov 2026</g)).toHaveLength(1);
});

test('a single game has no change and no line, but stands there', () => {
  const body = curve([point(1, 1662, true)]);
  expect(body).toContain('1662?');
  expect(body).not.toMatch(/class="by/);
  expect(body.match(/class="dot/g)).toHaveLength(1);
});
