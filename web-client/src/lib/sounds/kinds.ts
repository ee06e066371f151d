// Sound kinds. What can be heard at a table, each of which can be switched off by itself.

export const SOUNDS = ['move', 'capture', 'lay', 'sink', 'roll', 'turn', 'low', 'over'] as const;

/** One of them. */
export type Sound = (typeof SOUNDS)[number];
