import { CLOSE_VERSION, PROTOCOL_VERSION } from '../protocol';
import type { Command, Envelope, ServerMessage } from '../protocol';
import { backoff } from './backoff';
import { Refusal } from './refusal';

/** `outdated`: the server speaks another version, and only a reload helps. */
export type Connection = 'connecting' | 'connected' | 'reconnecting' | 'offline' | 'outdated';

/** The answer to a command that was carried out. */
export type Ok = Extract<ServerMessage, { type: 'ok' }>;

/** What a WebSocket does for us; a fake stands in for it in tests. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** The world outside, by handle, so that tests need not wait. */
export interface World {
  open(): Wire;
  now(): number;
  later(run: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
  random(): number;
}

/** Somebody who hears every message and can ask to be brought up to date after a reconnect. */
export interface Listener {
  hear(message: ServerMessage): void;
  /** What to ask first on a new connection; null for nothing. */
  resume?(): Command | null;
  /** The answer to `resume`. */
  resumed?(result: Ok | Refusal): void;
}

interface Pending {
  command: Command;
  /** Resumptions are made anew on each connection, never repeated. */
  resumption: boolean;
  sentOn: number;
  resolve(ok: Ok): void;
  reject(refusal: Refusal): void;
}

/** A connection that never sends this long is given up. */
const OPENING_MS = 10_000;
const SILENCE = 2.5;
const ATTEMPTS_UNTIL_OFFLINE = 4;

/**
 * The one socket. It reconnects by itself; after each reconnect every listener is brought up to
 * date first, and only then are unanswered commands sent again, under the same ids.
 */
export class Socket {
  private wire: Wire | null = null;
  private connectionNumber = 0;
  private ready = false;
  private attempt = 0;
  private nextId = 1;
  private pingEvery = 0;
  private lastHeard = 0;
  private lastSent = 0;
  private timer: unknown = null;
  private readonly pending = new Map<number, Pending>();
  private readonly listeners = new Set<Listener>();

  /** Told of each change of the connection. */
  onstate: (state: Connection) => void = () => {};
  /** Told of each measured round trip, in milliseconds. */
  onlatency: (ms: number) => void = () => {};

  constructor(private readonly world: World) {}

  /** Connects for the first time. */
  start(): void {
    this.onstate('connecting');
    this.connect();
  }

  /** Connects anew, to be recognised under a new session or name. */
  restart(): void {
    this.drop();
    this.attempt = 0;
    this.connect();
  }

  /** Something suggests that a connection is possible now: no need to wait any longer. */
  nudge(): void {
    if (this.wire === null) this.restart();
    else if (this.ready) this.ping();
  }

  /** Hears every message from now on; the result ends that. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sends a command, now or as soon as there is a connection. */
  request(command: Command): Promise<Ok> {
    return new Promise((resolve, reject) => {
      const id = this.enqueue(command, false, resolve, reject);
      if (this.ready) this.send(id);
    });
  }

  private enqueue(
    command: Command,
    resumption: boolean,
    resolve: (ok: Ok) => void,
    reject: (refusal: Refusal) => void,
  ): number {
    const id = this.nextId++;
    this.pending.set(id, { command, resumption, sentOn: 0, resolve, reject });
    return id;
  }

  private send(id: number): void {
    const entry = this.pending.get(id);
    if (!entry || !this.wire || entry.sentOn === this.connectionNumber) return;
    entry.sentOn = this.connectionNumber;
    const envelope: Envelope = { id, do: entry.command };
    this.lastSent = this.world.now();
    this.wire.send(JSON.stringify(envelope));
  }

  private connect(): void {
    this.clearTimer();
    const number = ++this.connectionNumber;
    let wire: Wire;
    try {
      wire = this.world.open();
    } catch {
      this.lost(0);
      return;
    }
    this.wire = wire;
    wire.onmessage = (event) => {
      if (number === this.connectionNumber) this.receive(event.data);
    };
    wire.onclose = (event) => {
      if (number === this.connectionNumber) this.lost(event.code);
    };
    this.timer = this.world.later(() => this.lost(0), OPENING_MS);
  }

  /** Lets go of the wire without any further word from it. */
  private drop(): void {
    this.clearTimer();
    this.ready = false;
    const wire = this.wire;
    this.wire = null;
    this.connectionNumber++;
    wire?.close();
    for (const [id, entry] of this.pending) {
      if (entry.resumption || entry.command.type === 'ping') this.pending.delete(id);
    }
  }

  private lost(code: number): void {
    this.drop();
    if (code === CLOSE_VERSION) return this.onstate('outdated');
    this.onstate(this.attempt >= ATTEMPTS_UNTIL_OFFLINE ? 'offline' : 'reconnecting');
    const wait = backoff(this.attempt++, this.world.random);
    this.timer = this.world.later(() => this.connect(), wait);
  }

  private receive(data: unknown): void {
    this.lastHeard = this.world.now();
    let message: ServerMessage;
    try {
      message = JSON.parse(String(data)) as ServerMessage;
    } catch {
      return;
    }
    switch (message.type) {
      case 'hello':
        this.greeted(message);
        return;
      case 'ok':
        this.take(message.id)?.resolve(message);
        return;
      case 'error':
        if (message.id !== null) {
          this.take(message.id)?.reject(new Refusal(message.code, message.message));
        }
        return;
      default:
        this.tell(message);
    }
  }

  private take(id: number): Pending | undefined {
    const entry = this.pending.get(id);
    this.pending.delete(id);
    return entry;
  }

  private tell(message: ServerMessage): void {
    for (const listener of [...this.listeners]) listener.hear(message);
  }

  private greeted(hello: Extract<ServerMessage, { type: 'hello' }>): void {
    if (hello.protocol !== PROTOCOL_VERSION) {
      this.drop();
      this.onstate('outdated');
      return;
    }
    this.attempt = 0;
    this.pingEvery = hello.ping_every_ms;
    this.tell(hello);
    this.onstate('connected');
    void this.catchUp(this.connectionNumber);
    this.ping();
    this.watchLiveness();
  }

  private async catchUp(number: number): Promise<void> {
    const asked = [...this.listeners].flatMap((listener) => {
      const command = listener.resume?.();
      return command ? [this.resumeOne(listener, command)] : [];
    });
    await Promise.all(asked);
    if (number !== this.connectionNumber) return;
    this.ready = true;
    for (const id of [...this.pending.keys()]) this.send(id);
  }

  private resumeOne(listener: Listener, command: Command): Promise<void> {
    return new Promise((resolve) => {
      const done = (result: Ok | Refusal): void => {
        listener.resumed?.(result);
        resolve();
      };
      this.send(this.enqueue(command, true, done, done));
    });
  }

  private ping(): void {
    const sent = this.world.now();
    const measure = (): void => this.onlatency(this.world.now() - sent);
    this.send(this.enqueue({ type: 'ping' }, false, measure, () => {}));
  }

  private watchLiveness(): void {
    this.clearTimer();
    const now = this.world.now();
    if (now - this.lastHeard >= this.pingEvery * SILENCE) return this.lost(0);
    if (now - this.lastSent >= this.pingEvery) this.ping();
    this.timer = this.world.later(() => this.watchLiveness(), this.pingEvery / 2);
  }

  private clearTimer(): void {
    if (this.timer !== null) this.world.cancel(this.timer);
    this.timer = null;
  }
}
