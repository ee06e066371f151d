// Request queue. The commands that wait for an answer, across reconnects.

import type { Command, Envelope, ServerMessage } from '../protocol';
import { Refusal, fetchRefusals } from './refusal';

/** The answer to a command that was carried out. */
export type Ok = Extract<ServerMessage, { type: 'ok' }>;

interface Entry {
  command: Command;
  /** Belongs to one connection only: resumptions are made anew on the next, pings forgotten. */
  passing: boolean;
  sentOn: number;
  resolve(ok: Ok): void;
  reject(refusal: Refusal): void;
}

/** The commands that have not been answered yet. */
export class Outbox {
  private nextId = 1;
  private readonly entries = new Map<number, Entry>();

  /** Puts a command in, and tells its id. */
  add(
    command: Command,
    passing: boolean,
    resolve: (ok: Ok) => void,
    reject: (refusal: Refusal) => void,
  ): number {
    const id = this.nextId++;
    this.entries.set(id, { command, passing, sentOn: 0, resolve, reject });
    return id;
  }

  /** What to send for an id on a connection; null if it has been sent on it already. */
  envelope(id: number, connection: number): Envelope | null {
    const entry = this.entries.get(id);
    if (!entry || entry.sentOn === connection) return null;
    entry.sentOn = connection;
    return { id, do: entry.command };
  }

  /** Hands an answer to whoever asked. */
  answer(message: Extract<ServerMessage, { type: 'ok' | 'error' }>): void {
    if (message.id === null) return;
    const entry = this.entries.get(message.id);
    this.entries.delete(message.id);
    if (message.type === 'ok') entry?.resolve(message);
    else if (entry) {
      void fetchRefusals().then(() => entry.reject(new Refusal(message.code, message.message)));
    }
  }

  /** Forgets what belonged to the connection that has gone. */
  drop(): void {
    for (const [id, entry] of this.entries) if (entry.passing) this.entries.delete(id);
  }

  /** Refuses all that has not been answered. */
  refuse(refusal: Refusal): void {
    const entries = [...this.entries.values()];
    this.entries.clear();
    for (const entry of entries) entry.reject(refusal);
  }

  /** The ids of all that is left, in the order in which it was asked. */
  ids(): number[] {
    return [...this.entries.keys()];
  }
}
