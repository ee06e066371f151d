import { expect, test } from 'vitest';
import { Refusal } from '../net/refusal';
import type { Command, MatchAnalysis, ServerMessage } from '../protocol';
import { analysis } from '../testing/samples';
import { AnalysisStore } from './analysis.svelte';

function set(fetch: () => Promise<MatchAnalysis>, refuses?: Refusal) {
  const asked: Command[] = [];
  const request = (command: Command) => {
    asked.push(command);
    return refuses ? Promise.reject(refuses) : Promise.resolve({ type: 'ok', id: 1 } as const);
  };
  return { asked, store: new AnalysisStore('t', 'key', { request }, fetch) };
}

const told = (done: number, ready = false): ServerMessage => ({
  type: 'analysis',
  table: 't',
  done,
  all: 3,
  ready,
});
const none = () => Promise.reject(new Refusal('no_analysis', ''));
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('one that is there is fetched, and one that is not is no failure', async () => {
  const there = set(() => Promise.resolve(analysis)).store;
  await there.look();
  expect(there.document).toBe(analysis);
  const missing = set(none).store;
  await missing.look();
  expect([missing.document, missing.problem]).toEqual([null, '']);
  const broken = set(() => Promise.reject(new Refusal('damaged', ''))).store;
  await broken.look();
  expect(broken.problem).toContain('damaged');
});

test('whoever asks is told how far it is, and then what it says', async () => {
  const { store, asked } = set(() => Promise.resolve(analysis));
  expect(store.resume()).toBeNull();
  await store.ask();
  await store.ask();
  const command = { type: 'analyse', table: 't', key: 'key' };
  expect(asked).toEqual([command]);
  store.hear(told(1));
  store.hear({ ...told(2), table: 'another' } as ServerMessage);
  expect(store.progress).toEqual({ done: 1, all: 3 });
  expect(store.resume(), 'asked again where the line was cut').toEqual(command);
  store.hear(told(3, true));
  await settled();
  expect([store.document, store.progress, store.problem]).toEqual([analysis, null, '']);
});

test('a refusal and a failure are told, and it can be asked for again', async () => {
  const { store } = set(none, new Refusal('too_fast', ''));
  await store.ask();
  expect(store.problem).toContain('wait');
  expect(store.progress).toBeNull();
  const other = set(none).store;
  await other.ask();
  other.hear({ ...told(1), error: 'unavailable' } as ServerMessage);
  expect(other.problem).toContain('try again');
  await other.ask();
  expect([other.problem, other.progress]).toEqual(['', { done: 0, all: 0 }]);
});

test('of a game that is on it is of what was allowed, and of nothing else', async () => {
  const fetched: MatchAnalysis[] = [analysis, { ...analysis, until: 12 }];
  const request = () => Promise.resolve({ type: 'ok', id: 1 } as const);
  const fetch = () => Promise.resolve(fetched.shift() ?? analysis);
  const store = new AnalysisStore('t', undefined, { request }, fetch, 12);
  await store.look();
  expect(store.document, 'others agreed since').toBeNull();
  await store.ask();
  store.hear(told(2));
  store.hear({ ...told(1), until: 9 } as ServerMessage);
  expect(store.progress).toEqual({ done: 0, all: 0 });
  store.hear({ ...told(1), until: 12 } as ServerMessage);
  expect(store.progress).toEqual({ done: 1, all: 3 });
  store.hear({ ...told(3, true), until: 12 } as ServerMessage);
  await settled();
  expect(store.document?.until).toBe(12);
});
