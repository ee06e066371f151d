import { SvelteSet } from 'svelte/reactivity';
import type { Token } from '../protocol';
import { offers, openings, pick, start } from './choosing';
import type { Plan } from './choosing';

/** Move input. What the player has picked so far in one position, and what can be picked next. */
export class Picker {
  picked = $state.raw<readonly string[]>([]);
  /** A whole action that waits to be confirmed. */
  held = $state<string | null>(null);
  /** The switches that are on. */
  readonly on = new SvelteSet<string>();

  private readonly beginnings: ReadonlySet<string>;
  private readonly offered = $derived.by(() => offers(this.plan, this.picked));

  constructor(
    readonly plan: Plan,
    private readonly commit: (action: string) => void,
    /** Whether an action is to be confirmed before it is taken. */
    private readonly holds: (action: string) => boolean = () => false,
  ) {
    this.picked = start(plan);
    this.beginnings = openings(plan);
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
    return this.offered.has(token) || this.beginnings.has(token);
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
    const next = pick(this.plan, this.picked, token, this.on);
    this.held = null;
    if ('picked' in next) this.picked = next.picked;
    else if (this.holds(next.action)) {
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
    this.picked = start(this.plan);
    this.held = null;
  }

  /** Turns a switch over. */
  flip(token: string): void {
    if (!this.on.delete(token)) this.on.add(token);
  }
  private isSwitch(token: string): boolean {
    return this.plan.tokens.get(token)?.type === 'switch';
  }
}
