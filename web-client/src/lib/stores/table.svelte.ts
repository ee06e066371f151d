import type {
  Command,
  Event,
  Layout,
  Objection,
  Outcome,
  Preview,
  Replay,
  SeatState,
  ServerMessage,
  TableInfo,
  View,
} from '../protocol';
import { fold } from '../replay/fold';
import type { Choices } from '../game/choices';
import { previewOfFewer, whereReady } from '../game/preview';
import { computerAt, seatOf, seatsKept, withFewerSeats, withSeat } from '../game/seats';
import { isStep } from '../replay/step';
import { Timeline } from '../replay/timeline';
import { Refusal } from '../net/refusal';
import type { Ok } from '../net/outbox';
import type { Listener } from '../net/socket';
import { uuid } from '../net/uuid';
import { Publisher } from '../publisher';
import { ChatStore } from './chat.svelte';
import { DiceStore } from './dice.svelte';
import type { Onlooker, Requester } from './ports';
import { GameStatus } from './gameStatus.svelte';

type Snapshot = Extract<ServerMessage, { type: 'table' }>;
type Hint = Extract<ServerMessage, { type: 'hint' }>;

/** Table store. One table as it is known here: a snapshot, kept up to date by numbered events. */
export class TableStore implements Listener {
  status = $state<'loading' | 'ready' | 'missing'>('loading');
  /** Why the table cannot be followed just now, as a sentence. */
  problem = $state('');
  info = $state.raw<TableInfo | null>(null);
  key = $state<string | undefined>(undefined);
  /** The board as it will be when the game starts, while one waits for that. */
  preview = $state.raw<Preview | null>(null);
  layout = $state.raw<Layout | null>(null);
  view = $state.raw<View | null>(null);
  /** The steps so far: actions, rolls, takebacks, leavings; and undoings with what they undid, but those from before one came. */
  line = $state.raw<readonly Event[]>([]);
  outcome = $state.raw<Outcome | null>(null);
  /** The legal actions, while they are known to fit the position. */
  choices = $state.raw<Choices | null>(null);
  /** The position of which one was sent, until that is answered. */
  private chosenAt = $state<number | null>(null);
  /** The last hint that one was given. */
  private hint = $state.raw<Hint | null>(null);
  /** The newest event that came live and moved something, for animation. */
  latest = $state.raw<Event | null>(null);
  /** Every position since the start, once somebody has asked to look back. */
  timeline = $state.raw<Timeline | null>(null);
  /** The rematch, once there is one. */
  next = $state<string | null>(null);
  /** Whether one was there when the house sent everybody on to it. */
  sentOn = $state(false);
  /** Whether the server has forgotten some of what this page has seen. */
  regressed = $state(false);
  readonly dice: DiceStore;

  /** What is said there. */
  readonly chat = new ChatStore();

  /** Its clocks, offers and who is there. */
  readonly gameStatus = new GameStatus();

  /** Whether this is a glance at one of many, and one is not to be counted as watching. */
  quiet = $state(false);

  /** Each event as it comes, for whatever accompanies the game: speech, perhaps a sound. */
  readonly events = new Publisher<[event: Event]>();

  private n = 0;
  /** The number of the event that led to this position. */
  private at = $state(0);
  private catching = false;
  /** Fewer seats wait for the start than the preview is for. */
  private shrunk = false;
  private gathering: Map<number, Event> | null = null;

  constructor(
    readonly id: string,
    private readonly socket: Requester,
    private readonly fetchReplay: (id: string, key?: string) => Promise<Replay>,
    private readonly onlooker: Onlooker,
    key?: string,
  ) {
    this.key = key;
    this.dice = new DiceStore(id, socket, onlooker, () => this.me);
  }

  /** The seat of the host, who may begin early: of the people there the first to come; null once the game has begun. */
  get host(): number | null {
    const { info, preview } = this;
    return preview?.sat.find((seat) => info && computerAt(info, seat) === null) ?? null;
  }

  /** One's own seat; null for those who watch. */
  get me(): number | null {
    return this.info && seatOf(this.info, this.onlooker.player());
  }

  resume(): Extract<Command, { type: 'watch' }> {
    return {
      type: 'watch',
      table: this.id,
      ...(this.status === 'ready' && this.n > 0 && !this.shrunk ? { since: this.n } : {}),
      ...(this.key ? { key: this.key } : {}),
      ...(this.quiet ? { quiet: true } : {}),
    };
  }

  resumed(result: Ok | Refusal): void {
    if (!(result instanceof Refusal)) this.caughtUp();
    else if (result.code === 'no_table' || result.code === 'no_match') this.status = 'missing';
    else if (result.code === 'regressed') {
      // The server was put back to an earlier state: the table is taken as it stands now.
      this.regressed = true;
      this.dice.regress();
      this.n = 0;
      void this.follow();
    } else this.problem = result.message;
  }

  /** Begins to follow the table. */
  async follow(): Promise<void> {
    await this.socket.request(this.resume()).then(
      () => this.caughtUp(),
      (refusal: Refusal) => this.resumed(refusal),
    );
  }

  hear(message: ServerMessage): void {
    if (message.type === 'table' && message.info.id === this.id) this.adopt(message);
    else if (message.type === 'events' && message.table === this.id) this.take(message.events);
    else if (message.type === 'choices' && message.table === this.id) this.choices = message;
    else if (message.type === 'hint' && message.table === this.id) this.hint = message;
    else if (message.type === 'rematch' && message.table === this.id) {
      this.next = message.next;
      this.sentOn = true;
    } else if (message.type === 'chat' && message.table === this.id) this.chat.hear(message);
    else if (message.type === 'presence' && message.table === this.id) {
      this.gameStatus.presence = message.seats;
      this.gameStatus.watchers = message.watchers;
    } else return;
    this.settle();
  }

  /** The choices, if they are for the position that is shown and the game goes on. */
  get offered(): Choices | null {
    const stands = this.info?.status !== 'playing' || this.gameStatus.paused;
    return this.choices && this.choices.at === this.at && !stands ? this.choices : null;
  }

  /** Whether one of them is on its way: until it is answered nothing else is sent for this position. */
  get isSent(): boolean {
    return this.offered !== null && this.offered.at === this.chosenAt;
  }

  /** The hint for the position that is shown, if one has asked for it. */
  get hinted(): Hint | null {
    return this.hint?.at === this.at && this.offered ? this.hint : null;
  }

  /** Asks for the strongest action; it is thought of for a moment. */
  async askHint(): Promise<void> {
    await this.askOfPosition({ type: 'hint', table: this.id, at: this.at });
  }

  /** Asks why something may not be done: undefined if it may, or the position is another by now. */
  async explain(action: string): Promise<Objection | undefined> {
    const { at } = this;
    const answer = await this.askOfPosition({ type: 'explain', table: this.id, at, action });
    return at === this.at ? answer?.objection : undefined;
  }

  /** Asks about the position that is shown. Whoever has moved meanwhile wants the answer no more. */
  private async askOfPosition(command: Command): Promise<Ok | undefined> {
    try {
      return await this.socket.request(command);
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.tellsOfOtherPosition) return undefined;
      throw refusal;
    }
  }

  /** Sends an action. */
  async act(action: string): Promise<void> {
    await this.choose(({ at, ends }) => {
      const given = ends.includes(action) ? this.dice.toGive() : {};
      return { type: 'act', table: this.id, at, action, ...given };
    });
  }

  /** Takes the other's side instead of acting. */
  async swap(): Promise<void> {
    await this.choose(({ at }) => ({ type: 'swap', table: this.id, at }));
  }

  /** Sends what was chosen, once. If it is refused, the same choices are offered anew. */
  private async choose(command: (choices: Choices) => Command): Promise<void> {
    const choices = this.offered;
    if (!choices || this.isSent) return;
    this.chosenAt = choices.at;
    try {
      await this.socket.request(command(choices));
    } catch (refusal) {
      if (this.chosenAt === choices.at) this.chosenAt = null;
      if (this.choices === choices) this.choices = { ...choices };
      throw refusal;
    }
  }

  /** Has the dice rolled that open one's turn. */
  async roll(): Promise<void> {
    const own = this.dice.toRoll();
    if (own) await this.socket.request({ type: 'roll', table: this.id, ...own });
  }

  /** Gives the roll up, since this browser no longer has its part in it. */
  async lose(): Promise<void> {
    await this.socket.request({ type: 'lost', table: this.id, ...this.dice.toLose() });
  }

  /** Asks the other player to allow one to give a roll up once more. */
  async askToLose(): Promise<void> {
    await this.socket.request({ type: 'offer', table: this.id, request: uuid(), what: 'lost' });
  }

  /** Asks the others for something, or answers what they ask for. */
  async ask(command: Command): Promise<void> {
    if (command.type === 'answer' && command.agree) this.dice.allow(command.offer);
    await this.socket.request(command);
  }

  /** Takes one's last action of this turn back. */
  async undo(): Promise<void> {
    if (this.isSent) return;
    await this.socket.request({ type: 'undo', table: this.id, at: this.at });
  }

  /** Fetches all that happened since the start, so that one can step back. */
  async lookBack(): Promise<void> {
    if (this.timeline || this.gathering || !this.layout) return;
    if (!this.outcome) await this.gather();
    // A game that has finished (perhaps just now) is fetched from the records instead.
    if (!this.timeline && this.outcome) {
      const { events } = await this.fetchReplay(this.id, this.key);
      this.timeline = Timeline.of(events)?.along(this.line) ?? null;
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
    const isWhole = events.every((event, index) => event.n === index + 1);
    if (isWhole) this.timeline = Timeline.of(events)?.along(this.line) ?? null;
  }

  private adopt(snapshot: Snapshot): void {
    const before = this.n;
    this.n = snapshot.n;
    this.info = snapshot.info;
    this.key = snapshot.key ?? this.key;
    this.next = snapshot.info.rematch ?? this.next;
    this.status = 'ready';
    this.preview = snapshot.preview ?? null;
    this.shrunk = false;
    const game = snapshot.game;
    if (game) {
      this.layout = game.layout;
      this.view = game.view;
      this.gameStatus.adopt(game);
      this.at = game.at;
      this.line = game.line.filter(isStep);
      this.outcome = game.outcome;
    }
    this.dice.adopt(snapshot.n, game);
    if (snapshot.n !== before) this.latest = this.timeline = null;
  }

  private take(events: Event[]): void {
    for (const event of events) {
      this.gathering?.set(event.n, event);
      if (event.n <= this.n) continue;
      if (event.n === this.n + 1) this.apply(event);
      else this.catchUp();
    }
    if (this.shrunk) this.catchUp();
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
      const { player, rating } = event;
      this.seat(event.seat, { state: 'taken', player, ...(rating ? { rating } : {}) });
      this.queue((sat) => [...sat, event.seat]);
    } else if (event.type === 'stand') {
      this.seat(event.seat, { state: 'free' });
      this.prepare(event.seat, false);
      this.queue((sat) => sat.filter((seat) => seat !== event.seat));
    } else if (event.type === 'ready') this.prepare(event.seat, true);
    else if (event.type === 'fewer') this.close(event.seats);
    else this.play(event);
    this.gameStatus.apply(event);
    this.dice.take(event, this.view?.turn ?? null);
    const isBack = event.type === 'undo' || event.type === 'takeback';
    if (event.motions?.length || isBack) this.latest = event;
    this.events.publish(event);
  }

  private begin(event: Extract<Event, { type: 'start' }>): void {
    this.preview = null;
    this.shrunk = false;
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
      this.at = event.n;
      this.line = [...this.line, event];
      if (event.type === 'swap' && this.info) {
        this.info = { ...this.info, seats: this.info.seats.toReversed() };
      } else if (event.type === 'takeover') {
        this.seat(event.seat, { state: 'taken', player: event.player });
      }
    } else if (event.type === 'finish') {
      this.outcome = event.outcome;
      if (this.info && event.unrated) {
        this.info = { ...this.info, rated: false, unrated: event.unrated };
      }
      this.restate('finished');
    } else if (event.type === 'abort') this.restate('aborted');
  }

  private prepare(seat: number, isReady: boolean): void {
    if (this.preview) this.preview = whereReady(this.preview, seat, isReady);
  }

  /** Notes down in which order the seats were taken. */
  private queue(change: (sat: number[]) => number[]): void {
    if (this.preview) this.preview = { ...this.preview, sat: change(this.preview.sat) };
  }

  /** Only these seats stay, numbered anew. The board for so few comes with the start, or is asked for. */
  private close(stay: number[]): void {
    if (this.info) this.info = withFewerSeats(this.info, stay);
    this.gameStatus.presence = seatsKept(this.gameStatus.presence, stay);
    if (this.preview) this.preview = previewOfFewer(this.preview, stay);
    this.shrunk = true;
  }

  private seat(seat: number, state: SeatState): void {
    if (this.info) this.info = withSeat(this.info, seat, state);
  }

  /** All that had been missed has come. */
  private caughtUp(): void {
    this.problem = '';
    this.chat.settle();
    this.settle();
  }

  /** Lets the dice see to what is due, now that all that has come is known. */
  private settle(): void {
    const { info, view, me } = this;
    if (!info) return;
    const isOn = info.status === 'playing' && !this.gameStatus.paused;
    const playing = isOn && me !== null && !view?.left.includes(me);
    this.dice.settle({ info, turn: view?.turn ?? null, playing });
  }

  private restate(status: TableInfo['status']): void {
    if (this.info) this.info = { ...this.info, status };
  }
}
