// Shared review. A finished game that several people look at together: one leads, and the others follow or look elsewhere.

import type { Ok } from '../net/outbox';
import { Refusal, errorMessage } from '../net/refusal';
import type { Listener } from '../net/socket';
import type { Command, Reviewer, ReviewPlace, ServerMessage } from '../protocol';
import type { Requester } from '../stores/ports';
import type { Place } from '../table/sideline/whatIfBoard.svelte';

/** How a review stands, as the server tells it. */
interface Standing {
  you: number;
  leader: number;
  people: readonly Reviewer[];
}

/** One review of one game, as it is known here. */
export class SharedReview implements Listener {
  standing = $state.raw<Standing | null>(null);
  /** Whether the board goes where the leader is. */
  following = $state(true);
  /** Why one takes no part, as a sentence. */
  problem = $state('');
  readonly leads = $derived(this.standing !== null && this.standing.you === this.standing.leader);
  /** Where the leader is. */
  private place: ReviewPlace | null = null;
  /** What is on its way to the others, or waits for that. */
  private sending = false;
  private unsent: ReviewPlace | null = null;

  constructor(
    readonly id: string,
    private readonly table: string,
    private readonly key: string | undefined,
    private readonly socket: Requester,
    /** Brings the board to a place. */
    private readonly go: (place: Place) => void,
  ) {}

  async join(): Promise<void> {
    this.problem = '';
    await this.socket.request(this.command()).catch((refusal: unknown) => this.fail(refusal));
  }

  async leave(): Promise<void> {
    this.standing = null;
    await this.socket
      .request({ type: 'leave_review', review: this.id })
      // Whoever is not there has left.
      .catch(() => {});
  }

  /** Has another lead. */
  async handOver(to: number): Promise<void> {
    await this.socket
      .request({ type: 'lead', review: this.id, to })
      .catch((refusal: unknown) => this.fail(refusal));
  }

  /** The board has come to a place: the leader's is shown to all, and whoever else goes elsewhere follows no longer. */
  moved(to: Place): void {
    if (!this.standing) return;
    const place = { step: to.ply, line: [...to.line], shown: to.shown };
    if (this.leads) {
      if (isSame(place, this.place)) return;
      this.place = place;
      this.unsent = place;
      void this.send();
    } else if (this.place && !isSame(place, this.place)) this.following = false;
  }

  /** Comes back to where the leader is, and stays with them. */
  follow(): void {
    this.following = true;
    this.goToLeader();
  }

  /** After a break one takes part again. */
  resume(): Command | null {
    return this.standing ? this.command() : null;
  }

  resumed(result: Ok | Refusal): void {
    if (result instanceof Refusal) this.fail(result);
  }

  hear(message: ServerMessage): void {
    if (message.type === 'review' && message.review === this.id) {
      const { you, leader, people, place } = message;
      const led = this.leads;
      this.standing = { you, leader, people };
      if (place) this.place = place;
      // Whoever leads from now on shows where they are; nobody who leads follows.
      if (this.leads) this.following = true;
      else if (led || place) this.goToLeader();
    } else if (message.type === 'shown' && message.review === this.id) {
      this.place = message.place;
      this.goToLeader();
    }
  }

  private goToLeader(): void {
    if (!this.following || this.leads || !this.place) return;
    const { step, line, shown } = this.place;
    this.go({ ply: step, line, shown });
  }

  /** One place at a time: of those that come meanwhile only the last is worth telling. */
  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    while (this.unsent) {
      const place = this.unsent;
      this.unsent = null;
      await this.socket
        .request({ type: 'show', review: this.id, place })
        .catch((refusal: unknown) => this.fail(refusal));
    }
    this.sending = false;
  }

  private command(): Command {
    const { id, table, key } = this;
    return { type: 'review', review: id, table, ...(key === undefined ? {} : { key }) };
  }

  private fail(refusal: unknown): void {
    // Somebody else took the lead meanwhile: that is told, too.
    if (refusal instanceof Refusal && refusal.code === 'not_leader') return;
    this.problem = errorMessage(refusal);
  }
}

function isSame(one: ReviewPlace, other: ReviewPlace | null): boolean {
  return (
    other !== null &&
    one.step === other.step &&
    one.shown === other.shown &&
    one.line.join() === other.line.join()
  );
}
