// Sound recipes. What each sound is made of: knocks, rustles and swells, and nothing that was recorded.

import type { Sound } from './kinds';

/** A body that rings when it is struck: wood and stone ring briefly, and not in tune with themselves. */
export interface Knock {
  type: 'knock';
  /** When, in seconds. */
  at: number;
  gain: number;
  /** What rings: how high in hertz, how loud, and how long until a third is left, in seconds. */
  modes: readonly (readonly [hertz: number, gain: number, decay: number])[];
  /** The click of the touch: how bright in hertz, how loud, how long. */
  click?: readonly [hertz: number, gain: number, decay: number];
}

/** Something that rubs or pours: noise that swells and dies away. */
export interface Rustle {
  type: 'rustle';
  at: number;
  gain: number;
  /** What lies above is taken out, in hertz. */
  below: number;
  attack: number;
  decay: number;
  /** How often a second it sways, if it does. */
  sway?: number;
}

/** A tone that slides from one height to another. */
export interface Glide {
  type: 'glide';
  at: number;
  gain: number;
  from: number;
  to: number;
  /** How long the way takes. */
  over: number;
  attack: number;
  decay: number;
}

export interface Recipe {
  /** How long it lasts, in seconds. */
  seconds: number;
  /** How loud its loudest moment is; 1 is all there is. */
  peak: number;
  layers: readonly (Knock | Rustle | Glide)[];
}

/** A block of wood or stone that is set down. */
function block(at: number, gain: number, hertz: number, ring: number, bright = 3200): Knock {
  const modes = [
    [hertz, 1, ring],
    [hertz * 2.14, 0.5, ring * 0.6],
    [hertz * 3.63, 0.28, ring * 0.38],
    [hertz * 5.31, 0.12, ring * 0.22],
  ] as const;
  return { type: 'knock', at, gain, modes, click: [bright, 0.7, 0.005] };
}

/** A wooden bar with a hollow beneath it, as of a marimba: its second voice lies two octaves above the first. */
function bar(at: number, gain: number, hertz: number, ring: number): Knock {
  const modes = [
    [hertz, 1, ring],
    [hertz * 3.93, 0.22, ring * 0.28],
    [hertz * 9.24, 0.06, ring * 0.1],
  ] as const;
  return { type: 'knock', at, gain, modes, click: [1400, 0.16, 0.006] };
}

/** A bubble that rises. */
function bubble(at: number, gain: number, from: number): Glide {
  return { type: 'glide', at, gain, from, to: from * 1.9, over: 0.07, attack: 0.008, decay: 0.03 };
}

const [G4, C5, E5] = [392, 523.25, 659.26];

/** When dice knock against the board, in seconds, and how high: they come to rest as their picture does. */
const TUMBLE = [
  [0, 1180],
  [0.055, 1490],
  [0.12, 1240],
  [0.2, 1610],
  [0.275, 1130],
  [0.37, 1380],
  [0.45, 1210],
  [0.5, 1540],
] as const;

export const RECIPES: Readonly<Record<Sound, Recipe>> = {
  move: { seconds: 0.2, peak: 0.5, layers: [block(0, 1, 430, 0.034)] },
  capture: {
    seconds: 0.3,
    peak: 0.65,
    layers: [block(0, 0.8, 760, 0.026, 4800), block(0.065, 1, 330, 0.05)],
  },
  lay: {
    seconds: 0.32,
    peak: 0.45,
    layers: [
      { type: 'rustle', at: 0, gain: 0.5, below: 1500, attack: 0.06, decay: 0.035 },
      block(0.12, 0.8, 350, 0.045, 2200),
      block(0.165, 0.25, 520, 0.03, 2600),
    ],
  },
  sink: {
    seconds: 1.1,
    peak: 0.6,
    layers: [
      { type: 'rustle', at: 0, gain: 1, below: 380, attack: 0.16, decay: 0.24, sway: 9 },
      {
        type: 'glide',
        at: 0.05,
        gain: 0.7,
        from: 165,
        to: 58,
        over: 0.7,
        attack: 0.08,
        decay: 0.3,
      },
      bubble(0.55, 0.26, 260),
      bubble(0.68, 0.2, 340),
      bubble(0.8, 0.14, 300),
    ],
  },
  roll: {
    seconds: 0.62,
    peak: 0.5,
    layers: TUMBLE.map(([at, hertz], nth) => block(at, 1 - nth * 0.09, hertz, 0.014, 5200)),
  },
  turn: { seconds: 0.75, peak: 0.5, layers: [bar(0, 0.8, G4, 0.13), bar(0.13, 1, C5, 0.17)] },
  low: {
    seconds: 0.36,
    peak: 0.5,
    layers: [block(0, 1, 820, 0.024, 2600), block(0.16, 0.85, 690, 0.028, 2400)],
  },
  over: {
    seconds: 1.3,
    peak: 0.55,
    layers: [
      bar(0, 0.7, C5, 0.22),
      bar(0.14, 0.75, E5, 0.22),
      bar(0.28, 1, G4, 0.3),
      bar(0.28, 0.6, C5, 0.3),
    ],
  },
};
