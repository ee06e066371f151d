// Reconnecting WebSocket client. One connection to the server, by which all that listen are brought up to date.

import { CLOSE_ENDED, CLOSE_FLOOD, CLOSE_VERSION, PROTOCOL_VERSION } from '../protocol';
import type { Command, ServerMessage } from '../protocol';
import { Publisher } from '../publisher';
import { backoff } from './backoff';
import { Outbox } from './outbox';
import type { Ok } from './outbox';
import { Heartbeat } from './heartbeat';
import { Refusal } from './refusal';
import type { Wire, Environment } from './environment';

/** `outdated`: the server speaks another version, and only a reload helps. */
export type Connection = 'connecting' | 'connected' | 'reconnecting' | 'offline' | 'outdated';

/** Somebody who hears every message and can ask to be brought up to date after a reconnect. */
export interface Listener {
  hear(message: ServerMessage): void;
  /** What to ask first on a new connection; null for nothing. */
  resume?(): Command | null;
  /** The answer to `resume`. */
  resumed?(result: Ok | Refusal): void;
}

/** A connection that has not been greeted after this long is given up. */
const OPENING_MS = 10_000;
const ATTEMPTS_UNTIL_OFFLINE = 4;
/** So many that the wait is the longest. */
const LONGEST_WAIT = Infinity;

/**
 * The one socket. It reconnects by itself; after each reconnect every listener is brought up to
 * date first, and only then are unanswered commands sent again, under the same ids.
 */
export class Socket {
  private wire: Wire | null = null;
  /** Counts connections, so that an old one has no more say. */
  private connection = 0;
  private ready = false;
  private attempt = 0;
  private timer: unknown = null;
  /** Sent away for saying too much: nothing brings it back any sooner. */
  private rateLimited = false;
  /** Let go of for good. */
  private stopped = false;
  private readonly outbox = new Outbox();
  private readonly heartbeat: Heartbeat;
  private readonly listeners = new Set<Listener>();

  /** Each change of the connection. */
  readonly states = new Publisher<[state: Connection]>();
  /** That one's session has ended. */
  readonly ended = new Publisher<[]>();
  /** Each ping's round trip, in milliseconds, and the server's time in the answer. */
  readonly pongs = new Publisher<[roundTrip: number, serverMs: number | undefined]>();

  constructor(private readonly environment: Environment) {
    this.heartbeat = new Heartbeat(
      environment,
      () => this.ping(),
      () => this.lost(0),
    );
  }

  /** Connects for the first time. */
  start(): void {
    this.states.publish('connecting');
    this.connect();
  }

  /** Connects anew, to be recognised under a new session or name; as `another`, nothing unanswered comes along. */
  restart(another = false): void {
    this.drop();
    if (another) this.disown();
    this.attempt = 0;
    this.connect();
  }

  /** Lets go of the connection for good: nothing brings it back. */
  stop(): void {
    this.stopped = true;
    this.drop();
  }

  /** Something suggests that a connection is possible now: no need to wait any longer. */
  reconnectNow(): void {
    if (this.rateLimited || this.stopped) return;
    if (this.wire === null) this.restart();
    else if (this.ready) this.heartbeat.prove();
  }

  /** Hears every message from now on; the result ends that. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sends a command, now or as soon as there is a connection. */
  request(command: Command): Promise<Ok> {
    return new Promise((resolve, reject) => {
      const id = this.outbox.add(command, false, resolve, reject);
      if (this.ready) this.send(id);
    });
  }

  private send(id: number): void {
    const envelope = this.wire && this.outbox.envelope(id, this.connection);
    if (!envelope) return;
    this.heartbeat.sent();
    this.wire?.send(JSON.stringify(envelope));
  }

  private connect(): void {
    this.cancel();
    this.rateLimited = false;
    const number = ++this.connection;
    const wire = this.environment.open();
    this.wire = wire;
    wire.onmessage = (event) => {
      if (number === this.connection) this.receive(event.data);
    };
    wire.onclose = (event) => {
      if (number === this.connection) this.lost(event.code);
    };
    this.timer = this.environment.later(() => this.lost(0), OPENING_MS);
  }

  /** Lets go of the wire without any further word from it. */
  private drop(): void {
    this.cancel();
    this.heartbeat.stop();
    this.ready = false;
    const wire = this.wire;
    this.wire = null;
    this.connection++;
    wire?.close();
    this.outbox.drop();
  }

  /** What one asked for as somebody is not asked for again as somebody else. */
  private disown(): void {
    this.outbox.refuse(new Refusal('no_session', 'whoever asked for this is no longer signed in'));
  }

  private lost(code: number): void {
    this.drop();
    if (code === CLOSE_VERSION) {
      this.states.publish('outdated');
      return;
    }
    if (code === CLOSE_ENDED) {
      // The network is as good as ever: one is back at once, for whoever one is now.
      this.ended.publish();
      this.disown();
      this.attempt = 0;
    }
    this.states.publish(this.attempt >= ATTEMPTS_UNTIL_OFFLINE ? 'offline' : 'reconnecting');
    this.rateLimited = code === CLOSE_FLOOD;
    const attempt = this.rateLimited ? LONGEST_WAIT : this.attempt++;
    const wait = backoff(attempt, this.environment.random);
    this.timer = this.environment.later(() => this.connect(), wait);
  }

  private receive(data: unknown): void {
    this.heartbeat.heard();
    const message = read(data);
    // Whatever stands in between says something of its own: such a line is none.
    if (message === null) return this.lost(0);
    if (message.type === 'hello') this.greeted(message);
    else if (message.type === 'ok' || message.type === 'error') this.outbox.answer(message);
    else this.tell(message);
  }

  private tell(message: ServerMessage): void {
    for (const listener of [...this.listeners]) listener.hear(message);
  }

  private greeted(hello: Extract<ServerMessage, { type: 'hello' }>): void {
    if (hello.protocol !== PROTOCOL_VERSION) {
      this.lost(CLOSE_VERSION);
      return;
    }
    this.cancel();
    this.attempt = 0;
    this.tell(hello);
    this.states.publish('connected');
    void this.catchUp(this.connection);
    this.ping();
    this.heartbeat.start(hello.ping_every_ms);
  }

  private async catchUp(number: number): Promise<void> {
    const asked = [...this.listeners].flatMap((listener) => {
      const command = listener.resume?.();
      return command ? [this.resumeOne(listener, command)] : [];
    });
    await Promise.all(asked);
    if (number !== this.connection) return;
    this.ready = true;
    for (const id of this.outbox.ids()) this.send(id);
  }

  private resumeOne(listener: Listener, command: Command): Promise<void> {
    return new Promise((resolve) => {
      const done = (result: Ok | Refusal): void => {
        listener.resumed?.(result);
        resolve();
      };
      this.send(this.outbox.add(command, true, done, done));
    });
  }

  private ping(): void {
    const sent = this.environment.now();
    const measure = (ok: Ok): void => this.pongs.publish(this.environment.now() - sent, ok.ms);
    this.send(this.outbox.add({ type: 'ping' }, true, measure, () => {}));
  }

  private cancel(): void {
    if (this.timer !== null) this.environment.cancel(this.timer);
    this.timer = null;
  }
}

/** A message; null where it is none. */
function read(data: unknown): ServerMessage | null {
  try {
    return JSON.parse(String(data)) as ServerMessage;
  } catch {
    return null;
  }
}
