// Fixtures. A little board and a whole game on it.

import type {
  Event,
  GameInfo,
  GameState,
  HouseLimits,
  Layout,
  MatchAnalysis,
  TableInfo,
  View,
} from '../protocol';

/** A board of three squares in a row, for tests: a 1 on the first, a 2 on the last. */
export const layout: Layout = {
  spaces: ['a1', 'b1', 'c1'].map((name, index) => ({
    name,
    spoken: name.split('').join(' '),
    outline: [
      [index * 100, 0],
      [index * 100 + 100, 0],
      [index * 100 + 100, 100],
      [index * 100, 100],
    ],
    centre: [index * 100 + 50, 50],
    unit: 100,
    shade: index % 2 ? 'light' : 'dark',
    zone: null,
  })),
  lines: [],
  decor: [],
  trays: [
    { kind: 'captured', seat: 0, label: 'Captured', owner: null },
    { kind: 'captured', seat: 1, label: 'Captured', owner: null },
  ],
  counters: [],
  sides: [0, -180],
  teams: [],
  pieces: ['pawn', 'drone', 'queen'],
  tokens: [
    ...['a1', 'b1', 'c1'].map((text, space) => ({
      text,
      type: 'space' as const,
      space,
      label: text,
      spoken: text.split('').join(' '),
    })),
    { text: 'pass', type: 'button', label: 'Pass', spoken: 'pass' },
    { text: 'clock', type: 'switch', label: 'Start it', spoken: 'and start the countdown' },
  ],
};

export const view: View = {
  spaces: [{ stack: [{ size: 1 }] }, {}, { stack: [{ size: 2 }] }],
  trays: [
    [0, 0, 0],
    [0, 0, 0],
  ],
  dice: [],
  scores: [0, 0],
  counters: [],
  turn: { phase: 'act', seat: 0 },
  asks: [{ ask: 'piece' }, { ask: 'goal' }],
  last: [],
  left: [],
};

export const info: TableInfo = {
  id: 't',
  game: 'some-game',
  options: {},
  seats: [
    { state: 'taken', player: { id: 'p0', name: 'Ada' } },
    { state: 'taken', player: { id: 'p1', name: 'Bob' } },
  ],
  first: 0,
  clock: { type: 'none' },
  private: false,
  rated: false,
  status: 'playing',
  created_ms: 0,
  rematch_of: null,
  rematch: null,
};

/** What a house allows. */
export const limits: HouseLimits = {
  abandoned_after_ms: 120_000,
  claim_after_ms: 600_000,
  ready_within_ms: 180_000,
  pause_kept_ms: 86_400_000,
  initial_s: [10, 10_800],
  increment_s: [0, 180],
  days: [1, 14],
  text: 200,
};

/** The game in a snapshot, after event 3. */
export const state: GameState = {
  layout,
  view,
  at: 3,
  rolls: 0,
  line: [],
  ms: 0,
  offers: [],
  paused: false,
  outcome: null,
};

/** A roll without anything to check it by, as there was in older games. */
export function rolled(n: number, seat: number, k: number, dice: [number, number]): Event {
  return { n, ms: 0, type: 'roll', seat, k, dice };
}

/** Events 1 to 6 of a little game: both sit down, it starts, two moves, it ends. */
export const events: Event[] = [
  { n: 1, ms: 0, type: 'sit', seat: 0, player: { id: 'p0', name: 'Ada' } },
  { n: 2, ms: 0, type: 'sit', seat: 1, player: { id: 'p1', name: 'Bob' } },
  { n: 3, ms: 0, type: 'start', layout, view },
  {
    n: 4,
    ms: 0,
    type: 'act',
    seat: 0,
    action: 'a1-b1',
    diff: {
      spaces: [
        [0, {}],
        [1, { stack: [{ size: 1 }] }],
      ],
      turn: { phase: 'act', seat: 1 },
    },
    motions: [{ type: 'move', piece: { size: 1 }, path: [0, 1] }],
  },
  {
    n: 5,
    ms: 0,
    type: 'act',
    seat: 1,
    action: 'c1-b1',
    diff: {
      spaces: [
        [1, { stack: [{ size: 2 }] }],
        [2, {}],
      ],
      trays: [[1, [1, 0, 0]]],
      scores: [0, 1],
      turn: { phase: 'over' },
    },
    motions: [
      { type: 'move', piece: { size: 2 }, path: [2, 1] },
      { type: 'capture', piece: { size: 1 }, space: 1 },
    ],
  },
  {
    n: 6,
    ms: 0,
    type: 'finish',
    outcome: { scores: [0, 1], ranks: [2, 1], reason: 'empty' },
    diff: { left: [] },
  },
];

/** A game, as it is served. */
export const game: GameInfo = {
  id: 'g',
  title: 'G',
  designer: 'D',
  summary: '',
  min_seats: 2,
  max_seats: 4,
  score: { label: 'points', help: 'The most points win.' },
  dice: false,
  loser_begins: false,
  advantages: [
    {
      seats: 2,
      only: { option: 'rules', values: ['arcade'] },
      wins: [80, 20],
      sentence: 'Between equals, the first seat won 80 of 100.',
    },
    { seats: 3, only: null, wins: [50, 30, 20], sentence: 'Of 100 the first seat won 50.' },
  ],
  reasons: [{ reason: 'empty', sentence: 'One side of the board is empty.' }],
  rules_version: 1,
  options: [
    {
      name: 'rules',
      label: 'Rules',
      help: '',
      only_seats: [],
      kind: {
        type: 'choices',
        choices: [
          { value: 'classic', label: 'Classic', help: '' },
          { value: 'arcade', label: 'Arcade', help: '' },
        ],
      },
    },
    {
      name: 'teams',
      label: 'Teams',
      help: '',
      only_seats: [4],
      kind: { type: 'switch', default: false },
    },
  ],
};

const step = (seat: number, action: string, path: number[]) => ({
  seat,
  action,
  motions: [{ type: 'move' as const, piece: { size: 1 }, path }],
});

/** What is made of a game of three moves, of which the second gave much away. */
export const analysis: MatchAnalysis = {
  id: 't',
  version: 1,
  nodes: 100,
  positions: [
    {
      step: 0,
      seat: 0,
      values: [0.5, 0.5],
      action: 'a1-b1',
      value: 0.5,
      loss: 0,
      line: [step(0, 'a1-b1', [0, 1]), step(1, 'c1-b1', [2, 1])],
    },
    {
      step: 1,
      seat: 1,
      values: [0.4, 0.6],
      action: 'pass',
      value: 0.25,
      loss: 0.35,
      line: [step(1, 'c1-b1', [2, 1])],
    },
    {
      step: 2,
      seat: 0,
      values: [0.75, 0.25],
      action: 'b1-c1',
      value: 0.74,
      loss: 0.01,
      line: [step(0, 'b1-a1', [1, 0])],
    },
  ],
  end: [1, 0],
  turning_points: [1],
};
