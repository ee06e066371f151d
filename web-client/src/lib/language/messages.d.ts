// Written by `npm run messages` from `messages/en`: what each message takes.

declare module 'messages:settings' {
  export const page: () => string;
  export const look: () => string;
  export const playing: () => string;
  export const sounds: () => string;
  export const talk: () => string;
  export const keptWithName: () => string;
  export const keptHere: () => string;
  export const keptForSeat: () => string;
  export const asUsual: () => string;
  export const volume: () => string;
  export const percent: (values: { volume: string | number }) => string;
  export const off: () => string;
  export const done: () => string;
  export const language: () => string;
  export const browserLanguage: () => string;
  export const languageNotKept: () => string;
  export const settings: {
    scheme: {
      title: () => string;
      values: {
        system: () => string;
        light: () => string;
        dark: () => string;
      };
    };
    contrast: {
      title: () => string;
      values: {
        system: () => string;
        high: () => string;
      };
    };
    board: {
      title: () => string;
      values: {
        sandstone: () => string;
        basalt: () => string;
        verdigris: () => string;
      };
    };
    pieces: {
      title: () => string;
      note: () => string;
      values: {
        enamel: () => string;
        prism: () => string;
        mineral: () => string;
      };
    };
    motion: {
      title: () => string;
      values: {
        system: () => string;
        full: () => string;
        none: () => string;
      };
    };
    confirm: {
      title: () => string;
      note: () => string;
      values: {
        correspondence: () => string;
        always: () => string;
        never: () => string;
      };
    };
    auto_roll: {
      title: () => string;
      note: () => string;
    };
    auto_end: {
      title: () => string;
      note: () => string;
    };
    premoves: {
      title: () => string;
      note: () => string;
    };
    coordinates: {
      title: () => string;
      note: () => string;
    };
    chat: {
      title: () => string;
    };
  };
  export const sound: {
    move: () => string;
    capture: () => string;
    lay: () => string;
    sink: () => string;
    roll: () => string;
    turn: () => string;
    low: () => string;
    over: () => string;
  };
}
