import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { AnalysisStore } from '../stores/analysis.svelte';
import { analysis, layout } from '../testing/samples';
import AnalysisPanel from './AnalysisPanel.svelte';

const names = ['Ada', 'Bob'];

function panel(change: Partial<AnalysisStore>, ply = 1, until: number | null = null): string {
  const socket = { request: () => new Promise<never>(() => {}) };
  const store = new AnalysisStore('t', undefined, socket, () => Promise.resolve(analysis), until);
  Object.assign(store, change);
  const props = {
    store,
    analysis: store.document,
    layout,
    names,
    plies: 4,
    stops: [0, 1, 2, 3, 4],
    ply,
    drawn: true,
  };
  const silent = { onpick: () => {}, ondraw: () => {} };
  return render(AnalysisPanel, { props: { ...props, ...silent } }).body.replaceAll('\u00a0', ' ');
}

test('a game that was not analysed offers that, and why it failed', () => {
  expect(panel({})).toContain('Analyse this game');
  expect(panel({ problem: 'Please wait.' })).toMatch(/role="alert"[^>]*>Please wait\./);
});

test('while it is under way the bar tells how far, and words are said once', () => {
  const body = panel({ progress: { done: 1, all: 3 } });
  expect(body).toContain('Looking at each position…');
  expect(body).toMatch(/<progress[^>]*max="3"[^>]*value="1"/);
  expect(panel({ progress: { done: 0, all: 0 } })).toContain('Waiting for its turn…');
});

test('the curve has a line for each seat, and tells each position in words', () => {
  const body = panel({ document: analysis });
  expect(body.match(/data-testid="value-line"/g)).toHaveLength(2);
  expect(body).toContain(
    'aria-valuetext="Ada 40 %, Bob 60 %. Bob: Pass. Better: c1 b1 (60 % instead of 25 %)."',
  );
  expect(body).toMatch(/<input[^>]*type="range"[^>]*max="3"[^>]*value="1"/);
  expect(panel({ document: analysis }, 4)).toContain('aria-valuetext="Ada 100 %, Bob 0 %."');
});

test('the turning points are told, and the one that is shown is marked', () => {
  const body = panel({ document: analysis });
  expect(body.match(/data-testid="turning-point"/g)).toHaveLength(1);
  expect(body).toMatch(/aria-current="step"/);
  expect(body).toMatch(/−35 %/);
  expect(panel({ document: { ...analysis, turning_points: [] } })).toContain(
    'No move gave much away',
  );
});

test('a game in which nobody moved has nothing to show', () => {
  const body = panel({ document: { ...analysis, positions: [], turning_points: [] } }, 0);
  expect(body).toContain('nothing to analyse');
  expect(body).not.toContain('value-curve');
});

test('a game that is on is analysed so far, and of later moves nothing is said', () => {
  expect(panel({}, 4, 9)).toContain('Analyse the game so far');
  const stands = panel({ document: analysis }, 4, 9);
  expect(stands).toContain('Ada 100 %, Bob 0 %.');
  const later = panel({ document: analysis }, 6, 9);
  expect(later).toContain('What was played here came later');
  expect(later).not.toContain('<span class="values');
});
