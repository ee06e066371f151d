// Session store. Who one is, as the server sees it, and how the connection to it is.

import type { Player, ServerMessage, Session } from '../protocol';
import type { Connection, Listener } from '../net/socket';
import { begin, openSeat, rename, signOut } from '../api/rest';

/** Who one was until a moment ago, and whether that was by the link of a seat. */
export interface Ended {
  name: string;
  bySeat: boolean;
}

/** Who one is, as the server sees it, and how the connection to it is. */
export class SessionStore implements Listener {
  player = $state.raw<Player | null>(null);
  /** The one table at which one is that, if it is by a seat's link: elsewhere one is nobody. */
  table = $state.raw<string | null>(null);
  /** Whether the server has said who one is. */
  known = $state(false);
  connection = $state<Connection>('connecting');
  latency = $state<number | null>(null);
  /** While somebody is being asked for a name: what becomes of the answer. */
  asking = $state.raw<((named: boolean) => void) | null>(null);
  /** While somebody signs in: what becomes of it. */
  signingIn = $state.raw<((signedIn: boolean) => void) | null>(null);
  /** Who one is no longer, until one has taken note of it. */
  ended = $state.raw<Ended | null>(null);

  private greeted: (() => void)[] = [];

  /** `reconnect` makes the socket come back as whoever one is by then, and is told whether that is `another`. */
  constructor(private readonly reconnect: (another: boolean) => void) {}

  /** Who one is anywhere: nobody while one plays for a seat by its link. */
  get self(): Player | null {
    return this.table === null ? this.player : null;
  }

  /** Who one is at a table. */
  at(table: string): Player | null {
    return this.table === null || this.table === table ? this.player : null;
  }

  hear(message: ServerMessage): void {
    if (message.type !== 'hello') return;
    this.is(message);
    this.known = true;
    for (const done of this.greeted.splice(0)) done();
  }

  /** The session was ended, here or elsewhere. */
  end(): void {
    if (this.player) this.ended = { name: this.player.name, bySeat: this.table !== null };
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

  /** Opens the question how one signs in. */
  askToSignIn(): void {
    this.signingIn = () => (this.signingIn = null);
  }

  /** Takes or changes the name, and waits until the socket knows it too. */
  async name(name: string): Promise<void> {
    await this.become(this.player ? await rename(name) : await begin(name));
  }

  /** Plays for a seat from now on, by the key from its link. */
  async takeSeat(table: string, key: string): Promise<void> {
    await this.become(await openSeat(table, key));
    this.ended = null;
  }

  /** Somebody has signed in here, or has an account from now on: waits until the socket knows it too. */
  async signedIn(as: Session): Promise<void> {
    await this.become(as);
    this.ended = null;
  }

  /** Stops playing for a seat, or signs out. */
  async leave(): Promise<void> {
    const was = { name: this.player?.name ?? '', bySeat: this.table !== null };
    await this.become(await signOut());
    this.ended = was;
  }

  private is({ player, table }: Pick<Session, 'player' | 'table'>): void {
    this.player = player;
    this.table = table ?? null;
  }

  private async become(session: Session): Promise<void> {
    const before = { id: this.player?.id, table: this.table };
    this.is(session);
    const another = this.player?.id !== before.id || this.table !== before.table;
    const greeted = new Promise<void>((resolve) => this.greeted.push(resolve));
    this.reconnect(another);
    await greeted;
  }
}
