import type {
  Command,
  Event,
  Layout,
  Outcome,
  Replay,
  ServerMessage,
  TableInfo,
  View,
} from '../protocol';
import { fold } from '../game/fold';
import { isStep } from '../game/step';
import { Timeline } from '../game/timeline';
import { Refusal } from '../net/refusal';
import type { Ok } from '../net/outbox';
import type { Listener } from '../net/socket';

/** What a table needs of the socket. */
export interface Requester {
  request(command: Command): Promise<Ok>;
}

type Snapshot = Extract<ServerMessage, { type: 'table' }>;
type Choices = Extract<ServerMessage, { type: 'choices' }>;

/** One table as it is known here: a snapshot, kept up to date by numbered events. */
export class TableStore implements Listener {
  status = $state<'loading' | 'ready' | 'missing'>('loading');
  info = $state.raw<TableInfo | null>(null);
  key = $state<string | undefined>(undefined);
  layout = $state.raw<Layout | null>(null);
  view = $state.raw<View | null>(null);
  /** The steps so far: actions, rolls, undoings, leavings. */
  line = $state.raw<readonly Event[]>([]);
  outcome = $state.raw<Outcome | null>(null);
  /** The legal actions, while they are known to fit the position. */
  choices = $state.raw<Choices | null>(null);
  /** The newest event that came live and moved something, for animation. */
  latest = $state.raw<Event | null>(null);
  /** Every position since the start, once somebody has asked to look back. */
  timeline = $state.raw<Timeline | null>(null);
  /** The rematch, once there is one. */
  next = $state<string | null>(null);

  /** Told of each event as it comes, for speech. */
  onevent: (event: Event) => void = () => {};

  private n = 0;
  /** How many rolls there were. */
  private rolls = 0;
  /** The number of the event that led to this position. */
  private at = $state(0);
  private catching = false;
  private gathering: Map<number, Event> | null = null;

  constructor(
    readonly id: string,
    private readonly socket: Requester,
    private readonly fetchReplay: (id: string, key?: string) => Promise<Replay>,
    key?: string,
  ) {
    this.key = key;
  }

  resume(): Extract<Command, { type: 'watch' }> {
    return {
      type: 'watch',
      table: this.id,
      ...(this.status === 'ready' ? { since: this.n } : {}),
      ...(this.key ? { key: this.key } : {}),
    };
  }

  resumed(result: Ok | Refusal): void {
    if (!(result instanceof Refusal)) return;
    if (result.code === 'no_table' || result.code === 'no_match') this.status = 'missing';
  }

  /** Begins to follow the table. */
  async follow(): Promise<void> {
    await this.socket.request(this.resume()).catch((refusal: Refusal) => this.resumed(refusal));
  }

  hear(message: ServerMessage): void {
    if (message.type === 'table' && message.info.id === this.id) this.adopt(message);
    else if (message.type === 'events' && message.table === this.id) this.take(message.events);
    else if (message.type === 'choices' && message.table === this.id) this.choices = message;
    else if (message.type === 'rematch' && message.table === this.id) this.next = message.next;
  }

  /** The choices, if they are for the position that is shown. */
  get offered(): Choices | null {
    return this.choices && this.choices.at === this.at && !this.outcome ? this.choices : null;
  }

  /** Sends an action; the choices are withdrawn until the answer is here. */
  async act(action: string): Promise<void> {
    const choices = this.offered;
    if (!choices) return;
    this.choices = null;
    try {
      await this.socket.request({ type: 'act', table: this.id, at: choices.at, action });
    } catch (refusal) {
      if (choices.at === this.at) this.choices = choices;
      throw refusal;
    }
  }

  /** Has the dice rolled that open one's turn. */
  async roll(): Promise<void> {
    await this.socket.request({ type: 'roll', table: this.id, k: this.rolls });
  }

  /** Takes one's last action of this turn back. */
  async undo(): Promise<void> {
    await this.socket.request({ type: 'undo', table: this.id, at: this.at });
  }

  /** Fetches all that happened since the start, so that one can step back. */
  async lookBack(): Promise<void> {
    if (this.timeline || this.gathering || !this.layout) return;
    if (!this.outcome) await this.gather();
    // A game that has finished (perhaps just now) is fetched from the records instead.
    if (!this.timeline && this.outcome) {
      this.timeline = Timeline.of((await this.fetchReplay(this.id, this.key)).events);
    }
  }

  private async gather(): Promise<void> {
    const gathering = new Map<number, Event>();
    this.gathering = gathering;
    try {
      await this.socket.request({ ...this.resume(), since: 0 });
    } finally {
      this.gathering = null;
    }
    const events = [...gathering.values()].sort((a, b) => a.n - b.n);
    const whole = events.every((event, place) => event.n === place + 1);
    this.timeline = whole ? Timeline.of(events) : null;
  }

  private adopt(snapshot: Snapshot): void {
    const before = this.n;
    this.n = snapshot.n;
    this.info = snapshot.info;
    this.key = snapshot.key ?? this.key;
    this.next = snapshot.info.rematch ?? this.next;
    this.status = 'ready';
    const game = snapshot.game;
    if (game) {
      this.layout = game.layout;
      this.view = game.view;
      this.at = game.at;
      this.rolls = game.rolls;
      this.line = game.line;
      this.outcome = game.outcome;
    }
    if (snapshot.n !== before) {
      this.latest = null;
      this.timeline = null;
    }
  }

  private take(events: Event[]): void {
    for (const event of events) {
      this.gathering?.set(event.n, event);
      if (event.n <= this.n) continue;
      if (event.n === this.n + 1) this.apply(event);
      else this.catchUp();
    }
  }

  /** Something is missing: asks for it once. What came too early is in the answer again. */
  private catchUp(): void {
    if (this.catching) return;
    this.catching = true;
    void this.follow().finally(() => (this.catching = false));
  }

  private apply(event: Event): void {
    this.n = event.n;
    if (event.type === 'start') this.begin(event);
    else if (event.type === 'sit') {
      this.seat(event.seat, { state: 'taken', player: event.player });
    } else if (event.type === 'stand') this.seat(event.seat, { state: 'free' });
    else this.play(event);
    if (event.motions?.length) this.latest = event;
    this.onevent(event);
  }

  private begin(event: Extract<Event, { type: 'start' }>): void {
    this.layout = event.layout;
    this.view = event.view;
    this.at = event.n;
    this.timeline = Timeline.of([event]);
    this.restate('playing');
  }

  private play(event: Event): void {
    if (this.view) this.view = fold(this.view, event.diff);
    this.timeline = this.timeline?.with(event) ?? null;
    if (isStep(event)) {
      if (event.type === 'roll') this.rolls = event.k + 1;
      this.at = event.n;
      this.line = [...this.line, event];
    } else if (event.type === 'finish') {
      this.outcome = event.outcome;
      this.restate('finished');
    }
  }

  private seat(seat: number, state: TableInfo['seats'][number]): void {
    if (!this.info) return;
    this.info = { ...this.info, seats: this.info.seats.with(seat, state) };
  }

  private restate(status: TableInfo['status']): void {
    if (this.info) this.info = { ...this.info, status };
  }
}
