import type { View } from '../protocol';
import type { Picker } from '../board/picker.svelte';

/** What to do next, for the player whose turn it is. */
export function promptWords(picker: Picker, view: View): string {
  const spaces = picker.offeredOf('space');
  if (picker.picked.length > 0) {
    const targets = spaces.filter((token) => picker.isTarget(token.text));
    if (targets.length === 0 && picker.offeredOf('piece').length > 0) return 'Now pick a piece.';
    return picker.picked.length === 1 ? 'Now pick where it goes.' : 'Now pick one more space.';
  }
  if (spaces.length === 0) return 'Your turn.';
  const occupied = spaces.every((token) => view.spaces[token.space]?.stack?.length);
  return occupied ? 'Your turn. Pick a piece to move.' : 'Your turn. Pick a space.';
}
