// Fake server. One table with dice, which keeps the rules of docs/dice.md or breaks them as a test likes.

import { info as sampleInfo, layout, state, view as sampleView } from './samples';
import { fold } from '../replay/fold';
import { isNote } from '../replay/notes';
import { isStep } from '../replay/step';
import { Refusal } from '../net/refusal';
import type { Ok } from '../net/outbox';
import type {
  Command,
  DiceSeat,
  ErrorCode,
  Event,
  EventKind,
  Opened,
  ServerMessage,
  TableInfo,
  Turn,
  View,
  ViewDiff,
} from '../protocol';
import { pledgeOf, roll, sealOf } from '../dice/scheme';

/** The table of the published vectors. */
export const TABLE = '01930000-0000-7000-8000-000000000001';

/** The players of the sample table, by seat. */
export const PLAYERS = ['p0', 'p1'];

/** Whoever hears what a table tells. */
interface Hearer {
  hear(message: ServerMessage): void;
}

/**
 * A server for one table with dice, for tests. It keeps the rules of docs/dice.md as the real one
 * does, but for what `tamper` makes of an event before it is told; null swallows it. A turn is a roll
 * and `end`.
 */
export class SimulatedServer {
  readonly events: Event[] = [];
  tamper: (event: Event) => Event | null = (event) => event;
  /** What it was asked for, with the seat that asked. */
  readonly asked: { seat: number; command: Command }[] = [];
  view: View = { ...sampleView, turn: { phase: 'roll', seat: 0 } };
  private seats: (DiceSeat | null)[] = [null, null];
  private share: string | undefined;
  private k = 0;
  private offers = new Map<number, number>();
  private readonly watchers: { seat: number | null; hearer: Hearer }[] = [];

  /** The server's secret for a roll; tests may look. */
  secret(k: number): string {
    return k.toString(16).padStart(64, '5');
  }

  get info(): TableInfo {
    const started = this.events.some((event) => event.type === 'start');
    return { ...sampleInfo, id: TABLE, status: started ? 'playing' : 'open' };
  }

  /** Somebody begins to watch, and is told how things stand. */
  admit(hearer: Hearer, seat: number | null): void {
    this.watchers.push({ seat, hearer });
    hearer.hear(this.snapshot());
    this.choose();
  }

  /** A page that was closed hears no more. */
  dismiss(hearer: Hearer): void {
    const index = this.watchers.findIndex((watcher) => watcher.hearer === hearer);
    this.watchers.splice(index, 1);
  }

  /** Carries a command out or refuses it; like over a wire, not in the same moment. */
  async request(seat: number, command: Command): Promise<Ok> {
    this.asked.push({ seat, command });
    await Promise.resolve();
    const refused = this.carryOut(seat, command);
    if (refused) throw new Refusal(refused, refused);
    return { type: 'ok', id: 1 };
  }

  snapshot(): Extract<ServerMessage, { type: 'table' }> {
    const n = this.events.length;
    if (this.info.status === 'open') return { type: 'table', n, info: this.info };
    const line = this.events
      .filter((event) => isStep(event) || isNote(event))
      .map(({ diff: _, ...event }) => event as Event);
    const offers = [...this.offers].map(([offer, by]) => ({
      offer,
      seat: by,
      what: 'lost' as const,
      agreed: [],
    }));
    const game = {
      ...state,
      layout,
      view: this.view,
      at: line.at(-1)?.n ?? 0,
      rolls: this.k,
      line,
      offers,
      dice: {
        seal: sealOf(this.secret(this.k)),
        seats: this.seats as DiceSeat[],
        ...(this.share === undefined ? {} : { share: this.share }),
      },
    };
    return structuredClone({ type: 'table', n, info: this.info, game });
  }

  /** Tells of something that nobody has asked for, and that something else is due now. */
  invent(event: EventKind, turn: Turn = this.view.turn): void {
    const diff: ViewDiff = { turn };
    this.view = fold(this.view, diff);
    this.tell([event], diff);
  }

  private carryOut(seat: number, command: Command): ErrorCode | null {
    const { turn } = this.view;
    const plain = this.seats[seat]?.pledge === null;
    switch (command.type) {
      case 'watch':
        for (const one of this.watchers) if (one.seat === seat) one.hearer.hear(this.snapshot());
        return null;
      case 'ready':
        return this.ready(seat, command.pledge);
      case 'share': {
        const due = turn.phase === 'roll' && turn.seat !== seat && this.share === undefined;
        if (!due || command.k !== this.k) return 'no_share_due';
        this.share = command.share;
        this.tell([{ type: 'share', seat, k: this.k, share: command.share }]);
        return this.rollPlain();
      }
      case 'act': {
        if (turn.phase !== 'act' || turn.seat !== seat) return 'not_your_turn';
        if (!plain && command.share === undefined) return 'share_due';
        this.share = command.share;
        const given = command.share === undefined ? {} : { share: command.share };
        this.turn('roll', 1 - seat, { type: 'act', seat, action: command.action, ...given });
        return this.rollPlain();
      }
      case 'roll': {
        const refused = this.rollable(seat, command.k);
        if (refused) return refused;
        if (pledgeOf(command.share) !== this.seats[seat]?.pledge) return 'wrong_share';
        this.open(seat, command.share, command.pledge);
        return null;
      }
      case 'lost': {
        const refused = this.rollable(seat, command.k);
        const state = this.seats[seat];
        if (refused || !state) return refused;
        if (state.may_lose === 0) return 'lost_again';
        const opened = this.opened(command.pledge);
        this.pledge(seat, command.pledge, state.lost + 1);
        this.next({ type: 'lost', seat, k: this.k, opened });
        return null;
      }
      case 'offer': {
        const offer = this.tell([{ type: 'offer', seat, what: command.what }]);
        this.offers.set(offer, seat);
        return null;
      }
      case 'answer': {
        const by = this.offers.get(command.offer);
        if (by === undefined) return 'no_offer';
        this.offers.delete(command.offer);
        const state = this.seats[by] as DiceSeat;
        if (command.agree) this.seats[by] = { ...state, may_lose: state.may_lose + 1 };
        this.tell([{ type: 'answer', seat, offer: command.offer, agree: command.agree }]);
        return null;
      }
      default:
        return 'bad_message';
    }
  }

  private ready(seat: number, pledge: string | null): ErrorCode | null {
    if (this.info.status !== 'open') return 'not_open';
    this.seats[seat] = { pledge, j: 0, lost: 0, may_lose: pledge === null ? 0 : 1 };
    const all = this.seats.every((one) => one !== null);
    const pledges = this.seats.map((one) => one?.pledge ?? null);
    const seal = sealOf(this.secret(0));
    this.tell([
      { type: 'ready', seat, pledge },
      ...(all
        ? [{ type: 'start' as const, layout, view: this.view, dice: { seal, pledges } }]
        : []),
    ]);
    return all ? this.rollPlain() : null;
  }

  private rollable(seat: number, k: number): ErrorCode | null {
    const { turn } = this.view;
    if (turn.phase !== 'roll' || turn.seat !== seat) return 'not_your_turn';
    if (k !== this.k) return 'stale';
    const owed = this.share === undefined && this.seats[1 - seat]?.pledge !== null;
    return owed ? 'share_due' : null;
  }

  private rollPlain(): null {
    const { turn } = this.view;
    const seat = turn.phase === 'roll' ? turn.seat : 0;
    const plain = turn.phase === 'roll' && this.seats[seat]?.pledge === null;
    if (plain && !this.rollable(seat, this.k)) this.open(seat, null, null);
    return null;
  }

  private open(seat: number, share: string | null, pledge: string | null): void {
    const opened = this.opened(pledge);
    const dice = roll(opened.secret, TABLE, this.k, opened.waiting, share);
    this.pledge(seat, pledge, this.seats[seat]?.lost ?? 0);
    const shown = share === null ? {} : { share };
    this.next({ type: 'roll', seat, k: this.k, dice, opened, ...shown }, seat);
  }

  private opened(pledge: string | null): Opened {
    const seal = sealOf(this.secret(this.k + 1));
    return { secret: this.secret(this.k), waiting: this.share ?? null, pledge, seal };
  }

  /** A seat's next pledge. Leave to lose a roll holds for that roll only. */
  private pledge(seat: number, pledge: string | null, lost: number): void {
    const may_lose = pledge === null || lost > 0 ? 0 : 1;
    this.seats[seat] = { pledge, j: this.k + 1, lost, may_lose };
  }

  private next(event: EventKind, actor?: number): void {
    this.share = undefined;
    this.offers.clear();
    this.k += 1;
    if (actor === undefined) this.tell([event]);
    else this.turn('act', actor, event);
  }

  private turn(phase: 'act' | 'roll', seat: number, event: EventKind): void {
    const diff: ViewDiff = { turn: { phase, seat } };
    this.view = fold(this.view, diff);
    this.tell([event], diff);
  }

  /** Tells everybody, and answers with the last event's number. */
  private tell(kinds: EventKind[], diff?: ViewDiff): number {
    const fresh: Event[] = [];
    for (const kind of kinds) {
      const n = this.events.length + 1;
      const event = { n, ms: 0, ...kind, ...(diff ? { diff } : {}) };
      const told = this.tamper(event as Event);
      if (!told) continue;
      fresh.push(told);
      this.events.push(told);
    }
    for (const { hearer } of [...this.watchers]) {
      hearer.hear({ type: 'events', table: TABLE, events: structuredClone(fresh) });
    }
    this.choose();
    return this.events.length;
  }

  private choose(): void {
    const { turn } = this.view;
    if (turn.phase !== 'act') return;
    const at = this.events.findLast((event) => event.type === 'start' || isStep(event))?.n;
    const choices = { actions: ['end'], ends: ['end'], undo: false };
    for (const { seat, hearer } of [...this.watchers]) {
      if (seat === turn.seat)
        hearer.hear({ type: 'choices', table: TABLE, at: at ?? 0, ...choices });
    }
  }
}
