// Written by `npm run messages` from `messages/en`: what each message takes.

declare module 'messages:chat' {
  export const title: () => string;
  export const close: () => string;
  export const phrase: {
    hello: () => string;
    good_luck: () => string;
    well_played: () => string;
    thanks: () => string;
    oh: () => string;
    sorry: () => string;
    one_moment: () => string;
    back: () => string;
    good_game: () => string;
    goodbye: () => string;
  };
  export const room: {
    players: () => string;
    watchers: () => string;
  };
  export const rooms: () => string;
  export const saidBy: {
    players: () => string;
    watchers: () => string;
  };
  export const heardBy: {
    players: () => string;
    watchers: () => string;
  };
  export const to: {
    players: () => string;
    watchers: () => string;
  };
  export const says: (values: { name: string | number; words: string | number }) => string;
  export const watcherSays: (values: { name: string | number; words: string | number }) => string;
  export const left: (values: { count: string | number }) => string;
  export const tooMany: (values: { count: string | number }) => string;
  export const muted: (values: { count: number; name: string | number }) => string;
  export const showMuted: () => string;
  export const say: () => string;
  export const onlyPhrases: () => string;
  export const yourWords: () => string;
  export const send: () => string;
  export const turnOff: () => string;
  export const off: () => string;
  export const turnOn: () => string;
  export const you: () => string;
  export const pageAndMute: () => string;
  export const page: () => string;
  export const mute: (values: { name: string | number }) => string;
  export const hearAgain: (values: { name: string | number }) => string;
  export const nothingYet: () => string;
}

declare module 'messages:clock' {
  export const none: () => string;
  export const noneWords: () => string;
  export const daysATurn: (values: { days: number }) => string;
  export const daysWords: (values: { days: number }) => string;
  export const live: (values: { time: string | number }) => string;
  export const liveMore: (values: { time: string | number; seconds: string | number }) => string;
  export const unit: {
    day: (values: { count: number }) => string;
    hour: (values: { count: number }) => string;
    minute: (values: { count: number }) => string;
    second: (values: { count: number }) => string;
  };
  export const noTime: () => string;
  export const left: (values: { time: string | number }) => string;
  export const noTimeLeft: () => string;
  export const shortDays: (values: { days: string | number }) => string;
  export const shortDaysHours: (values: { days: string | number; hours: string | number }) => string;
  export const shortMinutes: (values: { minutes: string | number }) => string;
  export const shortSeconds: (values: { seconds: string | number }) => string;
  export const shortMinutesSeconds: (values: { minutes: string | number; seconds: string | number }) => string;
  export const aWhile: () => string;
  export const timeoutNone: (values: { time: string | number; fate: string | number }) => string;
  export const timeoutLive: (values: { time: string | number; fate: string | number }) => string;
  export const timeoutDays: (values: { fate: string | number }) => string;
  export const timeoutNote: (values: { fate: string | number }) => string;
  export const problemInitial: (values: { least: string | number; most: string | number }) => string;
  export const problemIncrement: (values: { most: number }) => string;
}

declare module 'messages:glance' {
  export const waiting: () => string;
  export const starting: () => string;
  export const over: () => string;
  export const yourTurn: () => string;
  export const theirTurn: (values: { name: string | number }) => string;
  export const opponentsTurn: () => string;
  export const watch: (values: { title: string | number; players: string | number }) => string;
}

declare module 'messages:keys' {
  export const title: () => string;
  export const close: () => string;
  export const listed: {
    tab: {
      key: () => string;
      what: () => string;
    };
    arrows: {
      key: () => string;
      what: () => string;
    };
    ends: {
      key: () => string;
      what: () => string;
    };
    enter: {
      key: () => string;
      what: () => string;
    };
    escape: {
      key: () => string;
      what: () => string;
    };
    sizes: {
      key: () => string;
      what: () => string;
    };
    last: {
      key: () => string;
      what: () => string;
    };
    score: {
      key: () => string;
      what: () => string;
    };
    pieces: {
      key: () => string;
      what: () => string;
    };
    help: {
      key: () => string;
      what: () => string;
    };
  };
  export const none: () => string;
  export const noScore: () => string;
  export const noPieces: () => string;
  export const watching: () => string;
  export const scores: (values: { scores: string | number }) => string;
  export const ownPieces: (values: { pieces: string | number }) => string;
  export const tray: (values: { tray: string | number; count: string | number; piece: string | number }) => string;
}

declare module 'messages:series' {
  export const place: (values: { number: string | number; games: string | number }) => string;
  export const placeWithin: (values: { number: string | number; games: string | number }) => string;
  export const points: (values: { name: string | number; points: string | number }) => string;
  export const stands: (values: { score: string | number }) => string;
  export const games: (values: { games: number }) => string;
  export const pie: () => string;
  export const single: () => string;
  export const seatsChange: () => string;
  export const seatsMoveOn: () => string;
  export const ended: () => string;
}

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
