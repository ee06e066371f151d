// Dice store. One's own part in a table's dice, and whether what is seen of them fits.

import type { Bytes32, DiceState, Event, GameState, Share, TableInfo, Turn } from '../protocol';
import type { Memory } from '../dice/memory';
import { newSeed, pledgeOf, pledgedShare, waitingShare } from '../dice/scheme';
import type { Seen } from '../dice/transcript';
import { Transcript, nothingSeen } from '../dice/transcript';
import { Refusal } from '../net/refusal';
import type { Onlooker, Requester } from './ports';

/** How a table stands, as far as that decides what is due from one's own seat. */
export interface Moment {
  info: TableInfo;
  /** Null before the start. */
  turn: Turn | null;
  /** Whether one's seat is still in the game. */
  playing: boolean;
}

/**
 * A table's dice: what was seen of them and whether it fits, and one's own part in them. Shares are
 * given by themselves wherever nothing but a share is due.
 */
export class DiceStore {
  seen = $state.raw<Seen>(nothingSeen());
  /** Whether this browser has what its seat has pledged. */
  holds = $state(false);
  private readonly transcript: Transcript;
  /** Whether a game is being taken in that this browser knows nothing of. */
  private isNew = false;
  /** Whether this page has said that it is ready. */
  private announced = false;
  /** The roll that this page has given its share for. */
  private answered: number | null = null;

  constructor(
    private readonly table: string,
    private readonly socket: Requester,
    private readonly onlooker: Pick<Onlooker, 'memory' | 'hasDice'>,
    /** One's own seat. */
    private readonly me: () => number | null,
  ) {
    const seen = { ...nothingSeen(), ...this.memory.load(table).seen };
    this.transcript = new Transcript(table, seen, (event) => this.checkOwn(event));
  }

  /** What this browser remembers. */
  get memory(): Memory {
    return this.onlooker.memory;
  }

  /** As `seen`, up to the very event that is being taken. */
  get now(): Readonly<Seen> {
    return this.transcript.seen;
  }

  /** Whether this page still trusts the table with shares. */
  get trusts(): boolean {
    return this.isTrusted(this.seen);
  }

  /** Whether all is in that comes before the roller's share. */
  get complete(): boolean {
    const { seal, share, seats } = this.seen;
    const other = seats[1 - (this.me() ?? 0)];
    return seal !== null && (share !== null || other?.pledge === null);
  }

  /** Whether one may say once more that one's part is lost. */
  get mayLose(): boolean {
    return (this.seen.seats[this.me() ?? 0]?.may_lose ?? 0) > 0;
  }

  /** Whether one's seat has promised what this browser does not have. */
  get lacks(): boolean {
    const { seal, seats } = this.seen;
    return seal !== null && Boolean(seats[this.me() ?? -1]?.pledge) && !this.holds;
  }

  /** The seed of one's seat, to be taken to another device; none if this browser has lost it. */
  get seed(): string | null {
    const { seeds } = this.memory.load(this.table);
    return this.fitting() ?? (this.transcript.seen.seal === null ? (seeds.at(-1) ?? null) : null);
  }

  adopt(n: number, game: GameState | undefined): void {
    // What one's seat did before this browser came is not for it to judge.
    this.isNew = this.transcript.seen.n === 0;
    this.transcript.adopt(n, game);
    if (!this.isNew && game?.dice) this.checkShown(game.dice, game.view.turn);
    this.isNew = false;
  }

  /** Takes an event, and what is due after it. */
  take(event: Event, turn: Turn | null): void {
    this.transcript.take(event, turn);
    if (event.type === 'takeover') {
      // One has agreed that what was pledged there is void: the computer's first roll is the next one, or the one after.
      const { k } = this.transcript.seen;
      this.allowRolls(k, k + 1);
    }
    const isOpen = this.transcript.seen.seal === null;
    if (event.type === 'stand' && isOpen && this.me() === null && this.announced) {
      this.announced = false;
      this.memory.forget(this.table);
    }
  }

  /** The server does not know how far this page has seen the table. */
  regress(): void {
    this.transcript.regress();
  }

  /** Remembers and shows what has come, and does what is due. */
  settle(moment: Moment): void {
    this.transcript.settle();
    if (this.isMadePlain(this.transcript.seen)) this.transcript.raise('own_pledge', 0);
    this.seen = { ...this.transcript.seen };
    this.holds = this.fitting() !== null;
    if (this.me() === null) return;
    const over = moment.info.status === 'finished' || moment.info.status === 'aborted';
    if (this.seen.seal !== null) this.memory.note(this.table, { seen: this.seen, over });
    if (moment.info.status === 'open') void this.announce(moment.info.game);
    if (moment.playing && moment.turn?.phase === 'roll' && moment.turn.seat !== this.me()) {
      void this.answer();
    }
  }

  /** What goes with an action that ends one's turn: the share for the other's roll. */
  toGive(): { share?: Share } {
    const { k, seal } = this.transcript.seen;
    const mine = this.mine();
    if (!mine || seal === null) return {};
    this.insistOnTrust();
    if (mine.pledge === null) return {};
    const { gave } = this.memory.load(this.table);
    const share = gave?.k === k ? gave.share : waitingShare(this.anySeed(), this.table, k, seal);
    this.memory.note(this.table, { gave: { k, share } });
    return { share };
  }

  /** What has one's dice rolled; null if this browser does not have what was pledged. */
  toRoll(): { k: number; share: Share; pledge: Bytes32 } | null {
    const seed = this.fitting();
    const mine = this.mine();
    if (seed === null || !mine) return null;
    this.insistOnTrust();
    const { k } = this.transcript.seen;
    const share = pledgedShare(seed, this.table, mine.j);
    return { k, share, pledge: this.pledge(seed, k + 1) };
  }

  /** What gives one's roll up, since what was pledged for it is lost. */
  toLose(): { k: number; pledge: Bytes32 } {
    this.insistOnTrust();
    const { k } = this.transcript.seen;
    const pledge = this.pledge(this.anySeed(), k + 1);
    // Before it is sent: other windows ask here whether it was this browser that said so.
    const { lost } = this.memory.load(this.table);
    this.memory.note(this.table, { lost: [...new Set([...lost, k])] });
    return { k, pledge };
  }

  /** Remembers that one lets the other give this roll up, if that is what an offer asks for. */
  allow(offer: number): void {
    if (this.transcript.asks(offer)) this.allowRolls(this.transcript.seen.k);
  }

  /** Remembers which rolls the other may give up with leave. */
  private allowRolls(...rolls: number[]): void {
    const { allowed } = this.memory.load(this.table);
    this.memory.note(this.table, { allowed: [...new Set([...allowed, ...rolls])] });
  }

  /** Before the start: says what one adds to one's first roll, once a page. */
  private async announce(game: string): Promise<void> {
    if (this.announced) return;
    this.announced = true;
    if (!(await this.onlooker.hasDice(game))) return;
    // What is pledged is pledged before the start: a game that has begun meanwhile goes on without.
    if (this.transcript.seen.seal !== null) return;
    const pledge = this.pledge(this.anySeed(), 0);
    try {
      await this.socket.request({ type: 'ready', table: this.table, pledge });
    } catch (refusal) {
      // A game that has begun meanwhile goes on with what was pledged before. What did not get through is said again.
      const lost = refusal instanceof Refusal && NOT_NOW.has(refusal.code);
      if (lost) this.announced = false;
    }
  }

  /** Gives the share that the other's roll waits for, if that is still due and all it rests on is known. */
  private async answer(): Promise<void> {
    const { k, seal, share, seats } = this.transcript.seen;
    const due = share === null && seal !== null && seats.every((seat) => seat !== null);
    if (!due || !this.isTrusted(this.transcript.seen) || this.answered === k) return;
    const given = this.toGive();
    if (given.share === undefined) return;
    this.answered = k;
    try {
      await this.socket.request({ type: 'share', table: this.table, k, share: given.share });
    } catch {
      // Given from another window, or not now: the next that is heard of the table tells.
      this.answered = null;
    }
  }

  /** What only the player can check: that what is said to be one's own is. */
  private checkOwn(event: Event): void {
    const me = this.me();
    if (this.isNew || me === null) return;
    if (event.type === 'start') this.checkStart(event.dice?.pledges[me]);
    if ((event.type === 'roll' || event.type === 'lost') && event.seat !== me) {
      if (event.opened?.waiting) this.checkShare(event.opened.waiting);
      if (event.type === 'lost') this.checkLeave(event);
    }
    if (!('seat' in event) || event.seat !== me) return;
    const { seeds, lost, allowed } = this.memory.load(this.table);
    const { k } = this.transcript.seen;
    const seed = this.fitting();
    if (event.type === 'ready' && this.announced && seeds.length > 0) {
      if (!this.isOwn(event.pledge, 0)) this.transcript.raise('own_pledge');
    } else if ((event.type === 'act' || event.type === 'share') && event.share !== undefined) {
      this.checkShare(event.share);
    } else if (event.type === 'roll' || event.type === 'lost') {
      const ours = lost.includes(event.k);
      if (event.type === 'lost' && !ours) this.transcript.raise('own_lost', event.k);
      else if ((seed !== null || ours) && !this.isOwn(event.opened?.pledge ?? null, event.k + 1)) {
        this.transcript.raise('own_pledge', event.k);
      }
    } else if (event.type === 'answer' && event.agree && this.transcript.asks(event.offer)) {
      if (!allowed.includes(k)) this.transcript.raise('own_leave');
    }
  }

  /** What this page has pledged is what the game begins with, unless another device came after it. */
  private checkStart(pledge: Bytes32 | null | undefined): void {
    const hasPledged = this.announced && this.memory.load(this.table).seeds.length > 0;
    if (pledge !== undefined && hasPledged && !this.isOwn(pledge, 0)) {
      this.transcript.raise('own_pledge', 0);
    }
  }

  /** What a snapshot shows of one's own: it tells neither how the game began nor who gave a share by itself. */
  private checkShown({ seats, share }: DiceState, turn: Turn): void {
    const me = this.me();
    const mine = me === null ? undefined : seats[me];
    if (mine?.j === 0) this.checkStart(mine.pledge);
    if (mine && share !== undefined && turn.phase === 'roll' && turn.seat !== me) {
      this.checkShare(share);
    }
  }

  /** The share for the next roll, said to be one's own, is the one that was given, or that one's seed would give. */
  private checkShare(share: Share): void {
    const { gave } = this.memory.load(this.table);
    const { k, seal } = this.transcript.seen;
    const seed = this.fitting();
    const made = seed !== null && seal !== null ? waitingShare(seed, this.table, k, seal) : null;
    const right = gave?.k === k ? gave.share : made;
    if (right !== null && share !== right) this.transcript.raise('own_share');
  }

  /** The other gives up one roll without asking. For any other it needs leave, which only this seat can give. */
  private checkLeave({ seat, k }: Extract<Event, { type: 'lost' }>): void {
    const { allowed } = this.memory.load(this.table);
    const before = this.transcript.seen.seats[seat]?.lost ?? 0;
    if (before > 0 && !allowed.includes(k)) this.transcript.raise('own_leave', k);
  }

  private isOwn(pledge: Bytes32 | null, j: number): boolean {
    const { seeds } = this.memory.load(this.table);
    return seeds.some((seed) => this.pledge(seed, j) === pledge);
  }

  private mine(): Seen['seats'][number] {
    const me = this.me();
    return me === null ? null : (this.transcript.seen.seats[me] ?? null);
  }

  /** The seed that one's pledge was made from. */
  private fitting(): string | null {
    const mine = this.mine();
    if (!mine || mine.pledge === null) return null;
    const { seeds } = this.memory.load(this.table);
    return seeds.find((seed) => this.pledge(seed, mine.j) === mine.pledge) ?? null;
  }

  /** The seed that fits, or else the newest, or else a new one. */
  private anySeed(): string {
    const known = this.fitting() ?? this.memory.load(this.table).seeds.at(-1);
    if (known !== undefined) return known;
    const seed = newSeed();
    this.memory.addSeed(this.table, seed);
    return seed;
  }

  private pledge(seed: string, j: number): Bytes32 {
    return pledgeOf(pledgedShare(seed, this.table, j));
  }

  private insistOnTrust(): void {
    if (!this.isTrusted(this.transcript.seen)) throw new Refusal('regressed', '');
  }

  private isTrusted(seen: Seen): boolean {
    return !this.isMadePlain(seen) && !seen.alarms.some(({ kind }) => WITHHOLD.has(kind));
  }

  /** Whether one's seat is played as one that adds nothing, though this browser has a seed for it. */
  private isMadePlain({ seal, seats }: Seen): boolean {
    const mine = seats[this.me() ?? -1];
    if (seal === null || mine?.pledge !== null) return false;
    return this.memory.load(this.table).seeds.length > 0;
  }
}

/** With these a message has changed nothing, and may be sent again as it is. */
const NOT_NOW: ReadonlySet<string> = new Set(['unreachable', 'unavailable']);

/** After these a page gives nothing more: what it gave before may be played back to it, or rolled with again. */
const WITHHOLD: ReadonlySet<string> = new Set([
  'regressed',
  'order',
  'lost_order',
  'seal_changed',
  'pledge_changed',
  'share_changed',
]);
