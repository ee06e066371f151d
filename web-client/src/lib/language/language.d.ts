declare module 'messages:language' {
  /** The language that this client was built for: a tag of BCP 47. */
  export const language: import('../protocol').Language;
  /** The way it is written. */
  export const direction: 'ltr' | 'rtl';
}

declare module 'lessons:words' {
  /** What the steps of each game's lesson say, by the game's id, to be fetched. */
  export const words: Record<
    string,
    () => Promise<{ default: Record<string, import('../lessons/words').Words> }>
  >;
}

// It has types, under another name.
declare module '@messageformat/core/compile-module.js' {
  export default function compileModule(
    format: import('@messageformat/core').default,
    messages: object,
  ): string;
}
