// Written by `npm run messages` from `messages/en`: what each message takes.

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

declare module 'messages:keys' {
  export const title: () => string;
  export const close: () => string;
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
