// Sound kinds, as the settings have them.

export { SOUNDS } from '../preferences';
export type { Sound } from '../protocol';
