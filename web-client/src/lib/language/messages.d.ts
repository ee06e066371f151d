// Written by `npm run messages` from `messages/en`: what each message takes.

declare module 'messages:analysis' {
  export const panel: () => string;
  export const nothing: () => string;
  export const later: () => string;
  export const showLine: () => string;
  export const turningPoints: () => string;
  export const turningPoint: (values: { name: string | number; action: string | number; best: string | number }) => string;
  export const betterMove: () => string;
  export const gaveAway: (values: { part: string | number }) => string;
  export const noTurningPoints: () => string;
  export const looking: () => string;
  export const waiting: () => string;
  export const analyse: () => string;
  export const analyseSoFar: () => string;
  export const curve: () => string;
  export const position: () => string;
  export const percent: (values: { part: string | number }) => string;
  export const worth: (values: { name: string | number; part: string | number }) => string;
  export const best: (values: { name: string | number; action: string | number }) => string;
  export const asGood: (values: { name: string | number; action: string | number }) => string;
  export const better: (values: { name: string | number; action: string | number; best: string | number; worth: string | number; value: string | number }) => string;
  export const seat: (values: { number: string | number }) => string;
  export const somebody: () => string;
}

declare module 'messages:history' {
  export const games: () => string;
  export const intro: () => string;
  export const noSuchGame: () => string;
  export const noGame: () => string;
  export const noneAmongNewest: () => string;
  export const fetching: () => string;
  export const older: () => string;
  export const filter: () => string;
  export const result: () => string;
  export const anyResult: () => string;
  export const won: () => string;
  export const drawn: () => string;
  export const lost: () => string;
  export const opponent: () => string;
  export const anyOpponent: () => string;
  export const against: (values: { name: string | number }) => string;
  export const ending: () => string;
  export const anyEnding: () => string;
  export const numbered: (values: { game: string | number; number: string | number }) => string;
  export const players: () => string;
  export const onlyAgainst: (values: { name: string | number }) => string;
  export const length: (values: { moves: number; span: string | number }) => string;
  export const inSeries: (values: { number: string | number; games: string | number; score: string | number }) => string;
}

declare module 'messages:leaderboards' {
  export const leaderboards: () => string;
  export const leaderboardOf: (values: { game: string | number }) => string;
  export const listed: (values: { games: number; days: number; deviation: string | number }) => string;
  export const fetchingGames: () => string;
  export const game: () => string;
  export const whoPlays: () => string;
  export const highest: (values: { board: string | number }) => string;
  export const place: () => string;
  export const player: () => string;
  export const rating: () => string;
  export const games: () => string;
  export const lastPlayed: () => string;
  export const you: () => string;
  export const played: (values: { ago: string | number }) => string;
  export const nobody: (values: { game: string | number }) => string;
  export const nobodyAgainstComputers: (values: { game: string | number }) => string;
  export const playRated: () => string;
  export const fetching: () => string;
  export const more: () => string;
  export const own: (values: { deviation: string | number; games: number }) => string;
}

declare module 'messages:profile' {
  export const player: () => string;
  export const nobody: () => string;
  export const noPlayer: () => string;
  export const leaderboards: () => string;
  export const tryAgain: () => string;
  export const fetching: () => string;
  export const isYou: () => string;
  export const since: (values: { day: string | number; games: number }) => string;
  export const changeName: () => string;
  export const againstYou: () => string;
  export const somebody: () => string;
  export const ratings: () => string;
  export const ratingOf: (values: { name: string | number; game: string | number }) => string;
  export const unrated: () => string;
  export const unratedYourself: () => string;
  export const finished: () => string;
  export const noSuchGame: () => string;
  export const noGame: () => string;
  export const games: (values: { games: number }) => string;
  export const game: () => string;
  export const gameNumber: (values: { number: string | number }) => string;
  export const ratedThen: (values: { which: string | number; day: string | number; rated: string | number; least: string | number; most: string | number }) => string;
  export const likely: (values: { least: string | number; most: string | number }) => string;
  export const lookBack: () => string;
  export const asTable: () => string;
  export const finishedAt: () => string;
  export const rating: () => string;
  export const furtherBack: () => string;
}

declare module 'messages:puzzles' {
  export const ofTheDay: () => string;
  export const ofTheDayLabel: (values: { game: string | number; task: string | number }) => string;
  export const gameAndRating: (values: { game: string | number }) => string;
  export const task: (values: { seat: string | number }) => string;
  export const somebody: () => string;
  export const firstTry: () => string;
  export const found: () => string;
  export const notThis: () => string;
  export const gap: (values: { best: string | number; second: string | number }) => string;
  export const solved: () => string;
  export const tried: () => string;
}

declare module 'messages:ratings' {
  export const rated: (values: { rating: string | number }) => string;
  export const ratedProvisional: (values: { rating: string | number }) => string;
  export const provisional: (values: { rating: string | number }) => string;
  export const firstRating: () => string;
  export const change: {
    first: (values: { rated: string | number }) => string;
    same: (values: { rated: string | number }) => string;
    up: (values: { rated: string | number; by: string | number }) => string;
    down: (values: { rated: string | number; by: string | number }) => string;
  };
  export const stakes: {
    casual: () => string;
    rated: () => string;
    computers: () => string;
  };
  export const pool: {
    two: () => string;
    more: () => string;
    computers: () => string;
    computers_more: () => string;
  };
  export const amongPeople: () => string;
  export const littleKnown: () => string;
  export const unrated: {
    not_all_moved: () => string;
    too_often: () => string;
  };
}

declare module 'messages:review' {
  export const firstPosition: () => string;
  export const stoodThen: () => string;
  export const afterMove: (values: { move: string | number; all: string | number }) => string;
  export const game: () => string;
  export const gameOf: (values: { game: string | number; names: string | number }) => string;
  export const noGame: () => string;
  export const noGameWhy: () => string;
  export const allGames: () => string;
  export const tryAgain: () => string;
  export const fetching: () => string;
  export const players: () => string;
  export const open: () => string;
  export const notShown: () => string;
}

declare module 'messages:rules' {
  export const rules: () => string;
  export const rulesOf: (values: { game: string | number }) => string;
  export const why: () => string;
  export const close: () => string;
  export const fetching: () => string;
  export const failed: () => string;
  export const none: () => string;
  export const inEnglish: () => string;
  export const loadAgain: () => string;
  export const players: (values: { fewest: string | number; most: string | number }) => string;
  export const playersExactly: (values: { count: number }) => string;
  export const playersAndDesigner: (values: { players: string | number; designer: string | number }) => string;
  export const about: (values: { designer: string | number; players: string | number }) => string;
  export const notWritten: () => string;
  export const all: () => string;
  export const fetchingGames: () => string;
  export const onThisPage: () => string;
  export const openTable: () => string;
  export const linkTo: (values: { title: string | number }) => string;
  export const leftOpen: () => string;
  export const dice: (values: { dice: string | number }) => string;
  export const used: (values: { face: string | number }) => string;
  export const waits: (values: { piece: string | number }) => string;
  export const wait: (values: { count: number }) => string;
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

declare module 'messages:solving' {
  export const nameFirst: () => string;
  export const triedBefore: () => string;
  export const puzzle: () => string;
  export const puzzleOf: (values: { game: string | number }) => string;
  export const heading: (values: { game: string | number }) => string;
  export const board: (values: { game: string | number }) => string;
  export const theTask: () => string;
  export const rating: () => string;
  export const ownChange: () => string;
  export const playAgain: () => string;
  export const next: () => string;
  export const showSolution: () => string;
  export const another: () => string;
  export const fromGame: () => string;
  export const fromComputers: () => string;
  export const coordinates: () => string;
  export const settingUp: () => string;
  export const puzzles: () => string;
  export const intro: () => string;
  export const ownRating: () => string;
  export const game: () => string;
  export const fetchingGames: () => string;
  export const fetching: () => string;
  export const none: () => string;
  export const numbered: (values: { number: string | number }) => string;
  export const tries: (values: { tries: number }) => string;
  export const more: () => string;
}

declare module 'messages:verify' {
  export const heading: () => string;
  export const intro: () => string;
  export const record: () => string;
  export const pick: () => string;
  export const orDrop: () => string;
  export const recordText: () => string;
  export const everyRoll: () => string;
  export const roll: () => string;
  export const roller: () => string;
  export const dice: () => string;
  export const fits: () => string;
  export const limitsHeading: () => string;
  export const limits: () => string;
  export const noScript: () => string;
  export const misfit: (values: { flaw: string | number }) => string;
  export const seat: (values: { number: string | number }) => string;
  export const lost: () => string;
  export const yes: () => string;
  export const no: () => string;
  export const unread: () => string;
  export const seal: () => string;
  export const secret: () => string;
  export const waiting: () => string;
  export const share: () => string;
  export const pledge: () => string;
  export const none: () => string;
}
