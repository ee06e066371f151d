import type { Player, ServerMessage, Session } from '../protocol';
import type { Connection, Listener } from '../net/socket';
import { begin, openSeat, rename, seatKey } from '../net/rest';
import { Refusal } from '../net/refusal';
import type { Recent } from './recent.svelte';

/** Whether a seat is gone: one has stood up, or the game is over. */
function hasEnded(error: unknown): boolean {
  return error instanceof Refusal && ['no_table', 'not_seated'].includes(error.code);
}

/** Who one is, as the server sees it, and how the line to it is. */
export class SessionStore implements Listener {
  player = $state.raw<Player | null>(null);
  /** Whether the server has said who one is. */
  known = $state(false);
  connection = $state<Connection>('connecting');
  latency = $state<number | null>(null);
  /** While somebody is being asked for a name: what becomes of the answer. */
  asking = $state.raw<((named: boolean) => void) | null>(null);

  private greeted: (() => void)[] = [];

  /** `reconnect` makes the socket come back under the new name; `tables` knows where one sits. */
  constructor(
    private readonly reconnect: () => void,
    private readonly tables: Pick<Recent, 'of' | 'leave' | 'forget'>,
  ) {}

  hear(message: ServerMessage): void {
    if (message.type !== 'hello') return;
    this.player = message.player;
    this.known = true;
    for (const done of this.greeted.splice(0)) done();
  }

  /** Makes sure that one has a name, asking for it if need be; false if one would not say. */
  async ensure(): Promise<boolean> {
    if (this.player) return true;
    return this.ask();
  }

  /** Opens the question for one's name. */
  ask(): Promise<boolean> {
    this.asking?.(false);
    return new Promise((resolve) => {
      this.asking = (named) => {
        this.asking = null;
        resolve(named);
      };
    });
  }

  /** Takes or changes the name, and waits until the socket knows it too. */
  async name(name: string): Promise<void> {
    await this.become(this.player ? await rename(name) : await begin(name));
  }

  /**
   * Becomes the player of a seat, by the key from its link. Keys to the seats of whoever one has been are kept first, so
   * that none of them is stranded.
   */
  async takeSeat(table: string, key: string): Promise<void> {
    if (this.player) await this.keepSeats(this.player);
    await this.become(await openSeat(table, key));
  }

  private async keepSeats({ id: player, name }: Player): Promise<void> {
    const tables = this.tables.of(player);
    const keep = async (table: string): Promise<void> => {
      try {
        const { key: seat } = await seatKey(table);
        this.tables.leave(table, player, { seat, name });
      } catch (error) {
        // Where one sits no more, or the game is over, there is nothing to come back to.
        if (!hasEnded(error)) throw error;
        this.tables.forget(table, player);
      }
    };
    await Promise.all(tables.map(({ id }) => keep(id)));
  }

  private async become({ player }: Session): Promise<void> {
    this.player = player;
    const greeted = new Promise<void>((resolve) => this.greeted.push(resolve));
    this.reconnect();
    await greeted;
  }
}
