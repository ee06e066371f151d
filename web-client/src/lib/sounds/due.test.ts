import { describe, expect, test } from 'vitest';
import { MOVE_MS } from '../board/timing';
import type { Event, Motion } from '../protocol';
import { dueSounds, heardOnce } from './due';
import type { Due, Listening } from './due';

const piece = { size: 1, owner: 0 };
const move: Motion = { type: 'move', piece, path: [0, 1] };
const capture: Motion = { type: 'capture', piece, space: 1 };
const lay: Motion = { type: 'lay', piece, space: 1 };
const sink: Motion = { type: 'sink', space: 1 };
const hit: Motion = { type: 'hit', piece, space: 1, tray: 'stash' };
const enter: Motion = { type: 'enter', piece, space: 1, tray: 'stash' };
const exit: Motion = { type: 'exit', piece, space: 1, tray: 'captured' };
const merge: Motion = { type: 'merge', size: 2, space: 1 };

const ada = { id: 'a', name: 'Ada' };
const computer = { id: 'c', name: 'Computer', computer: 3 };

const listening: Listening = { me: 0, wasMine: false, isMine: false, hidden: false, still: false };

function event(more: object): Event {
  return { n: 1, ms: 0, ...more } as Event;
}

const act = (seat: number, ...motions: Motion[]): Event =>
  event({ type: 'act', seat, action: 'x', motions });

const heard = (all: readonly Due[]): string[] => all.map(({ sound }) => sound);

describe('events and their sounds', () => {
  test.each<[what: string, event: Event, sounds: string[]]>([
    ['a move', act(1, move), ['move']],
    ['a move that captures', act(1, move, capture), ['capture']],
    ['a hit', act(1, move, hit), ['capture']],
    ['a merging', act(1, move, merge), ['capture']],
    ['a laid piece', act(1, lay), ['lay']],
    ['a piece that enters', act(1, enter), ['lay']],
    ['a piece that leaves', act(1, exit), ['move']],
    ['a move that sinks a stack', act(1, move, sink), ['move', 'sink']],
    ['a stack that sinks by itself', act(1, sink), ['sink']],
    ['a hole', event({ type: 'act', seat: 1, diff: { spaces: [[1, {}]] } }), ['lay']],
    ['the end of a turn', event({ type: 'act', seat: 1, action: 'end', diff: {} }), []],
    ['a roll', event({ type: 'roll', seat: 1, k: 0, dice: [1, 2] }), ['roll']],
    ['an undoing', event({ type: 'undo', seat: 1 }), ['move']],
    ['a taking back', event({ type: 'takeback', seat: 1, actions: 1 }), ['move']],
    ['the end', event({ type: 'finish', outcome: {} }), ['over']],
    ['an ending without a result', event({ type: 'abort', seat: 1 }), ['over']],
    ['an opponent', event({ type: 'sit', seat: 1, player: ada }), ['turn']],
    ['a computer', event({ type: 'sit', seat: 1, player: computer }), []],
    ['oneself', event({ type: 'sit', seat: 0, player: ada }), []],
    ['an offer', event({ type: 'offer', seat: 1, what: 'draw' }), []],
    ['a share', event({ type: 'share', seat: 1, k: 0, share: '' }), []],
  ])('%s', (_, happened, sounds) => {
    expect(heard(dueSounds(happened, listening))).toEqual(sounds);
  });

  test('whoever watches hears nobody sit down', () => {
    const sits = event({ type: 'sit', seat: 1, player: ada });
    expect(dueSounds(sits, { ...listening, me: null })).toEqual([]);
  });
});

describe('when and how loud', () => {
  test('others’ pieces are heard as they arrive, and before a stack sinks', () => {
    expect(dueSounds(act(1, move, sink), listening)).toEqual([
      { sound: 'move', afterMs: MOVE_MS, gain: 1 },
      { sound: 'sink', afterMs: MOVE_MS, gain: 1 },
    ]);
  });

  test('one’s own are heard at once, and quietly', () => {
    const [own] = dueSounds(act(0, move), listening);
    expect(own?.afterMs).toBe(0);
    expect(own?.gain).toBeLessThan(0.6);
  });

  test('where nothing moves, all is heard, at once', () => {
    const all = dueSounds(act(1, move, sink), { ...listening, still: true });
    expect(all.map(({ sound, afterMs }) => [sound, afterMs])).toEqual([
      ['move', 0],
      ['sink', 0],
    ]);
  });
});

describe('one’s turn', () => {
  const after = (more: Partial<Listening>, happened = act(1, move)): string[] =>
    heard(dueSounds(happened, { ...listening, ...more }));

  test('is told when it comes, after what led to it', () => {
    const all = dueSounds(act(1, move), { ...listening, isMine: true });
    expect(heard(all)).toEqual(['move', 'turn']);
    expect(all[1]?.afterMs).toBeGreaterThan(MOVE_MS);
    expect(all[1]?.gain).toBe(1);
  });

  test('is not told anew while it lasts', () => {
    expect(after({ wasMine: true, isMine: true })).toEqual(['move']);
    expect(after({ wasMine: true, isMine: true, hidden: true }, act(0, move))).toEqual(['move']);
  });

  test('is told anew where the page is hidden and others changed something', () => {
    const back = event({ type: 'takeback', seat: 1, actions: 2, diff: {} });
    expect(after({ wasMine: true, isMine: true, hidden: true }, back)).toEqual(['move', 'turn']);
    expect(after({ wasMine: true, isMine: true }, back)).toEqual(['move']);
  });

  test('is not told when the game is over', () => {
    expect(after({ isMine: true }, event({ type: 'finish', outcome: {} }))).toEqual(['over']);
  });
});

test('of what happens in one moment each sound is heard once, as last', () => {
  const quiet = { sound: 'move', afterMs: 0, gain: 0.5 } as const;
  const loud = { sound: 'move', afterMs: 5, gain: 1 } as const;
  const turn = { sound: 'turn', afterMs: 0, gain: 1 } as const;
  expect(heardOnce([quiet, turn, loud])).toEqual([loud, turn]);
});
