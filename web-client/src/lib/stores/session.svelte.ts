import type { Player, ServerMessage, Session } from '../protocol';
import type { Connection, Listener } from '../net/socket';
import { begin, openSeat, rename } from '../net/rest';

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

  /** `reconnect` makes the socket come back under the new name. */
  constructor(private readonly reconnect: () => void) {}

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

  /** Becomes the player of a seat, by the key from its link. */
  async takeSeat(table: string, key: string): Promise<void> {
    await this.become(await openSeat(table, key));
  }

  private async become({ player }: Session): Promise<void> {
    this.player = player;
    const greeted = new Promise<void>((resolve) => this.greeted.push(resolve));
    this.reconnect();
    await greeted;
  }
}
