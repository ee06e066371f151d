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
  export const data: () => string;
  export const dataKept: () => string;
}

declare module 'messages:account' {
  export const account: () => string;
  export const guestAbout: (values: { name: string | number }) => string;
  export const about: (values: { name: string | number }) => string;
  export const register: () => string;
  export const registerPasskey: () => string;
  export const registerPassword: () => string;
  export const noPasskeys: () => string;
  export const passkeys: () => string;
  export const passkeyUsed: (values: { host: string | number; made: string | number; used: string | number }) => string;
  export const addPasskey: () => string;
  export const remove: (values: { name: string | number }) => string;
  export const password: () => string;
  export const hasPassword: () => string;
  export const noPassword: () => string;
  export const newPassword: () => string;
  export const passwordHint: (values: { count: string | number }) => string;
  export const savePassword: () => string;
  export const setPassword: () => string;
  export const changePassword: () => string;
  export const removePassword: () => string;
  export const codes: () => string;
  export const codesLeft: (values: { count: number }) => string;
  export const newCodes: () => string;
  export const keepCodes: () => string;
  export const copyCodes: () => string;
  export const kept: () => string;
  export const signIn: () => string;
  export const signInAbout: () => string;
  export const confirm: () => string;
  export const confirmAbout: () => string;
  export const bringGuest: (values: { name: string | number }) => string;
  export const merge: () => string;
  export const mergeAbout: () => string;
  export const mergeYes: () => string;
  export const byPasskey: () => string;
  export const orByName: () => string;
  export const name: () => string;
  export const code: () => string;
  export const useCode: () => string;
  export const usePassword: () => string;
  export const cancelled: () => string;
  export const cancel: () => string;
  export const createdWith: (values: { device: string | number }) => string;
  export const data: () => string;
  export const dataAbout: () => string;
  export const download: () => string;
  export const erase: () => string;
  export const deleteAsk: () => string;
  export const deleteYes: () => string;
  export const deleteNo: () => string;
}

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

declare module 'messages:arrival' {
  export const page: (values: { title: string | number }) => string;
  export const table: () => string;
  export const tryAgain: () => string;
  export const going: () => string;
  export const noSuchTable: () => string;
  export const noTable: () => string;
  export const incomplete: () => string;
  export const askForLink: () => string;
  export const toTables: () => string;
}

declare module 'messages:authorize' {
  export const page: () => string;
  export const question: (values: { app: string | number }) => string;
  export const asYou: (values: { name: string | number }) => string;
  export const may: () => string;
  export const scopes: {
    read: () => string;
    play: () => string;
    chat: () => string;
  };
  export const mayNot: () => string;
  export const unknown: () => string;
  export const allow: () => string;
  export const deny: () => string;
  export const nameFirst: () => string;
  export const sayName: () => string;
  export const signIn: () => string;
  export const broken: () => string;
  export const brokenAbout: () => string;
  export const fetching: () => string;
  export const tryAgain: () => string;
}

declare module 'messages:board' {
  export const board: () => string;
  export const piece: (values: { piece: string | number }) => string;
  export const pieceOf: (values: { piece: string | number; name: string | number }) => string;
  export const pointing: (values: { piece: string | number; place: string | number }) => string;
  export const somebody: () => string;
  export const places: {
    safeSpot: (values: { place: string | number }) => string;
    mound: (values: { place: string | number }) => string;
    stockpile: (values: { place: string | number }) => string;
  };
  export const ground: (values: { name: string | number }) => string;
  export const stack: (values: { piece: string | number }) => string;
  export const root: () => string;
  export const hole: () => string;
  export const empty: () => string;
  export const picked: () => string;
  export const target: () => string;
  export const canMove: () => string;
  export const canBePicked: () => string;
  export const rank: (values: { rank: string | number }) => string;
  export const file: (values: { file: string | number }) => string;
  export const row: (values: { row: string | number }) => string;
  export const keys: () => string;
  export const last: {
    goal: () => string;
    touched: () => string;
  };
}

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
  export const report: () => string;
  export const mute: (values: { name: string | number }) => string;
  export const hearAgain: (values: { name: string | number }) => string;
  export const nothingYet: () => string;
  export const silent: () => string;
  export const phrasesAlone: () => string;
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

declare module 'messages:clubs' {
  export const title: () => string;
  export const lead: () => string;
  export const search: () => string;
  export const none: () => string;
  export const noneSuch: () => string;
  export const more: () => string;
  export const fetching: () => string;
  export const memberCount: (values: { count: number }) => string;
  export const founded: (values: { day: string | number }) => string;
  export const ownedBy: () => string;
  export const found: () => string;
  export const needsAccount: () => string;
  export const yourPage: () => string;
  export const name: () => string;
  export const about: () => string;
  export const aboutHint: () => string;
  export const create: () => string;
  export const save: () => string;
  export const cancel: () => string;
  export const join: () => string;
  export const leave: () => string;
  export const youAreIn: () => string;
  export const isYours: () => string;
  export const leaveQuestion: (values: { name: string | number }) => string;
  export const leaveOwn: (values: { name: string | number }) => string;
  export const leaveLast: (values: { name: string | number }) => string;
  export const yesLeave: () => string;
  export const edit: () => string;
  export const close: () => string;
  export const closeQuestion: (values: { name: string | number }) => string;
  export const yesClose: () => string;
  export const members: () => string;
  export const owner: () => string;
  export const since: (values: { day: string | number }) => string;
  export const allMembers: (values: { count: string | number }) => string;
  export const putOut: (values: { name: string | number }) => string;
  export const putOutQuestion: (values: { name: string | number }) => string;
  export const yesPutOut: () => string;
  export const handOver: (values: { name: string | number }) => string;
  export const handOverQuestion: (values: { name: string | number }) => string;
  export const yesHandOver: () => string;
  export const expelled: () => string;
  export const letIn: (values: { name: string | number }) => string;
  export const tables: () => string;
  export const noTables: () => string;
}

declare module 'messages:contacts' {
  export const friends: () => string;
  export const lead: () => string;
  export const nobodyYet: () => string;
  export const nameFirst: () => string;
  export const sayName: () => string;
  export const findPlayers: () => string;
  export const fetching: () => string;
  export const tryAgain: () => string;
  export const online: () => string;
  export const offline: () => string;
  export const watch: (values: { name: string | number }) => string;
  export const follow: () => string;
  export const following: () => string;
  export const unfollow: (values: { name: string | number }) => string;
  export const challenge: () => string;
  export const challengeWhom: (values: { name: string | number }) => string;
  export const block: () => string;
  export const unblock: () => string;
  export const unblockWhom: (values: { name: string | number }) => string;
  export const blockQuestion: (values: { name: string | number }) => string;
  export const yesBlock: () => string;
  export const cancel: () => string;
  export const isBlocked: () => string;
  export const report: () => string;
  export const blockedTitle: () => string;
  export const reach: () => string;
  export const whoChallenges: () => string;
  export const from: {
    everyone: () => string;
    registered: () => string;
    followed: () => string;
    nobody: () => string;
  };
  export const showsOnline: () => string;
  export const challenges: (values: { count: number }) => string;
  export const wantsRematch: (values: { count: number }) => string;
  export const challengeLabel: () => string;
  export const accept: (values: { title: string | number }) => string;
  export const decline: (values: { title: string | number }) => string;
  export const later: () => string;
  export const challengeCount: (values: { count: number }) => string;
}

declare module 'messages:device' {
  export const explained: () => string;
  export const pause: () => string;
  export const pauseWhy: () => string;
  export const player: (values: { number: string | number }) => string;
  export const nameless: (values: { most: string | number }) => string;
}

declare module 'messages:deviceTable' {
  export const title: () => string;
  export const setting: () => string;
  export const handOver: (values: { name: string | number }) => string;
  export const ready: () => string;
  export const again: () => string;
  export const lookBack: () => string;
}

declare module 'messages:dice' {
  export const wrong: () => string;
  export const lost: (values: { who: string | number; name: string | number }) => string;
  export const houseAlone: () => string;
  export const unseen: () => string;
  export const beforehand: () => string;
  export const beforeMove: (values: { who: string | number; name: string | number }) => string;
  export const somebody: () => string;
  export const alarm: {
    seal: () => string;
    pledge: () => string;
    dice: () => string;
    parts: () => string;
    seal_changed: () => string;
    pledge_changed: () => string;
    share_changed: () => string;
    order: () => string;
    lost_order: () => string;
    regressed: () => string;
    own_share: () => string;
    own_pledge: () => string;
    own_lost: () => string;
    own_leave: () => string;
  };
  export const ownTitle: () => string;
  export const alarmTitle: () => string;
  export const atRoll: (values: { k: string | number; what: string | number }) => string;
  export const perhapsYou: () => string;
  export const noRecord: () => string;
  export const otherTurn: () => string;
  export const otherGame: (values: { k: string | number }) => string;
  export const otherSeen: (values: { k: string | number }) => string;
  export const fits: (values: { count: number }) => string;
  export const fitsButLost: (values: { count: number; lost: string | number }) => string;
  export const oneAddsNothing: () => string;
  export const noneAdds: () => string;
  export const knewSome: (values: { count: string | number }) => string;
  export const knewAll: () => string;
}

declare module 'messages:diceDetails' {
  export const noMore: () => string;
  export const save: () => string;
  export const checkYourself: () => string;
  export const notFetched: () => string;
  export const details: () => string;
  export const rollNumber: (values: { k: string | number }) => string;
  export const seal: () => string;
  export const notSeen: () => string;
  export const secret: () => string;
  export const waitingPart: (values: { name: string | number }) => string;
  export const rollingPart: (values: { name: string | number }) => string;
  export const lostPart: () => string;
  export const diceGiven: () => string;
  export const noDice: () => string;
  export const nextSeal: (values: { k: string | number }) => string;
  export const notKnown: () => string;
  export const partsLost: (values: { name: string | number }) => string;
  export const addsNothing: () => string;
  export const computers: () => string;
  export const forgets: () => string;
  export const howHonest: () => string;
  export const done: () => string;
  export const yourPart: () => string;
  export const partNotHere: () => string;
  export const whereItLies: () => string;
  export const ifGone: (values: { name: string | number }) => string;
  export const isLost: () => string;
  export const askToLose: (values: { name: string | number }) => string;
}

declare module 'messages:explorer' {
  export const title: () => string;
  export const titleOf: (values: { game: string | number }) => string;
  export const intro: () => string;
  export const fetchingGames: () => string;
  export const game: () => string;
  export const setup: () => string;
  export const choice: (values: { option: string | number; choice: string | number }) => string;
  export const settingUp: () => string;
  export const board: (values: { game: string | number }) => string;
  export const line: () => string;
  export const start: () => string;
  export const givenPosition: () => string;
  export const toStart: () => string;
  export const oneBack: () => string;
  export const fromStart: () => string;
  export const wrongLine: () => string;
  export const wrongPosition: () => string;
  export const longLine: (values: { count: string | number }) => string;
  export const over: () => string;
  export const diceDue: () => string;
  export const diceDecide: () => string;
  export const played: () => string;
  export const looking: () => string;
  export const found: (values: { games: number }) => string;
  export const nobody: () => string;
  export const nobodyAtAll: () => string;
  export const move: () => string;
  export const games: () => string;
  export const result: () => string;
  export const shared: () => string;
  export const rating: () => string;
  export const meanRating: () => string;
  export const all: () => string;
  export const wonGames: (values: { seat: string | number; games: number }) => string;
  export const sharedGames: (values: { games: string | number }) => string;
  export const unplayed: () => string;
  export const examples: () => string;
  export const allGames: () => string;
  export const name: () => string;
  export const nameHelp: () => string;
  export const text: () => string;
  export const key: () => string;
  export const copy: () => string;
  export const explore: () => string;
  export const stood: () => string;
  export const forget: () => string;
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

declare module 'messages:glance' {
  export const waiting: () => string;
  export const starting: () => string;
  export const over: () => string;
  export const paused: () => string;
  export const yourTurn: () => string;
  export const theirTurn: (values: { name: string | number }) => string;
  export const opponentsTurn: () => string;
  export const watch: (values: { title: string | number; players: string | number }) => string;
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

declare module 'messages:keys' {
  export const title: () => string;
  export const none: () => string;
  export const noScore: () => string;
  export const noPieces: () => string;
  export const watching: () => string;
  export const score: (values: { who: string | number; name: string | number; points: string | number; label: string | number }) => string;
  export const scores: (values: { scores: string | number }) => string;
  export const pieces: (values: { pieces: string | number }) => string;
  export const tray: (values: { tray: string | number; pieces: string | number }) => string;
  export const list: {
    tab: {
      key: () => string;
      does: () => string;
    };
    arrows: {
      key: () => string;
      does: () => string;
    };
    ends: {
      key: () => string;
      does: () => string;
    };
    enter: {
      key: () => string;
      does: () => string;
    };
    escape: {
      key: () => string;
      does: () => string;
    };
    sizes: {
      key: () => string;
      does: () => string;
    };
    last: {
      key: () => string;
      does: () => string;
    };
    score: {
      key: () => string;
      does: () => string;
    };
    pieces: {
      key: () => string;
      does: () => string;
    };
    help: {
      key: () => string;
      does: () => string;
    };
  };
}

declare module 'messages:layout' {
  export const thePiece: (values: { piece: string | number }) => string;
  export const thatPiece: (values: { piece: string | number }) => string;
  export const noPiece: (values: { piece: string | number }) => string;
  export const movedPiece: (values: { piece: string | number }) => string;
  export const movedPieceOf: (values: { piece: string | number; name: string | number }) => string;
  export const pieceCount: (values: { piece: string | number; count: number }) => string;
  export const trays: {
    captured: () => string;
    stash: () => string;
    waitingToComeIn: () => string;
    out: () => string;
  };
  export const counters: {
    movesWithoutACapture: {
      label: () => string;
      help: () => string;
    };
    countdown: {
      label: () => string;
      help: () => string;
    };
    turns: {
      label: () => string;
      help: () => string;
    };
    turnsWithoutAMove: {
      label: () => string;
      help: () => string;
    };
    turnsWithoutAPieceGoingOut: {
      label: () => string;
      help: () => string;
    };
    movesWithoutASinking: {
      label: () => string;
      help: () => string;
    };
    timesInThisPosition: {
      label: () => string;
      help: () => string;
    };
  };
  export const tokens: {
    pass: {
      label: () => string;
      spoken: () => string;
    };
    endTurn: {
      label: () => string;
      spoken: () => string;
    };
    startTheCountdown: {
      label: () => string;
      spoken: () => string;
    };
    layANull: {
      label: () => string;
      spoken: () => string;
    };
    layARoot: {
      label: () => string;
      spoken: () => string;
    };
    small: {
      label: () => string;
      spoken: () => string;
    };
    medium: {
      label: () => string;
      spoken: () => string;
    };
    large: {
      label: () => string;
      spoken: () => string;
    };
    waitingPawn: {
      label: () => string;
      spoken: () => string;
    };
    waitingDrone: {
      label: () => string;
      spoken: () => string;
    };
    waitingQueen: {
      label: () => string;
      spoken: () => string;
    };
    out: {
      label: () => string;
      spoken: () => string;
    };
  };
}

declare module 'messages:leaderboards' {
  export const leaderboards: () => string;
  export const leaderboardOf: (values: { game: string | number }) => string;
  export const listed: (values: { games: number; days: number }) => string;
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
  export const provisional: () => string;
  export const provisionalOf: (values: { board: string | number }) => string;
  export const established: (values: { games: number }) => string;
}

declare module 'messages:learn' {
  export const title: () => string;
  export const lead: () => string;
  export const lesson: (values: { game: string | number }) => string;
  export const board: (values: { game: string | number }) => string;
  export const again: () => string;
  export const step: (values: { at: string | number; of: string | number }) => string;
  export const progress: (values: { done: string | number; of: string | number }) => string;
  export const done: () => string;
  export const steps: (values: { count: number }) => string;
  export const back: () => string;
  export const next: () => string;
  export const finish: () => string;
  export const show: () => string;
  export const retry: () => string;
  export const finished: () => string;
  export const finishedLead: (values: { game: string | number }) => string;
  export const play: () => string;
  export const puzzle: () => string;
  export const others: () => string;
  export const rules: () => string;
  export const fetching: () => string;
  export const failed: () => string;
  export const reload: () => string;
  export const none: () => string;
  export const newHere: (values: { game: string | number }) => string;
  export const learnIt: () => string;
  export const learnNow: () => string;
}

declare module 'messages:mail' {
  export const title: () => string;
  export const about: () => string;
  export const address: () => string;
  export const send: () => string;
  export const code: () => string;
  export const sent: (values: { address: string | number }) => string;
  export const confirm: () => string;
  export const another: () => string;
  export const on: (values: { address: string | number }) => string;
  export const off: () => string;
  export const page: () => string;
  export const endTitle: () => string;
  export const endAbout: () => string;
  export const end: () => string;
  export const ended: () => string;
  export const half: () => string;
  export const home: () => string;
}

declare module 'messages:moderation' {
  export const title: () => string;
  export const fetching: () => string;
  export const notForYou: () => string;
  export const tab: {
    open: () => string;
    closed: () => string;
    sanctions: () => string;
    log: () => string;
  };
  export const nothing: {
    open: () => string;
    closed: () => string;
    sanctions: () => string;
    log: () => string;
  };
  export const more: () => string;
  export const back: () => string;
  export const reportTitle: (values: { name: string | number }) => string;
  export const whatFor: () => string;
  export const reason: {
    insults: () => string;
    cheating: () => string;
    name: () => string;
    other: () => string;
  };
  export const whatHappened: () => string;
  export const withChat: () => string;
  export const toModerators: () => string;
  export const sendReport: () => string;
  export const cancel: () => string;
  export const thanks: () => string;
  export const done: () => string;
  export const reportedBy: (values: { when: string | number }) => string;
  export const saidThere: () => string;
  export const theGame: () => string;
  export const openFile: () => string;
  export const upheld: () => string;
  export const dismissed: () => string;
  export const noteForLog: () => string;
  export const closedBy: {
    upheld: (values: { when: string | number }) => string;
    dismissed: (values: { when: string | number }) => string;
  };
  export const notAllowed: () => string;
  export const kind: {
    mute: () => string;
    ban: () => string;
  };
  export const kindMeans: {
    mute: () => string;
    ban: () => string;
  };
  export const forWhom: () => string;
  export const theirAddress: () => string;
  export const range: () => string;
  export const guestsOnly: () => string;
  export const howLong: () => string;
  export const forHours: (values: { hours: number }) => string;
  export const forDays: (values: { days: number }) => string;
  export const always: () => string;
  export const why: () => string;
  export const theyAreTold: () => string;
  export const impose: {
    mute: () => string;
    ban: () => string;
  };
  export const forEver: {
    mute: () => string;
    ban: () => string;
  };
  export const until: {
    mute: (values: { until: string | number }) => string;
    ban: (values: { until: string | number }) => string;
  };
  export const guestsFrom: (values: { addresses: string | number }) => string;
  export const guestsOf: (values: { name: string | number }) => string;
  export const guestsGone: () => string;
  export const imposedBy: (values: { when: string | number }) => string;
  export const lift: () => string;
  export const lifted: (values: { when: string | number }) => string;
  export const over: () => string;
  export const here: () => string;
  export const away: () => string;
  export const muteOrBan: () => string;
  export const sanctions: () => string;
  export const noSanctions: () => string;
  export const reports: () => string;
  export const noReports: () => string;
  export const takeName: () => string;
  export const takeNameAsk: (values: { name: string | number }) => string;
  export const takeNameYes: () => string;
  export const fairPlay: () => string;
  export const noRated: () => string;
  export const fairPlayAbout: (values: { games: number }) => string;
  export const thrown: (values: { count: number }) => string;
  export const given: (values: { count: number }) => string;
  export const opponent: () => string;
  export const games: () => string;
  export const won: () => string;
  export const sameAddress: () => string;
  export const theirGames: () => string;
  export const shutOut: () => string;
  export const action: {
    upheld: () => string;
    dismissed: () => string;
    muted: () => string;
    banned: () => string;
    lifted: () => string;
    club_closed: () => string;
    name_taken: () => string;
  };
  export const untilWhen: (values: { until: string | number }) => string;
  export const standing: () => string;
  export const youAreGuest: () => string;
  export const appeals: () => string;
  export const youModerate: () => string;
  export const toReports: () => string;
}

declare module 'messages:name' {
  export const askName: () => string;
  export const changeName: () => string;
  export const nameIsAll: () => string;
  export const yourName: () => string;
  export const nameless: () => string;
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
  export const challengeTitle: (values: { name: string | number }) => string;
  export const sendChallenge: () => string;
  export const betweenYou: () => string;
  export const ratedPublic: () => string;
  export const oneMoment: () => string;
}

declare module 'messages:notFound' {
  export const nothingHere: () => string;
  export const onlySand: () => string;
  export const leadsNowhere: () => string;
  export const toStart: () => string;
}

declare module 'messages:privacy' {
  export const page: () => string;
  export const title: () => string;
  export const intro: () => string;
  export const name: () => string;
  export const nameFor: () => string;
  export const signIn: () => string;
  export const signInFor: () => string;
  export const sessions: () => string;
  export const sessionsFor: () => string;
  export const games: () => string;
  export const gamesFor: () => string;
  export const tournaments: () => string;
  export const tournamentsFor: () => string;
  export const clubs: () => string;
  export const clubsFor: () => string;
  export const chat: () => string;
  export const chatFor: () => string;
  export const puzzles: () => string;
  export const puzzlesFor: () => string;
  export const contacts: () => string;
  export const contactsFor: () => string;
  export const reports: () => string;
  export const reportsFor: () => string;
  export const likes: () => string;
  export const likesFor: () => string;
  export const push: () => string;
  export const pushFor: () => string;
  export const mail: () => string;
  export const mailFor: () => string;
  export const address: () => string;
  export const addressFor: () => string;
  export const browser: () => string;
  export const browserFor: () => string;
  export const copies: () => string;
  export const copiesFor: () => string;
  export const take: () => string;
  export const takeHow: () => string;
  export const takeGuest: () => string;
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
  export const volatility: () => string;
  export const bothTimes: (values: { rating: string | number; now: string | number; last: string | number }) => string;
  export const furtherBack: () => string;
  export const isGuest: () => string;
  export const opponents: () => string;
  export const record: (values: { won: string | number; drawn: string | number; lost: string | number }) => string;
  export const gamesAgainst: (values: { games: number; name: string | number }) => string;
  export const allOpponents: (values: { count: string | number }) => string;
  export const wonLast: (values: { count: string | number }) => string;
  export const curveLater: () => string;
}

declare module 'messages:prompts' {
  export const asks: {
    choose: () => string;
    roll: () => string;
    roll_for_start: () => string;
    roll_again_for_start: (values: { die: string | number }) => string;
    roll_as_winner: (values: { high: string | number; name: string | number; low: string | number }) => string;
    piece: () => string;
    piece_by_die: (values: { left: number; dice: string | number }) => string;
    piece_up_to_die: (values: { left: number; dice: string | number }) => string;
    goal: (values: { piece: string | number }) => string;
    hole: () => string;
    root: () => string;
    root_beside: () => string;
    build: (values: { piece: string | number }) => string;
    size: () => string;
    aim: (values: { piece: string | number }) => string;
    end_all_used: () => string;
    end_stuck: () => string;
    pass: () => string;
    pass_both_dice: () => string;
  };
  export const asksOfOthers: {
    roll_for_start: (values: { who: string | number }) => string;
    roll_again_for_start: (values: { die: string | number; who: string | number }) => string;
    roll_as_winner: (values: { who: string | number; high: string | number; owner: string | number; name: string | number; low: string | number }) => string;
  };
  export const turns: {
    act: (values: { who: string | number }) => string;
    roll: (values: { who: string | number }) => string;
  };
  export const objections: {
    not_now: () => string;
    empty: () => string;
    others_ground: (values: { thatPiece: string | number; owner: string | number; name: string | number }) => string;
    others_piece: (values: { thatPiece: string | number; owner: string | number; name: string | number }) => string;
    stuck: (values: { thatPiece: string | number }) => string;
    own_piece: () => string;
    merged_size_taken: (values: { piece: string | number }) => string;
    merged_too_large: (values: { largest: string | number }) => string;
    stride: (values: { size: string | number }) => string;
    blocked: () => string;
    rejection: () => string;
    occupied: () => string;
    hole: () => string;
    splits_board: () => string;
    root_apart: () => string;
    nothing_beside: () => string;
    none_left: (values: { noPiece: string | number }) => string;
    not_beside: () => string;
    nothing_to_point_at: () => string;
    one_step: () => string;
    not_by_die: (values: { dice: string | number }) => string;
    too_far: (values: { dice: string | number }) => string;
    other_column: () => string;
    not_smaller: () => string;
    other_die_stuck: (values: { die: string | number }) => string;
    undoes: () => string;
    dice_used: () => string;
    dice_left: () => string;
    must_move: () => string;
    others_spot: (values: { owner: string | number; name: string | number }) => string;
    defended: () => string;
    onto_smaller: () => string;
    empty_space: () => string;
    out_in_order: (values: { piece: string | number }) => string;
  };
  export const somebody: () => string;
  export const unknown: () => string;
  export const gained: (values: { points: string | number }) => string;
  export const lost: (values: { points: string | number }) => string;
  export const change: (values: { change: string | number; label: string | number }) => string;
  export const othersChange: (values: { name: string | number; change: string | number }) => string;
  export const confirm: (values: { action: string | number }) => string;
  export const endWithDice: (values: { left: number; label: string | number }) => string;
  export const premove: (values: { from: string | number; to: string | number }) => string;
  export const premoveTo: () => string;
  export const cancelPremove: () => string;
}

declare module 'messages:proof' {
  export const button: () => string;
  export const heading: () => string;
  export const what: () => string;
  export const save: () => string;
  export const check: () => string;
  export const checkFile: () => string;
  export const noProof: () => string;
  export const byBrowser: (values: { number: string | number }) => string;
  export const byHouse: () => string;
  export const signature: () => string;
  export const signatureWrong: () => string;
  export const dice: () => string;
  export const diceWrong: () => string;
  export const noDice: () => string;
  export const line: () => string;
  export const result: () => string;
  export const ratings: () => string;
  export const unrated: () => string;
  export const signedToo: () => string;
  export const ownKey: () => string;
  export const otherKey: () => string;
  export const withoutHouse: () => string;
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
  export const tournamentGame: () => string;
  export const yourTurn: () => string;
  export const tableWith: (values: { title: string | number; names: string | number }) => string;
  export const challenge: (values: { names: string | number; count: number }) => string;
  export const challenged: () => string;
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

declare module 'messages:refusals' {
  export const refusal: {
    no_session: () => string;
    seat_only: () => string;
    no_scope: () => string;
    bad_name: () => string;
    name_taken: () => string;
    bad_password: () => string;
    bad_passkey: () => string;
    wrong_credentials: () => string;
    seated_as_guest: () => string;
    no_account: () => string;
    bad_mail_address: () => string;
    no_mail: () => string;
    wrong_code: () => string;
    not_fresh: () => string;
    last_credential: () => string;
    still_seated: () => string;
    bad_merge: () => string;
    no_newcomers: () => string;
    chat_off: () => string;
    muted: (values: { detail: string | number }) => string;
    banned: (values: { detail: string | number }) => string;
    no_moderator: () => string;
    no_report: () => string;
    no_sanction: () => string;
    bad_contact: () => string;
    blocked: () => string;
    no_challenges: () => string;
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
    bad_query: (values: { detail: string | number }) => string;
    bad_proof: () => string;
    no_proof: () => string;
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
    no_review: () => string;
    not_leader: () => string;
    bad_club: () => string;
    club_name_taken: () => string;
    bad_tournament: () => string;
    no_tournament: () => string;
    tournament_over: () => string;
    no_club: () => string;
    not_member: () => string;
    not_owner: () => string;
    expelled: () => string;
  };
}

declare module 'messages:result' {
  export const title: () => string;
  export const draw: (values: { points: string | number }) => string;
  export const showBoard: () => string;
  export const rematch: () => string;
  export const join: () => string;
  export const follow: () => string;
  export const offered: (values: { names: string | number }) => string;
  export const wanted: (values: { name: string | number }) => string;
  export const isSetUp: () => string;
  export const toTable: () => string;
  export const newOpponent: () => string;
  export const newGame: () => string;
  export const review: () => string;
  export const aborted: () => string;
  export const wasEnded: () => string;
  export const endedBy: (values: { name: string | number }) => string;
  export const toTables: () => string;
  export const goOn: (values: { number: string | number; games: string | number }) => string;
  export const goOnIn: (values: { number: string | number; games: string | number; seconds: string | number }) => string;
  export const followTo: (values: { number: string | number; games: string | number }) => string;
  export const stay: () => string;
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
  export const guest: () => string;
  export const guestTitle: () => string;
  export const deleted: () => string;
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
  export const tokens: () => string;
  export const tokensAbout: () => string;
  export const token: () => string;
  export const tokenMade: (values: { name: string | number }) => string;
  export const tokenOnce: () => string;
  export const copyToken: () => string;
  export const tokenUsed: (values: { made: string | number; used: string | number }) => string;
  export const revoke: (values: { name: string | number }) => string;
  export const tokenName: () => string;
  export const tokenMay: () => string;
  export const makeToken: () => string;
  export const noToken: () => string;
  export const newToken: () => string;
  export const scopes: {
    read: () => string;
    play: () => string;
    chat: () => string;
  };
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
  export const film: () => string;
  export const record: () => string;
  export const embed: () => string;
  export const embedLabel: () => string;
  export const copyEmbed: () => string;
  export const failed: () => string;
}

declare module 'messages:sharedReview' {
  export const begin: () => string;
  export const title: () => string;
  export const leave: () => string;
  export const again: () => string;
  export const joining: () => string;
  export const youLead: () => string;
  export const youFollow: (values: { name: string | number }) => string;
  export const youLookElsewhere: (values: { name: string | number }) => string;
  export const backTo: (values: { name: string | number }) => string;
  export const guest: (values: { number: string | number }) => string;
  export const you: () => string;
  export const leading: () => string;
  export const handOver: () => string;
  export const handOverTo: (values: { name: string | number }) => string;
  export const link: () => string;
  export const noLine: () => string;
}

declare module 'messages:shell' {
  export const skip: () => string;
  export const newVersion: () => string;
  export const reload: () => string;
  export const home: () => string;
  export const mainLinks: () => string;
  export const tables: () => string;
  export const wall: () => string;
  export const tournaments: () => string;
  export const clubs: () => string;
  export const games: () => string;
  export const puzzles: () => string;
  export const leaderboards: () => string;
  export const friends: () => string;
  export const rules: () => string;
  export const about: () => string;
  export const settings: () => string;
  export const yourPageAs: (values: { name: string | number }) => string;
  export const yourTurns: (values: { count: number }) => string;
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
  export const pageNotLoaded: () => string;
  export const perhapsNewVersion: () => string;
  export const partMissing: () => string;
  export const languageNotKept: () => string;
  export const tryAgain: () => string;
  export const youAreOffline: () => string;
  export const cancel: () => string;
  export const save: () => string;
  export const goOn: () => string;
  export const unread: () => string;
  export const peopleWatching: (values: { count: number }) => string;
  export const watching: (values: { count: string | number }) => string;
  export const failed: () => string;
  export const unreachable: () => string;
  export const signIn: () => string;
  export const haveAccount: () => string;
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

declare module 'messages:speech' {
  export const sit: (values: { name: string | number }) => string;
  export const stand: (values: { seat: string | number }) => string;
  export const fewer: (values: { count: string | number }) => string;
  export const start: () => string;
  export const roll: (values: { who: string | number; name: string | number; dice: string | number }) => string;
  export const ready: (values: { who: string | number; name: string | number }) => string;
  export const undo: (values: { who: string | number; name: string | number }) => string;
  export const swap: (values: { who: string | number; name: string | number }) => string;
  export const takeover: (values: { level: string | number; name: string | number }) => string;
  export const finish: (values: { result: string | number }) => string;
  export const somebody: () => string;
  export const said: (values: { who: string | number; name: string | number; action: string | number }) => string;
  export const did: (values: { who: string | number; name: string | number; steps: string | number }) => string;
  export const didWith: (values: { who: string | number; name: string | number; steps: string | number; extra: string | number }) => string;
  export const motions: {
    move: (values: { who: string | number; moved: string | number; from: string | number; to: string | number }) => string;
    lay: (values: { who: string | number; moved: string | number; place: string | number }) => string;
    point: (values: { who: string | number; moved: string | number; place: string | number; to: string | number }) => string;
    capture: (values: { who: string | number; moved: string | number }) => string;
    merge: (values: { who: string | number; piece: string | number }) => string;
    sink: (values: { who: string | number; place: string | number }) => string;
    hit: (values: { who: string | number; moved: string | number; place: string | number }) => string;
    enter: (values: { who: string | number; moved: string | number; place: string | number }) => string;
    exit: (values: { who: string | number; moved: string | number; place: string | number }) => string;
  };
  export const rolled: (values: { dice: string | number }) => string;
  export const steps: {
    undo: () => string;
    takeback: () => string;
    lost: () => string;
    swap: () => string;
    takeover: () => string;
  };
  export const meetings: {
    capture: () => string;
    hit: () => string;
    merge: () => string;
    sink: () => string;
  };
  export const secondsLeft: (values: { seconds: string | number }) => string;
  export const rematch: () => string;
}

declare module 'messages:table' {
  export const board: (values: { title: string | number }) => string;
  export const moves: () => string;
  export const beside: () => string;
  export const share: () => string;
  export const coordinates: () => string;
  export const sounds: () => string;
  export const soundsOff: () => string;
  export const somebody: () => string;
  export const someone: () => string;
  export const otherPlayer: () => string;
  export const turnTitle: (values: { title: string | number }) => string;
  export const noLine: () => string;
  export const watching: () => string;
  export const youLeft: () => string;
  export const noMoreRolls: () => string;
  export const waitsForPart: (values: { name: string | number }) => string;
  export const moment: () => string;
  export const hint: () => string;
  export const hinted: (values: { action: string | number }) => string;
  export const hintLine: (values: { action: string | number }) => string;
  export const thinking: () => string;
  export const roll: () => string;
  export const undo: () => string;
  export const cancel: () => string;
  export const confirm: () => string;
  export const toEnd: () => string;
  export const toLive: () => string;
  export const over: () => string;
  export const aborted: () => string;
  export const result: () => string;
  export const whatNow: () => string;
  export const sides: () => string;
  export const likeSide: (values: { name: string | number }) => string;
  export const takeSide: (values: { name: string | number }) => string;
  export const swap: () => string;
  export const more: () => string;
  export const offerDraw: () => string;
  export const askTakeback: () => string;
  export const askPause: () => string;
  export const askAnalysis: () => string;
  export const abort: () => string;
  export const resign: () => string;
  export const otherDevice: () => string;
  export const confirmTurns: () => string;
  export const ending: {
    resign: {
      question: () => string;
      yes: () => string;
    };
    abort: {
      question: () => string;
      yes: () => string;
    };
  };
  export const keepPlaying: () => string;
  export const pause: () => string;
  export const paused: () => string;
  export const clocksStand: () => string;
  export const clocksStandUntil: (values: { names: string | number; time: string | number }) => string;
  export const goOn: () => string;
  export const offer: () => string;
  export const asks: {
    draw: (values: { who: string | number; name: string | number }) => string;
    takeback: (values: { who: string | number; name: string | number }) => string;
    pause: (values: { who: string | number; name: string | number }) => string;
    analysis: (values: { who: string | number; name: string | number }) => string;
    lost: (values: { who: string | number; name: string | number }) => string;
    computer: (values: { who: string | number; name: string | number; level: string | number; whose: string | number; player: string | number }) => string;
  };
  export const youAgree: () => string;
  export const waitingFor: (values: { names: string | number }) => string;
  export const decline: () => string;
  export const agree: () => string;
  export const playMyself: () => string;
  export const withdraw: () => string;
  export const absence: () => string;
  export const letGo: (values: { name: string | number }) => string;
  export const yesLetGo: () => string;
  export const wait: () => string;
  export const letSeatGo: (values: { fate: string | number }) => string;
  export const level: () => string;
  export const letComputer: () => string;
  export const freeSeat: () => string;
  export const hasLeft: (values: { name: string | number }) => string;
  export const playWithout: () => string;
  export const away: () => string;
  export const isAway: (values: { name: string | number }) => string;
  export const isBack: (values: { name: string | number }) => string;
  export const goneIn: (values: { time: string | number }) => string;
  export const awayFor: (values: { time: string | number }) => string;
  export const longAway: (values: { name: string | number; minutes: number }) => string;
  export const you: () => string;
  export const team: (values: { team: string | number }) => string;
  export const left: () => string;
  export const thinks: () => string;
  export const card: (values: { name: string | number; me: string | number; turn: string | number }) => string;
  export const toMove: () => string;
  export const score: (values: { points: string | number }) => string;
  export const whoWatches: () => string;
  export const watchers: () => string;
  export const otherWatchers: (values: { count: number }) => string;
  export const nameless: (values: { count: number }) => string;
  export const dice: () => string;
  export const rolled: (values: { who: string | number; name: string | number }) => string;
  export const usedDie: (values: { face: string | number }) => string;
  export const noMoves: () => string;
  export const earlier: () => string;
  export const later: () => string;
  export const takenBack: (values: { move: string | number }) => string;
  export const showTakenBack: (values: { count: number }) => string;
  export const stepThrough: () => string;
  export const steps: {
    first: () => string;
    back: () => string;
    forward: () => string;
    last: () => string;
  };
  export const lag: (values: { seconds: string | number }) => string;
  export const lagSign: (values: { seconds: string | number }) => string;
  export const agrees: (values: { who: string | number; name: string | number }) => string;
  export const declines: (values: { who: string | number; name: string | number }) => string;
  export const withdraws: (values: { who: string | number; name: string | number }) => string;
  export const turnTakenBack: (values: { who: string | number; name: string | number }) => string;
  export const analysisAllowed: () => string;
  export const resumes: (values: { who: string | number; name: string | number }) => string;
  export const aborts: (values: { who: string | number; name: string | number }) => string;
  export const analysisNoted: () => string;
  export const pauseNoted: () => string;
  export const resumeNoted: (values: { name: string | number }) => string;
  export const outage: (values: { time: string | number }) => string;
  export const playThrough: () => string;
  export const stopPlaying: () => string;
  export const firstPosition: () => string;
  export const sideLine: () => string;
  export const toGame: () => string;
  export const playingSideLine: () => string;
  export const wrongSideLine: () => string;
  export const longSideLine: (values: { count: string | number }) => string;
  export const sideLineOver: () => string;
  export const tryMove: () => string;
  export const tryRoll: () => string;
  export const sidePlace: (values: { shown: string | number; all: string | number }) => string;
  export const sideBegun: () => string;
  export const sideLeft: () => string;
  export const chooseDice: () => string;
  export const firstDie: (values: { face: string | number }) => string;
  export const secondDie: (values: { face: string | number }) => string;
  export const random: () => string;
  export const chatLoading: () => string;
}

declare module 'messages:time' {
  export const underMinute: () => string;
  export const minutes: (values: { minutes: string | number }) => string;
  export const hours: (values: { hours: string | number }) => string;
  export const hoursMinutes: (values: { hours: string | number; minutes: string | number }) => string;
  export const days: (values: { count: number }) => string;
}

declare module 'messages:tournaments' {
  export const title: () => string;
  export const lead: () => string;
  export const running: () => string;
  export const open: () => string;
  export const finished: () => string;
  export const noneRunning: () => string;
  export const noneOpen: () => string;
  export const noneFinished: () => string;
  export const noneOfClub: () => string;
  export const more: () => string;
  export const fetching: () => string;
  export const format: {
    swiss: (values: { rounds: number }) => string;
    round_robin: () => string;
    arena: (values: { minutes: string | number }) => string;
  };
  export const seatCount: (values: { count: number }) => string;
  export const players: (values: { count: number }) => string;
  export const rated: () => string;
  export const casual: () => string;
  export const begins: (values: { when: string | number }) => string;
  export const began: (values: { when: string | number }) => string;
  export const ended: (values: { when: string | number }) => string;
  export const cancelled: () => string;
  export const by: () => string;
  export const ofClub: () => string;
  export const membersOnly: () => string;
  export const round: (values: { round: string | number }) => string;
  export const roundOf: (values: { round: string | number; rounds: string | number }) => string;
  export const until: (values: { when: string | number }) => string;
  export const join: () => string;
  export const joinAgain: () => string;
  export const withdraw: () => string;
  export const cancel: () => string;
  export const end: () => string;
  export const youAreIn: () => string;
  export const youAreInArena: () => string;
  export const yourTable: () => string;
  export const playing: () => string;
  export const standings: () => string;
  export const place: () => string;
  export const player: () => string;
  export const points: () => string;
  export const opponents: () => string;
  export const opponentsAbout: () => string;
  export const gamesPlayed: () => string;
  export const withdrawn: () => string;
  export const nobody: () => string;
  export const pairings: () => string;
  export const bye: () => string;
  export const watch: (values: { names: string | number }) => string;
  export const look: (values: { names: string | number }) => string;
  export const setUp: () => string;
  export const needsAccount: () => string;
  export const yourPage: () => string;
  export const name: () => string;
  export const mayJoin: () => string;
  export const everybody: () => string;
  export const membersOf: (values: { club: string | number }) => string;
  export const atATable: () => string;
  export const how: () => string;
  export const kinds: {
    swiss: () => string;
    round_robin: () => string;
    arena: () => string;
  };
  export const about: {
    swiss: () => string;
    round_robin: () => string;
    arena: () => string;
  };
  export const rounds: () => string;
  export const minutes: () => string;
  export const starts: () => string;
  export const inMinutes: (values: { minutes: string | number }) => string;
  export const inHours: (values: { hours: number }) => string;
  export const tomorrow: () => string;
  export const create: () => string;
  export const close: () => string;
  export const byePoints: () => string;
  export const back: (values: { name: string | number }) => string;
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

declare module 'messages:waiting' {
  export const moment: () => string;
  export const seats: (values: { count: number }) => string;
  export const privateTable: () => string;
  export const allTaken: () => string;
  export const seatsFree: (values: { count: number }) => string;
  export const isListed: () => string;
  export const seatList: () => string;
  export const takeSeat: () => string;
  export const takeYourSeat: () => string;
  export const begin: (values: { count: number }) => string;
  export const youHost: () => string;
  export const computersPlayAs: () => string;
  export const ratedAmongPeople: () => string;
  export const free: () => string;
  export const you: () => string;
  export const host: () => string;
  export const begins: () => string;
  export const ready: () => string;
  export const kept: () => string;
  export const leaveSeat: () => string;
  export const addComputer: () => string;
  export const addComputerAt: (values: { seat: string | number }) => string;
  export const sendAway: () => string;
  export const sendAwayAt: (values: { seat: string | number }) => string;
  export const sitHere: () => string;
  export const sitAt: (values: { seat: string | number }) => string;
  export const waitingForMore: (values: { count: string | number }) => string;
  export const waitingForPages: (values: { time: string | number }) => string;
  export const waitingOrLost: (values: { time: string | number }) => string;
  export const boardBefore: () => string;
  export const invite: (values: { title: string | number }) => string;
  export const inviteElse: () => string;
  export const sendToOne: () => string;
  export const sendToAll: () => string;
  export const share: () => string;
  export const showCode: () => string;
  export const hideCode: () => string;
  export const tableCode: () => string;
  export const lookingForOne: () => string;
  export const lookingForMore: () => string;
  export const waited: () => string;
  export const meanwhile: () => string;
  export const playComputer: () => string;
  export const readRules: () => string;
  export const solve: () => string;
  export const otherDevice: () => string;
  export const scan: () => string;
  export const withoutPart: () => string;
  export const seatCode: () => string;
  export const seatLink: () => string;
  export const showNobody: () => string;
  export const done: () => string;
  export const seatPage: () => string;
  export const opensNone: () => string;
  export const didNotWork: () => string;
  export const onlyWatch: () => string;
  export const playOnAs: (values: { name: string | number }) => string;
  export const yoursAlready: () => string;
  export const playForAt: (values: { name: string | number }) => string;
  export const whatItMeans: (values: { name: string | number }) => string;
  export const untilThen: (values: { name: string | number }) => string;
  export const playOn: () => string;
  export const playFor: (values: { name: string | number }) => string;
  export const looking: () => string;
  export const decline: () => string;
  export const keptFor: (values: { count: number; names: string | number }) => string;
  export const asked: (values: { names: string | number }) => string;
  export const declined: (values: { name: string | number }) => string;
}

declare module 'messages:wall' {
  export const page: () => string;
  export const title: () => string;
  export const playing: (values: { count: string | number }) => string;
  export const playingSome: (values: { count: string | number; shown: string | number }) => string;
  export const whilePlayed: () => string;
  export const looking: () => string;
  export const noSuchGame: () => string;
  export const quiet: () => string;
  export const toTables: () => string;
  export const earlier: () => string;
}
