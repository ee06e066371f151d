import { SvelteSet } from 'svelte/reactivity';
import type { Token } from '../protocol';
import { completed, layable, offers, openings, pick, start, withoutPiece } from './choosing';
import type { Plan } from './choosing';

/** What is known of actions beyond that they are legal. */
export interface Judge {
  /** Whether an action is to be confirmed before it is taken. */
  holds?: (action: string) => boolean;
  /** Whether one is on its way: until it is answered, what was picked stays as it is. */
  isSent?: () => boolean;
  /** Is told what was tried and is not offered: an action, or the beginning of one. */
  refuse?: (tried: string) => void;
  /** What an action brings whoever takes it, in words, as short as can be and whole; null if nothing. */
  brings?: (action: string) => { badge: string; words: string } | null;
}

/** Move input. What the player has picked so far in one position, and what can be picked next. */
export class Picker {
  picked = $state.raw<readonly string[]>([]);
  /** A whole action that waits to be confirmed. */
  held = $state<string | null>(null);
  /** The tokens that were tried last and are not offered together; null once something else was done. */
  refused = $state.raw<readonly string[] | null>(null);
  /** The piece that is ready to be laid wherever a place is picked. */
  ready = $state<string | null>(null);
  /** The switches that are on. */
  readonly on = new SvelteSet<string>();

  private readonly beginnings: ReadonlySet<string>;
  private readonly pieces: ReadonlySet<string>;
  private readonly offered = $derived.by(() => offers(this.plan, this.picked));

  constructor(
    readonly plan: Plan,
    private readonly commit: (action: string) => void,
    private readonly judge: Judge = {},
  ) {
    this.picked = start(plan);
    this.beginnings = openings(plan);
    this.pieces = layable(plan);
  }

  /** Whether an action is on its way, so that nothing can be picked just now. */
  get isSent(): boolean {
    return this.judge.isSent?.() ?? false;
  }

  /** Whether something has been picked that can be taken back. */
  get begun(): boolean {
    return this.picked.length > start(this.plan).length;
  }

  /** Whether a token is the next step of an action that has begun. */
  isTarget(token: string): boolean {
    return this.picked.length > 0 && this.offered.has(token);
  }

  /** Whether an action can begin with a token; the only way to begin has been picked by itself. */
  isOpening(token: string): boolean {
    if (start(this.plan).includes(token)) return true;
    return this.beginnings.has(token) && !this.isTarget(token);
  }

  /** Whether picking a token does anything. */
  isOffered(token: string): boolean {
    return this.offered.has(token) || this.beginnings.has(token) || this.pieces.has(token);
  }

  /** What picking a token brings, if it completes an action; null if it does not, or that brings nothing. */
  brings(token: string): { badge: string; words: string } | null {
    const action = completed(this.plan, this.picked, token, this.on);
    return action === null ? null : (this.judge.brings?.(action) ?? null);
  }

  /** The only thing that the piece which is ready could point at from a place; null if there are several. */
  onlyTarget(place: string): string | null {
    const next = pick(this.plan, start(this.plan), place, this.on, this.ready);
    return 'action' in next ? (next.action.split('-').at(-1) ?? null) : null;
  }

  /** The size of the piece that is being laid, or is ready to be; null if none is. */
  get size(): number | null {
    const chosen = [this.ready, ...this.picked].map((text) => this.plan.tokens.get(text ?? ''));
    const piece = chosen.findLast((token) => token?.type === 'piece');
    return piece?.type === 'piece' ? piece.size : null;
  }

  /** The pieces that can be chosen by their size, the smallest first. */
  get sizes(): Extract<Token, { type: 'piece' }>[] {
    return this.offeredOf('piece')
      .filter(({ text }) => this.pieces.has(text))
      .sort((a, b) => a.size - b.size);
  }

  /** Chooses the next size, or the one before: what a wheel does. */
  turn(by: 1 | -1): void {
    const { sizes } = this;
    const at = sizes.findIndex(({ size }) => size === this.size);
    const next = sizes.at(at < 0 ? (by > 0 ? 0 : -1) : (at + by) % sizes.length);
    if (next && next.size !== this.size) this.pick(next.text);
  }

  /** Whether a token is among those picked. */
  isPicked(token: string): boolean {
    return this.picked.includes(token);
  }

  /** The tokens of one type that can be picked now. */
  offeredOf<T extends Token['type']>(type: T): Extract<Token, { type: T }>[] {
    const known = [...this.plan.tokens.values()];
    return known.filter(
      (token): token is Extract<Token, { type: T }> =>
        token.type === type && this.isOffered(token.text),
    );
  }

  /** Picks a token. */
  pick(token: string): void {
    if (this.isSent) return;
    this.held = this.refused = null;
    if (this.pieces.has(token)) this.choose(token);
    else this.follow(token);
  }

  /** Has a piece ready to be laid, or laid where the place is picked already; the same one again puts it back. */
  private choose(piece: string): void {
    const place = withoutPiece(this.plan, this.picked);
    this.ready = this.ready === piece ? null : piece;
    this.picked = place;
    if (this.ready !== null && offers(this.plan, place).has(piece)) this.follow(piece);
  }

  private follow(token: string): void {
    const { picked } = this;
    const again = picked.includes(token) && !this.offered.has(token);
    if (!again && !this.offered.has(token) && !this.beginnings.has(token)) {
      this.refused = [...picked, token];
      this.judge.refuse?.(this.refused.join('-'));
    }
    const next = pick(this.plan, picked, token, this.on, this.ready);
    if ('picked' in next) this.picked = next.picked;
    else if (this.judge.holds?.(next.action)) {
      this.held = next.action;
      this.picked = next.action.split('-').filter((text) => !this.isSwitch(text));
    } else this.commit(next.action);
  }

  /** Takes the action that waits. */
  confirm(): void {
    if (this.held !== null) this.commit(this.held);
  }

  /** Takes everything back that has been picked. */
  cancel(): void {
    if (this.isSent) return;
    if (!this.begun) this.ready = null;
    this.picked = start(this.plan);
    this.held = this.refused = null;
  }

  /** Turns a switch over. */
  flip(token: string): void {
    if (this.isSent) return;
    if (!this.on.delete(token)) this.on.add(token);
  }

  private isSwitch(token: string): boolean {
    return this.plan.tokens.get(token)?.type === 'switch';
  }
}
