declare module 'lessons:words' {
  /** What the steps of each game's lesson say, by the game's id, to be fetched. */
  export const words: Record<
    string,
    () => Promise<{ default: Record<string, import('./library').Words> }>
  >;
}
