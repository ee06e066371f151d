// Written by `npm run messages` from `messages/en`: what each message takes.

declare module 'messages:about' {
  export const page: () => string;
  export const title: () => string;
  export const what: () => string;
  export const called: () => string;
  export const dice: () => string;
  export const diceHow: () => string;
  export const exceptions: () => string;
  export const exceptTogether: () => string;
  export const exceptHouse: () => string;
  export const exceptPrograms: () => string;
  export const exceptPage: () => string;
  export const numbers: () => string;
  export const programs: () => string;
  export const programsTry: () => string;
  export const thanks: () => string;
  export const thanksTo: () => string;
  export const pyramids: () => string;
  export const notUs: () => string;
  export const notAffiliated: () => string;
  export const reading: () => string;
  export const readingHow: () => string;
}

declare module 'messages:api' {
  export const page: () => string;
  export const fetching: () => string;
  export const document: () => string;
  export const failed: () => string;
  export const loadAgain: () => string;
  export const header: () => string;
  export const body: () => string;
  export const forShell: () => string;
  export const send: () => string;
  export const fillIn: (values: { fields: string | number }) => string;
  export const noAnswer: () => string;
  export const answerOf: (values: { summary: string | number }) => string;
  export const cutOff: () => string;
}

declare module 'messages:device' {
  export const explained: () => string;
  export const pause: () => string;
  export const pauseWhy: () => string;
  export const player: (values: { number: string | number }) => string;
  export const nameless: (values: { most: string | number }) => string;
}

declare module 'messages:filters' {
  export const company: () => string;
  export const anyCompany: () => string;
  export const people: () => string;
  export const computers: () => string;
  export const ending: {
    resigned: () => string;
    timeout: () => string;
    abandoned: () => string;
    agreed: () => string;
  };
}

declare module 'messages:gameInfo' {
  export const summaries: {
    branchesTwigsThorns: () => string;
    martianBackgammon: () => string;
    martianChess: () => string;
    martianFrisby: () => string;
    martianGo: () => string;
    martianMudWrestling: () => string;
  };
  export const score: {
    branchesTwigsThorns: {
      label: () => string;
      help: () => string;
    };
    martianBackgammon: {
      label: () => string;
      help: () => string;
    };
    martianChess: {
      label: () => string;
      help: () => string;
    };
    martianGo: {
      label: () => string;
      help: () => string;
    };
  };
  export const options: {
    martianBackgammon: {
      landing: {
        label: () => string;
        help: () => string;
        values: {
          open: () => string;
          strict: () => string;
        };
      };
    };
    martianChess: {
      rules: {
        label: () => string;
        help: () => string;
        values: {
          classic: () => string;
          arcade: () => string;
        };
      };
      teams: {
        label: () => string;
        help: () => string;
        values: Record<string, never>;
      };
    };
    martianFrisby: {
      columns: {
        label: () => string;
        help: () => string;
        values: {
          closed: () => string;
          open: () => string;
        };
      };
    };
    martianGo: {
      setup: {
        label: () => string;
        help: () => string;
        values: {
          centre: () => string;
          freeRoot: () => string;
          nulls: () => string;
        };
      };
    };
  };
}

declare module 'messages:games' {
  export const options: {
    martianBackgammon: {
      landing: {
        open: () => string;
        strict: () => string;
      };
    };
    martianChess: {
      rules: {
        classic: () => string;
        arcade: () => string;
      };
      teams: {
        true: () => string;
        false: () => string;
      };
    };
    martianFrisby: {
      columns: {
        closed: () => string;
        open: () => string;
      };
    };
    martianGo: {
      setup: {
        centre: () => string;
        freeRoot: () => string;
        nulls: () => string;
      };
    };
  };
  export const beginnersAdvantage: (values: { first: string | number }) => string;
  export const beginnersAdvantageSo: (values: { first: string | number }) => string;
  export const advantageOfThree: (values: { first: string | number; second: string | number; third: string | number }) => string;
}

declare module 'messages:home' {
  export const title: () => string;
  export const lead: () => string;
  export const playNow: () => string;
  export const playFriend: () => string;
  export const friendTerms: () => string;
  export const playComputer: () => string;
  export const levelOf: (values: { level: string | number; name: string | number }) => string;
  export const opponentsWaiting: (values: { count: number }) => string;
  export const waiting: (values: { count: string | number }) => string;
  export const time: () => string;
  export const untimed: () => string;
  export const days: (values: { count: number }) => string;
  export const pace: {
    rapid: () => string;
    standard: () => string;
    classical: () => string;
    perMove: () => string;
    casual: () => string;
  };
  export const timeChoice: (values: { time: string | number; pace: string | number; explained: string | number; waiting: number }) => string;
  export const moreOptions: () => string;
  export const ratedRound: (values: { seats: string | number }) => string;
  export const seriesWithin: (values: { seats: number }) => string;
  export const game: () => string;
  export const players: (values: { least: string | number }) => string;
  export const playersRange: (values: { least: string | number; most: string | number }) => string;
  export const howMany: () => string;
  export const ratedGame: () => string;
  export const ratedWhy: {
    private: () => string;
    clockless: () => string;
    computers: () => string;
    people: () => string;
    casual: () => string;
  };
  export const liveNow: () => string;
  export const lastGame: () => string;
  export const onTheBoard: () => string;
  export const noneYet: () => string;
  export const reviewGame: (values: { title: string | number; names: string | number }) => string;
  export const replayed: (values: { title: string | number }) => string;
  export const aborted: () => string;
  export const playing: () => string;
  export const toMove: () => string;
  export const yourGames: () => string;
  export const resumeGame: (values: { title: string | number }) => string;
  export const withOthers: () => string;
  export const privateTable: () => string;
  export const nobodyElse: () => string;
  export const show: () => string;
  export const showAll: () => string;
  export const anyGame: () => string;
  export const seats: () => string;
  export const anySeats: () => string;
  export const seatCount: (values: { count: string | number }) => string;
  export const clock: () => string;
  export const anyClock: () => string;
  export const clocks: {
    fischer: () => string;
    correspondence: () => string;
    none: () => string;
  };
  export const stakes: () => string;
  export const anyStakes: () => string;
  export const rated: () => string;
  export const casual: () => string;
  export const waitingTitle: () => string;
  export const lookingForTables: () => string;
  export const nobodySuch: () => string;
  export const nobody: () => string;
  export const openSuch: () => string;
  export const open: () => string;
  export const liveGames: () => string;
  export const wall: () => string;
  export const showAllGames: (values: { count: string | number }) => string;
  export const noLive: () => string;
  export const lookingForGames: () => string;
  export const watchRecent: () => string;
  export const newest: (values: { count: string | number }) => string;
  export const free: () => string;
  export const freeCount: (values: { count: string | number }) => string;
  export const join: (values: { title: string | number }) => string;
  export const resume: (values: { title: string | number }) => string;
  export const watch: (values: { title: string | number }) => string;
}

declare module 'messages:newGame' {
  export const opponentTitle: () => string;
  export const opponent: {
    anyone: {
      label: () => string;
      title: () => string;
    };
    friend: {
      label: () => string;
      title: () => string;
    };
    computer: {
      label: () => string;
      title: () => string;
    };
    device: {
      label: () => string;
      title: () => string;
    };
  };
  export const moreOptions: () => string;
  export const rated: () => string;
  export const casual: () => string;
  export const isPrivate: () => string;
  export const anyoneWatches: () => string;
  export const play: () => string;
  export const usualRules: () => string;
  export const gameCount: (values: { count: number }) => string;
  export const pieRule: () => string;
  export const privateListed: () => string;
  export const publicListed: () => string;
  export const getLink: () => string;
  export const openTable: () => string;
  export const game: () => string;
  export const howStrong: () => string;
  export const howManyGames: () => string;
  export const evenOut: (values: { seats: number }) => string;
  export const whoBegins: () => string;
  export const begin: () => string;
  export const otherBegins: () => string;
  export const playAs: (values: { place: string | number }) => string;
  export const pie: () => string;
  export const pieWhy: () => string;
  export const privateTable: () => string;
  export const privateWhy: () => string;
  export const clock: () => string;
  export const clockKind: {
    none: {
      label: () => string;
      help: () => string;
    };
    fischer: {
      label: () => string;
      help: () => string;
    };
    correspondence: {
      label: () => string;
      help: () => string;
    };
  };
  export const timeForGame: () => string;
  export const timeForTurn: () => string;
  export const custom: () => string;
  export const minutes: () => string;
  export const seconds: () => string;
  export const increment: () => string;
  export const days: (values: { count: number }) => string;
}

declare module 'messages:notFound' {
  export const nothingHere: () => string;
  export const onlySand: () => string;
  export const leadsNowhere: () => string;
  export const toStart: () => string;
}

declare module 'messages:push' {
  export const tell: {
    turn: () => string;
    opponent: () => string;
  };
  export const note: {
    on: () => string;
    denied: () => string;
    uninstalled: () => string;
    failed: () => string;
  };
  export const something: () => string;
  export const gamesWait: (values: { count: number }) => string;
  export const more: (values: { count: string | number }) => string;
  export const here: (values: { names: string | number; count: number }) => string;
  export const opponentHere: () => string;
  export const aboutToBegin: (values: { title: string | number }) => string;
  export const yourTurn: () => string;
  export const tableWith: (values: { title: string | number; names: string | number }) => string;
}

declare module 'messages:refusals' {
  export const failed: () => string;
  export const refusal: {
    no_session: () => string;
    seat_only: () => string;
    bad_name: () => string;
    bad_game: () => string;
    no_table: () => string;
    no_match: () => string;
    no_player: () => string;
    no_puzzle: () => string;
    seat_taken: () => string;
    already_seated: () => string;
    not_seated: () => string;
    not_open: () => string;
    not_playing: () => string;
    over: () => string;
    not_over: () => string;
    not_your_turn: () => string;
    stale: () => string;
    illegal: () => string;
    wrong_phase: () => string;
    nothing_to_undo: () => string;
    left: () => string;
    bad_rated: () => string;
    bad_clock: () => string;
    bad_query: () => string;
    no_dice: () => string;
    no_offer: () => string;
    own_offer: () => string;
    paused: () => string;
    not_paused: () => string;
    too_late: () => string;
    not_absent: () => string;
    not_host: () => string;
    no_computer: () => string;
    no_hints: () => string;
    no_analysis: () => string;
    bad_level: () => string;
    bad_text: () => string;
    new_here: () => string;
    wrong_room: () => string;
    too_fast: () => string;
    too_many: () => string;
    share_due: () => string;
    lost_again: () => string;
    regressed: () => string;
    damaged: () => string;
    unavailable: () => string;
    unreachable: () => string;
  };
}

declare module 'messages:results' {
  export const draw: () => string;
  export const nobody: () => string;
  export const youWin: () => string;
  export const wins: (values: { name: string | number }) => string;
  export const winTogether: (values: { names: string | number }) => string;
  export const shareTheWin: (values: { names: string | number }) => string;
  export const you: () => string;
  export const somebody: () => string;
  export const somebodyOfThem: () => string;
  export const player: () => string;
  export const agreed: () => string;
  export const ended: () => string;
  export const left: {
    resigned: (values: { who: string | number; name: string | number }) => string;
    timeout: (values: { who: string | number; name: string | number }) => string;
    abandoned: (values: { who: string | number; name: string | number }) => string;
  };
  export const leaves: {
    resigned: () => string;
    timeout: () => string;
    abandoned: () => string;
  };
  export const place: (values: { rank: number }) => string;
  export const drawn: () => string;
  export const ends: {
    branchesTwigsThorns: {
      boardFull: () => string;
    };
    martianBackgammon: {
      allOut: () => string;
      noProgress: () => string;
    };
    martianChess: {
      empty: () => string;
      clock: () => string;
      noProgress: () => string;
    };
    martianFrisby: {
      home: () => string;
      noProgress: () => string;
    };
    martianGo: {
      boardFull: () => string;
    };
    martianMudWrestling: {
      bothStuck: () => string;
      stuck: () => string;
      repetition: () => string;
      noProgress: () => string;
    };
  };
}

declare module 'messages:seats' {
  export const computer: (values: { level: string | number }) => string;
  export const computerAt: (values: { level: string | number; seat: string | number }) => string;
  export const mark: (values: { level: string | number }) => string;
  export const level: (values: { level: string | number }) => string;
  export const about: (values: { level: string | number; levels: string | number; name: string | number }) => string;
  export const opponents: (values: { count: number; level: string | number }) => string;
  export const levels: {
    l1: () => string;
    l2: () => string;
    l3: () => string;
    l4: () => string;
    l5: () => string;
    l6: () => string;
    l7: () => string;
    l8: () => string;
  };
  export const seat: (values: { number: string | number }) => string;
  export const colours: {
    orange: () => string;
    blue: () => string;
    green: () => string;
    yellow: () => string;
    purple: () => string;
    grey: () => string;
  };
}

declare module 'messages:session' {
  export const signedIn: () => string;
  export const thisBrowser: () => string;
  export const bySeatLink: () => string;
  export const otherBrowser: () => string;
  export const used: (values: { opened: string | number; used: string | number }) => string;
  export const endLink: (values: { opened: string | number }) => string;
  export const endSession: (values: { opened: string | number }) => string;
  export const guest: () => string;
  export const yesSignOut: () => string;
  export const stay: () => string;
  export const endOthers: () => string;
  export const signOut: () => string;
  export const forSeat: () => string;
  export const youPlayFor: (values: { name: string | number }) => string;
  export const stop: () => string;
  export const noLonger: (values: { name: string | number }) => string;
  export const signedOut: (values: { name: string | number }) => string;
  export const youAreAgain: (values: { name: string | number }) => string;
  export const allRight: () => string;
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

declare module 'messages:share' {
  export const share: () => string;
  export const linkToGame: () => string;
  export const linkToTable: () => string;
  export const copyLink: () => string;
  export const copied: () => string;
  export const pressToCopy: () => string;
  export const send: () => string;
  export const picture: () => string;
  export const record: () => string;
  export const embed: () => string;
  export const embedLabel: () => string;
  export const copyEmbed: () => string;
  export const failed: () => string;
}

declare module 'messages:shell' {
  export const skip: () => string;
  export const newVersion: () => string;
  export const reload: () => string;
  export const home: () => string;
  export const mainLinks: () => string;
  export const tables: () => string;
  export const wall: () => string;
  export const games: () => string;
  export const puzzles: () => string;
  export const leaderboards: () => string;
  export const rules: () => string;
  export const about: () => string;
  export const settings: () => string;
  export const yourPage: () => string;
  export const yourPageAs: (values: { name: string | number }) => string;
  export const menu: () => string;
  export const languages: () => string;
  export const milliseconds: (values: { ms: string | number }) => string;
  export const connection: {
    connecting: () => string;
    connected: () => string;
    reconnecting: () => string;
    offline: () => string;
    outdated: () => string;
  };
  export const loading: () => string;
  export const notLoaded: () => string;
  export const pageNotLoaded: () => string;
  export const perhapsNewVersion: () => string;
  export const partMissing: () => string;
  export const gamesNotFetched: () => string;
  export const languageNotKept: () => string;
  export const tryAgain: () => string;
  export const oneMoment: () => string;
  export const youAreOffline: () => string;
  export const askName: () => string;
  export const changeName: () => string;
  export const nameIsAll: () => string;
  export const yourName: () => string;
  export const nameless: () => string;
  export const cancel: () => string;
  export const save: () => string;
  export const goOn: () => string;
  export const unread: () => string;
  export const peopleWatching: (values: { count: number }) => string;
  export const watching: (values: { count: string | number }) => string;
}

declare module 'messages:time' {
  export const underMinute: () => string;
  export const minutes: (values: { minutes: string | number }) => string;
  export const hours: (values: { hours: string | number }) => string;
  export const hoursMinutes: (values: { hours: string | number; minutes: string | number }) => string;
  export const days: (values: { count: number }) => string;
}
