import type { Event, GameState, OfferKind, OpenOffer, Presence, Watchers } from '../protocol';
import type { ClockReading } from '../game/clock';
import type { Absence } from '../game/presence';
import { isNote } from '../replay/notes';
import type { Note } from '../replay/notes';
import { isStep } from '../replay/step';

/** Game status. How a game stands apart from its position: its clocks, what is on offer, and who is there. */
export class GameStatus {
  /** As the last event told them; none without clocks. */
  clocks = $state.raw<ClockReading | null>(null);
  offers = $state.raw<readonly OpenOffer[]>([]);
  /** What was declined or withdrawn since somebody else last moved, and who had offered it. */
  declined = $state.raw<readonly { seat: number; what: OfferKind }[]>([]);
  paused = $state(false);
  /** The number of the event by which all last allowed that what came before it is analysed. */
  analysedUntil = $state<number | null>(null);
  /** Whether each seat's player is there; empty until that is known. */
  presence = $state.raw<readonly Presence[]>([]);
  /** Who watches without sitting there. */
  watchers = $state.raw<Watchers>({ count: 0, names: [] });
  /** The seat that ended the game without a result, if one did. */
  aborted = $state<number | null>(null);
  /** What happened between the steps, as far as one was there. */
  notes = $state.raw<readonly Note[]>([]);

  /** A seat's absence; null while its player is there. */
  absence(seat: number): Absence | null {
    const presence = this.presence[seat];
    return presence?.state === 'away' ? presence : null;
  }

  /** Whether there is anything to agree about: an offer, a pause, or a player who is away or has left. */
  isDisturbed(left: readonly number[]): boolean {
    const isAway = this.presence.some(({ state }) => state === 'away');
    return this.paused || this.offers.length > 0 || left.length > 0 || isAway;
  }

  /** Begins anew from a snapshot. */
  adopt(game: GameState): void {
    this.clocks = game.clocks ? { ...game.clocks, ms: game.ms } : null;
    this.offers = game.offers;
    this.declined = [];
    this.notes = game.line.filter(isNote);
    this.paused = game.paused;
    const last = game.line.findLast(({ type }) => type === 'allow_analysis' || type === 'takeback');
    this.analysedUntil = last?.type === 'allow_analysis' ? last.n : null;
    this.aborted = game.aborted_by ?? null;
    if (game.outcome || this.aborted !== null) this.stop();
  }

  /** Takes an event in. */
  apply(event: Event): void {
    if (event.clocks) this.clocks = { ...event.clocks, ms: event.ms };
    const isClear = ['takeback', 'leave', 'takeover'].includes(event.type);
    if (isClear) this.declined = [];
    else if (isStep(event)) {
      const mover = event.seat;
      this.declined = this.declined.filter(({ seat }) => seat === mover);
    }
    if (isNote(event)) this.notes = [...this.notes, event];
    switch (event.type) {
      case 'answer':
        if (!event.agree) this.decline(event.offer);
        break;
      case 'withdraw':
        this.decline(event.offer);
        break;
      case 'allow_analysis':
        this.analysedUntil = event.n;
        break;
      case 'takeback':
        // What was agreed on is no longer what was played.
        this.analysedUntil = null;
        break;
      case 'pause':
        this.paused = true;
        break;
      case 'resume':
        this.paused = false;
        break;
      case 'abort':
        this.aborted = event.seat;
        this.stop();
        break;
      case 'finish':
        this.stop();
        break;
    }
    if (event.offers) this.offers = event.offers;
  }

  private decline(number: number): void {
    const offer = this.offers.find((one) => one.offer === number);
    if (offer) this.declined = [...this.declined, offer];
  }

  /** All is over: no clock runs, and nothing is asked any more. */
  private stop(): void {
    if (this.clocks) this.clocks = { ...this.clocks, running: null };
    this.offers = [];
    this.paused = false;
    this.analysedUntil = null;
  }
}
