import type { Motion, Pyramid, View } from '../protocol';

/**
 * Diff of two views. What pieces must do to get from one view to another, where nobody tells: when
 * something is taken back. A piece that is missing in one place and new in another has walked; of
 * the rest some have gone, and some have come.
 */
export function difference(before: View, after: View): Motion[] {
  const missing = changes(before, after);
  const fresh = changes(after, before);
  const moves = fresh.map(({ piece, space }): Motion => {
    const index = missing.findIndex((one) => isSame(one.piece, piece));
    const [from] = index < 0 ? [] : missing.splice(index, 1);
    return from
      ? { type: 'move', piece, path: [from.space, space] }
      : { type: 'lay', piece, space };
  });
  return [
    ...missing.map(({ piece, space }): Motion => ({ type: 'capture', piece, space })),
    ...moves,
  ];
}

/** The pieces that are in one view and not, on the same space, in another. */
function changes(one: View, other: View): { piece: Pyramid; space: number }[] {
  return one.spaces.flatMap(({ stack = [] }, space) => {
    const rest = [...(other.spaces[space]?.stack ?? [])];
    return stack.flatMap((piece) => {
      const index = rest.findIndex((there) => isSame(there, piece));
      if (index < 0) return [{ piece, space }];
      rest.splice(index, 1);
      return [];
    });
  });
}

function isSame(one: Pyramid, other: Pyramid): boolean {
  return one.size === other.size && one.owner === other.owner;
}
