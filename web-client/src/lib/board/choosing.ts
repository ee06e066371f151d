// Move construction. Takes the legal actions apart into tokens that are picked one by one; it knows no rules.

import type { Token } from '../protocol';

/** The legal actions, taken apart into tokens. */
export interface Plan {
  /** Every legal action as it is sent. */
  readonly legal: ReadonlySet<string>;
  /** Each action without its switch, as token texts. */
  readonly ways: readonly (readonly string[])[];
  /** The switches that some action offers. */
  readonly switches: readonly Token[];
  /** What each token is. */
  readonly tokens: ReadonlyMap<string, Token>;
}

/** What a pick leads to: more picking, or an action. */
export type Picked = { picked: readonly string[] } | { action: string };

/** Takes legal actions apart. */
export function plan(actions: readonly string[], tokens: readonly Token[]): Plan {
  const known = new Map(tokens.map((token) => [token.text, token]));
  const ways = new Map<string, string[]>();
  const switches = new Set<Token>();
  for (const action of actions) {
    const steps = action.split('-');
    const last = known.get(steps.at(-1) ?? '');
    if (last?.type === 'switch' && steps.length > 1) {
      switches.add(last);
      steps.pop();
    }
    ways.set(steps.join('-'), steps);
  }
  return {
    legal: new Set(actions),
    ways: [...ways.values()],
    switches: [...switches],
    tokens: known,
  };
}

/** What can be picked next after what has been picked. */
export function offers(plan: Plan, picked: readonly string[]): Set<string> {
  return new Set(matching(plan, picked).flatMap((way) => way[picked.length] ?? []));
}

/** Passes over steps with one choice only, but never over the last one. */
export function settle(plan: Plan, picked: readonly string[]): readonly string[] {
  const ways = matching(plan, picked);
  const [only, ...others] = offers(plan, picked);
  const isLast = ways.some((way) => way.length === picked.length + 1);
  if (only === undefined || others.length > 0 || isLast) return picked;
  return settle(plan, [...picked, only]);
}

/**
 * The pieces that lie ready to be laid: those that some action names after its place. They can be chosen at any time.
 */
export function layable(plan: Plan): Set<string> {
  const ways = matching(plan, start(plan));
  return new Set(ways.flatMap((way) => way.slice(1).filter((text) => isPiece(plan, text))));
}

/** What has been picked without its piece and what follows it; as it is if there is none. */
export function withoutPiece(plan: Plan, picked: readonly string[]): readonly string[] {
  const at = picked.findIndex((text, index) => index > 0 && isPiece(plan, text));
  return at < 0 ? picked : picked.slice(0, at);
}

/** The action that a token would complete; null if more is to be picked after it, or it is not offered. */
export function completed(
  plan: Plan,
  picked: readonly string[],
  token: string,
  on: ReadonlySet<string> = new Set(),
): string | null {
  if (!offers(plan, picked).has(token)) return null;
  const steps = [...picked, token];
  return offers(plan, steps).size > 0 ? null : complete(plan, steps.join('-'), on);
}

/** Where picking begins. */
export function start(plan: Plan): readonly string[] {
  return settle(plan, []);
}

/** What can begin an action, whatever has been picked so far. */
export function openings(plan: Plan): Set<string> {
  return offers(plan, start(plan));
}

/**
 * Picks a token: the next step if it is offered, else a new beginning if it can be one, else
 * nothing and the picking starts over.
 */
export function pick(
  plan: Plan,
  picked: readonly string[],
  token: string,
  on: ReadonlySet<string> = new Set(),
  ready: string | null = null,
): Picked {
  if (offers(plan, picked).has(token)) return advance(plan, [...picked, token], on, ready);
  const beginning = start(plan);
  const again = picked[beginning.length] === token;
  if (!again && offers(plan, beginning).has(token)) {
    return advance(plan, [...beginning, token], on, ready);
  }
  return { picked: beginning };
}

function advance(
  plan: Plan,
  steps: readonly string[],
  on: ReadonlySet<string>,
  ready: string | null,
): Picked {
  const picked = finish(plan, lay(plan, settle(plan, steps), ready));
  if (offers(plan, picked).size > 0) return { picked };
  return { action: complete(plan, picked.join('-'), on) };
}

/** Lays the piece that is ready, if one is to be laid now. */
function lay(plan: Plan, picked: readonly string[], ready: string | null): readonly string[] {
  const fits = ready !== null && picked.length > 0 && offers(plan, picked).has(ready);
  return fits ? settle(plan, [...picked, ready]) : picked;
}

/** Once place and piece are chosen, the only thing left to choose is no choice: it is taken, though it is the last. */
function finish(plan: Plan, picked: readonly string[]): readonly string[] {
  const [only, ...others] = offers(plan, picked);
  const isLaid = withoutPiece(plan, picked).length < picked.length;
  return isLaid && only !== undefined && others.length === 0 ? [...picked, only] : picked;
}

function isPiece(plan: Plan, text: string): boolean {
  return plan.tokens.get(text)?.type === 'piece';
}

/** Prefers the variant with a switch that is on; takes the other if that is all there is. */
function complete(plan: Plan, base: string, on: ReadonlySet<string>): string {
  const variants = plan.switches.map((token) => ({
    action: `${base}-${token.text}`,
    on: on.has(token.text),
  }));
  const legal = variants.filter((variant) => plan.legal.has(variant.action));
  const wanted = legal.find((variant) => variant.on);
  if (wanted) return wanted.action;
  return plan.legal.has(base) ? base : (legal[0]?.action ?? base);
}

function matching(plan: Plan, picked: readonly string[]): (readonly string[])[] {
  return plan.ways.filter((way) => picked.every((step, index) => way[index] === step));
}
