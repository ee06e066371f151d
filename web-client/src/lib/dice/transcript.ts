// Transcript. A table's dice followed event by event, with an alarm for whatever does not fit.

import type {
  Bytes32,
  DiceSeat,
  DiceStart,
  DiceState,
  Event,
  GameState,
  Opened,
  Share,
  Turn,
} from '../protocol';
import { isStep } from '../replay/step';
import { after, atStart, isSame, isShareBare, mayCome, mayLeadTo } from './course';
import type { Course } from './course';
import { pledgeOf, roll, sealOf } from './scheme';

/** What can be wrong with the dice as a page saw them come about, and at which roll. */
export interface Alarm {
  kind: AlarmKind;
  k: number;
}

export type AlarmKind =
  /** The secret that was opened is not the one that was sealed. */
  | 'seal'
  /** The roller's share is not the one that was pledged. */
  | 'pledge'
  /** The dice are not those that secret and shares give. */
  | 'dice'
  /** A part is missing, or there is one from a seat that adds nothing. */
  | 'parts'
  /** A seal, a pledge or a share that was told before is now told differently. */
  | 'seal_changed'
  | 'pledge_changed'
  | 'share_changed'
  /** Something came before what must come first. */
  | 'order'
  /** A roll was given up before all its parts were in, or once too often. */
  | 'lost_order'
  /** The table is not as far as it was. */
  | 'regressed'
  /** One's own share, pledge, loss or leave to lose is not one's own. */
  | 'own_share'
  | 'own_pledge'
  | 'own_lost'
  | 'own_leave';

/** One roll as it was opened, and what came of checking it. */
export interface Verdict {
  k: number;
  /** The seat whose turn it opened. */
  seat: number;
  /** Null if it is void. */
  dice: [number, number] | null;
  fits: boolean;
  /** Whether this page knew the seal before anything was opened. */
  witnessed: boolean;
  /** The seat that this page saw act after the seal was known; null if none did. */
  mover: number | null;
  /** Null if this page never saw it. */
  seal: Bytes32 | null;
  secret: Bytes32;
  waiting: Share | null;
  share: Share | null;
}

/** All that a page remembers of a table's dice: what it was told, and when that was. */
export interface Seen {
  /** The last event. */
  n: number;
  /** The number of the next roll, and what is known of it; null for what is not known. */
  k: number;
  seal: Bytes32 | null;
  seats: (DiceSeat | null)[];
  share: Share | null;
  mover: number | null;
  /** What was due, and what led there. */
  course: Course;
  /** By roll: the seals that were known before the roll was opened; empty where the page was away. */
  seals: string[];
  last: Verdict | null;
  alarms: Alarm[];
}

type Rolled = Extract<Event, { type: 'roll' }>;
type Lost = Extract<Event, { type: 'lost' }>;

/** Before anything is known. */
export function nothingSeen(): Seen {
  return {
    n: 0,
    k: 0,
    seal: null,
    seats: [null, null],
    share: null,
    mover: null,
    course: atStart(),
    seals: [],
    last: null,
    alarms: [],
  };
}

/**
 * Follows a table's dice and checks each roll against what was told before it. This is what any
 * onlooker can check; what only a player can, is up to who plays.
 */
export class Transcript {
  /** The offers to let a seat lose its part once more: the event's number, and whose. */
  private asked = new Map<number, number>();

  /** `before` is told of each event before it is taken. */
  constructor(
    private readonly table: string,
    readonly seen: Seen = nothingSeen(),
    private readonly before: (event: Event) => void = () => {},
  ) {}

  /** Notes that something is wrong; the same thing once only. */
  raise(kind: AlarmKind, k = this.seen.k): void {
    const known = this.seen.alarms.some((alarm) => alarm.kind === kind && alarm.k === k);
    if (!known) this.seen.alarms = [...this.seen.alarms, { kind, k }];
  }

  /** Takes the table as a snapshot shows it: nothing that was seen before may have changed. */
  adopt(n: number, game: GameState | undefined): void {
    if (n < this.seen.n || (game?.rolls ?? 0) < this.seen.k) this.regress();
    const line: readonly Event[] = game?.line ?? [];
    const fresh = line.filter((event) => event.n > this.seen.n && isStep(event));
    for (const event of fresh) this.take(event, null);
    if (game?.dice) this.goOn(fresh.at(-1), game.view.turn);
    this.seen.n = n;
    const asked = game?.offers.filter((offer) => offer.what === 'lost') ?? [];
    this.asked = new Map(asked.map(({ offer, seat }) => [offer, seat]));
    if (game?.dice) this.compare(game.rolls, game.dice);
  }

  /** The table is not as far as it was: all that was seen is void. */
  regress(): void {
    this.raise('regressed');
    Object.assign(this.seen, nothingSeen(), { alarms: this.seen.alarms });
  }

  /**
   * Takes the next event, and what is due after it. That is null in a snapshot's line, which does not
   * say so, and which leaves out whatever did not change the position.
   */
  take(event: Event, turn: Turn | null): void {
    const { seen } = this;
    const whole = turn !== null;
    this.before(event);
    seen.n = event.n;
    const before = seen.alarms.length;
    if (seen.seal !== null && BEFORE_THE_START.has(event.type)) {
      // Taken again, it would put another seal or pledge in the place of the one that a share was given for.
      this.raise('order');
      return;
    }
    if (seen.seal !== null || event.type === 'start') this.follow(event, turn);
    switch (event.type) {
      case 'ready':
        this.place(event.seat, first(event.pledge));
        break;
      case 'stand':
        this.place(event.seat, null);
        break;
      case 'start':
        if (event.dice) this.begin(event.dice);
        break;
      case 'act':
        if (this.isWitnessed) seen.mover = event.seat;
        if (event.share !== undefined) this.give(event.share);
        break;
      case 'share':
        if (event.k !== seen.k) this.raise('order');
        this.give(event.share);
        break;
      case 'roll':
      case 'lost':
        this.open(event, whole, before);
        break;
      case 'offer':
        if (event.what === 'lost') this.asked.set(event.n, event.seat);
        break;
      case 'answer':
        if (event.agree) this.allow(event.offer, event.seat);
        break;
      case 'takeover':
        this.replace(event.seat);
        break;
    }
  }

  /** What has come so far is known before whatever comes next. */
  settle(): void {
    const { seen } = this;
    const { turn } = seen.course;
    const waiting = turn?.phase === 'roll' ? seen.seats[1 - turn.seat] : null;
    // The share of whoever ended a turn came with that: if none did, no roll is due.
    const isMissing = seen.share === null && waiting?.pledge && !isShareBare(seen.course);
    if (seen.seal !== null && isMissing) this.raise('order');
    if (seen.seal !== null && !this.isWitnessed) seen.seals[seen.k] = seen.seal;
  }

  /** Whether the seal of the next roll was known before now. */
  private get isWitnessed(): boolean {
    return Boolean(this.seen.seals[this.seen.k]);
  }

  /** Whether somebody asks by that offer to lose a part once more. */
  asks(offer: number): boolean {
    return this.asked.has(offer);
  }

  /** Holds an event against what was due before it, and what is due now against the event. */
  private follow(event: Event, turn: Turn | null): void {
    const { course, seats } = this.seen;
    const isOdd = !mayCome(course, event) || (turn !== null && !mayLeadTo(course, event, turn));
    if (isOdd) this.raise('order');
    // Whoever ends a turn and adds something gives its share with that, and nobody with anything else.
    if (event.type === 'act' && turn !== null) {
      const owes = turn.phase === 'roll' && Boolean(seats[event.seat]?.pledge);
      if (owes !== (event.share !== undefined)) this.raise('order');
    }
    this.seen.course = after(course, event, turn);
  }

  /** Holds what a snapshot says is due against the last that is known to have led there. */
  private goOn(last: Event | undefined, turn: Turn): void {
    const { course } = this.seen;
    const known = course.turn;
    const fits = last ? mayLeadTo(course, last, turn) : known === null || isSame(known, turn);
    // How a game ended, a line does not say.
    if (!fits && turn.phase !== 'over') this.raise('order');
    this.seen.course = { ...course, turn };
  }

  private begin({ seal, pledges }: DiceStart): void {
    const told = this.seen.seats;
    const changed = pledges.some((pledge, at) => told[at] && told[at].pledge !== pledge);
    if (changed) this.raise('pledge_changed', 0);
    Object.assign(this.seen, { k: 0, seal, seats: pledges.map(first), share: null, mover: null });
  }

  private give(share: Share): void {
    if (this.seen.share !== null && this.seen.share !== share) this.raise('share_changed');
    this.seen.share = share;
  }

  private allow(offer: number, by: number): void {
    const seat = this.asked.get(offer);
    const asked = seat === undefined ? null : this.seen.seats[seat];
    if (seat !== undefined && by !== 1 - seat) this.raise('lost_order');
    else if (seat !== undefined && asked) {
      this.place(seat, { ...asked, may_lose: asked.may_lose + 1 });
    }
    this.asked.delete(offer);
  }

  /** A computer sits there now: what was pledged is nobody's any more, and it may lose that. */
  private replace(seat: number): void {
    const old = this.seen.seats[seat];
    if (old?.pledge) this.place(seat, { ...old, may_lose: old.may_lose + 1 });
  }

  private place(seat: number, state: DiceSeat | null): void {
    this.seen.seats = this.seen.seats.map((old, at) => (at === seat ? state : old));
  }

  /** Holds what a snapshot tells of the next roll against what was told of it before. */
  private compare(k: number, dice: DiceState): void {
    const { seen } = this;
    const { seal, seats } = dice;
    const share = dice.share ?? null;
    if (k !== seen.k) this.raise('order', k);
    else {
      if (seen.seal !== null && seen.seal !== seal) this.raise('seal_changed');
      if (seen.share !== null && seen.share !== share) this.raise('share_changed');
      const changed = seats.some((seat, at) => {
        const old = seen.seats[at];
        return old && (old.pledge !== seat.pledge || old.j !== seat.j);
      });
      if (changed) this.raise('pledge_changed');
      if (seats.some((seat, at) => (seen.seats[at]?.lost ?? seat.lost) !== seat.lost)) {
        this.raise('lost_order');
      }
    }
    Object.assign(seen, { k, seal, seats, share });
  }

  /** `before` is how many alarms there were before this event was looked at. */
  private open(event: Rolled | Lost, whole: boolean, before: number): void {
    const { seen } = this;
    const { seat, k, opened } = event;
    if (!opened) {
      // A game from before dice could be checked, unless it had a seal.
      if (seen.seal !== null) this.raise('parts');
      Object.assign(seen, nothingSeen(), { n: seen.n, k: k + 1, alarms: seen.alarms });
      return;
    }
    if (k !== seen.k) {
      this.raise('order', k);
      Object.assign(seen, { k, seal: null, seats: [null, null], share: null, mover: null });
    }
    try {
      this.judge(event, opened, whole);
    } catch {
      // What is no number in hexadecimal digits cannot fit anything.
      this.raise('parts');
    }
    const roller = seen.seats[seat];
    const isVoid = event.type === 'lost';
    seen.last = {
      k,
      seat,
      dice: isVoid ? null : event.dice,
      fits: seen.alarms.length === before,
      witnessed: this.isWitnessed,
      mover: seen.mover,
      seal: seen.seal,
      secret: opened.secret,
      waiting: opened.waiting,
      share: isVoid ? null : (event.share ?? null),
    };
    const lost = (roller?.lost ?? 0) + (isVoid ? 1 : 0);
    this.place(seat, {
      pledge: opened.pledge,
      j: k + 1,
      lost,
      may_lose: freely(opened.pledge, lost),
    });
    // Leave to give a roll up is for that roll only, and so are the offers that ask for it.
    this.asked.clear();
    Object.assign(seen, { k: k + 1, seal: opened.seal, share: null, mover: null });
  }

  /** Checks one roll against what was told before it; what is not known is not judged. */
  private judge(event: Rolled | Lost, opened: Opened, whole: boolean): void {
    const { seal, seats, share } = this.seen;
    const { seat, k } = event;
    const [roller, other] = [seats[seat], seats[1 - seat]];
    const given = event.type === 'lost' ? null : (event.share ?? null);
    if (seal !== null && sealOf(opened.secret) !== seal) this.raise('seal');

    if (share !== null && opened.waiting !== share) this.raise('share_changed');
    const isUnseen = whole && share === null && opened.waiting !== null;
    if (other && (opened.waiting === null) !== (other.pledge === null)) this.raise('parts');
    if (roller && (opened.pledge === null) !== (roller.pledge === null)) this.raise('parts');

    if (event.type === 'lost') {
      const tooOften = whole && roller?.may_lose === 0;
      if (isUnseen || tooOften || opened.pledge === null) this.raise('lost_order');
      return;
    }
    if (isUnseen) this.raise('order');
    if ((given === null) !== (opened.pledge === null)) this.raise('parts');
    if (roller?.pledge && given !== null && pledgeOf(given) !== roller.pledge) this.raise('pledge');
    const right = roll(opened.secret, this.table, k, opened.waiting, given);
    if (right.join() !== event.dice.join()) this.raise('dice');
  }
}

/** What there is no more of once a game has begun. */
const BEFORE_THE_START: ReadonlySet<string> = new Set(['sit', 'stand', 'ready', 'start']);

/** A seat with its first pledge. */
function first(pledge: Bytes32 | null): DiceSeat {
  return { pledge, j: 0, lost: 0, may_lose: freely(pledge, 0) };
}

/** How many rolls a seat may give up without asking; one that adds nothing has nothing to lose. */
function freely(pledge: Bytes32 | null, lost: number): number {
  return pledge === null || lost > 0 ? 0 : 1;
}
