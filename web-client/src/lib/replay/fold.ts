import type { View, ViewDiff } from '../protocol';

/** Fold (event sourcing). The view after a difference. Nothing of the old one is changed; what is the same is shared. */
export function fold(view: View, diff: ViewDiff | undefined): View {
  if (!diff) return view;
  return {
    spaces: placed(view.spaces, diff.spaces),
    trays: placed(view.trays, diff.trays),
    dice: diff.dice ?? view.dice,
    scores: diff.scores ?? view.scores,
    counters: diff.counters ?? view.counters,
    turn: diff.turn ?? view.turn,
    asks: diff.asks ?? view.asks,
    last: diff.last ?? view.last,
    left: diff.left ?? view.left,
  };
}

function placed<T>(old: T[], changes: [number, T][] | undefined): T[] {
  if (!changes?.length) return old;
  const next = [...old];
  for (const [index, value] of changes) if (index < next.length) next[index] = value;
  return next;
}
