import type { GameInfo, TimeControl } from '../protocol';
import { clockName } from '../text/clock';
import { recallJson, remember } from './storage';
import type { OpenStorage } from './storage';

interface Kept {
  game?: string;
  seats?: number;
  clock?: string;
}

/** Quick match defaults. What one played last without much ado, to be offered first the next time. */
export class QuickMatchChoice {
  private kept = $state.raw<Kept>({});

  constructor(private readonly storage?: OpenStorage) {
    this.kept = readKept(recallJson('quick', storage));
  }

  /** The game to offer first, of those that there are. */
  game(all: readonly GameInfo[]): GameInfo | undefined {
    return all.find((game) => game.id === this.kept.game) ?? all[0];
  }

  /** With how many seats a game is offered: as last time, as far as it can be played so. */
  seats({ min_seats, max_seats }: GameInfo): number {
    return Math.min(Math.max(this.kept.seats ?? min_seats, min_seats), max_seats);
  }

  /** The clock to offer first, of those that there are: as last time, or else the second, as the first is brisk. */
  clock(all: readonly TimeControl[]): TimeControl | undefined {
    return all.find((clock) => clockName(clock) === this.kept.clock) ?? all[1] ?? all[0];
  }

  /** Has something offered from now on. */
  keep(choice: { game?: string; seats?: number; clock?: TimeControl }): void {
    const { clock, ...others } = choice;
    this.kept = { ...this.kept, ...others, ...(clock ? { clock: clockName(clock) } : {}) };
    remember('quick', JSON.stringify(this.kept), this.storage);
  }
}

function readKept(found: unknown): Kept {
  const { game, seats, clock } = (found ?? {}) as Record<string, unknown>;
  return {
    ...(typeof game === 'string' ? { game } : {}),
    ...(Number.isInteger(seats) ? { seats: Number(seats) } : {}),
    ...(typeof clock === 'string' ? { clock } : {}),
  };
}

export const quickMatch = new QuickMatchChoice();
