declare module 'messages:language' {
  /** The language that this client was built for: a tag of BCP 47. */
  export const language: import('../protocol').Language;
  /** The way it is written. */
  export const direction: 'ltr' | 'rtl';
}

// It has types, under another name.
declare module '@messageformat/core/compile-module.js' {
  export default function compileModule(
    format: import('@messageformat/core').default,
    messages: object,
  ): string;
}
