import type { GameInfo, TimeControl } from '../protocol';
import { clockName } from '../text/clock';

const PLACE = 'cydonia.quick';

interface Kept {
  game?: string;
  seats?: number;
  clock?: string;
}

/** Quick match defaults. What one played last without much ado, to be offered first the next time. */
export class QuickMatchChoice {
  private kept = $state.raw<Kept>({});

  constructor(private readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
    this.kept = this.read();
  }

  /** The game to offer first, of those that there are. */
  game(all: readonly GameInfo[]): GameInfo | undefined {
    return all.find((game) => game.id === this.kept.game) ?? all[0];
  }

  /** With how many seats a game is offered: as last time, as far as it can be played so. */
  seats({ min_seats, max_seats }: GameInfo): number {
    return Math.min(Math.max(this.kept.seats ?? min_seats, min_seats), max_seats);
  }

  /** Whether this was the clock last time. */
  isLast(clock: TimeControl): boolean {
    return this.kept.clock === clockName(clock);
  }

  /** Has something offered from now on. */
  keep(choice: { game?: string; seats?: number; clock?: TimeControl }): void {
    const { clock, ...others } = choice;
    this.kept = { ...this.kept, ...others, ...(clock ? { clock: clockName(clock) } : {}) };
    try {
      this.storage().setItem(PLACE, JSON.stringify(this.kept));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  private read(): Kept {
    try {
      const found: unknown = JSON.parse(this.storage().getItem(PLACE) ?? '{}');
      const { game, seats, clock } = (found ?? {}) as Record<string, unknown>;
      return {
        ...(typeof game === 'string' ? { game } : {}),
        ...(Number.isInteger(seats) ? { seats: Number(seats) } : {}),
        ...(typeof clock === 'string' ? { clock } : {}),
      };
    } catch {
      return {};
    }
  }
}

export const quickMatch = new QuickMatchChoice(() => localStorage);
