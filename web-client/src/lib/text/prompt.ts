import type { View } from '../protocol';
import type { Picker } from '../board/picker.svelte';
import { actionWords } from './notation';

/** Move prompt. What to do next, for the player whose turn it is. */
export function promptWords(picker: Picker, view: View): string {
  if (picker.held) return `Confirm ${actionWords(picker.held, picker.plan.tokens)}?`;
  const spaces = picker.offeredOf('space');
  if (picker.picked.length > 0) {
    const targets = spaces.filter((token) => picker.isTarget(token.text));
    if (targets.length === 0 && picker.offeredOf('piece').length > 0) return 'Now pick a piece.';
    const last = picker.plan.tokens.get(picker.picked.at(-1) ?? '');
    if (last && last.type !== 'space') return `${capital(last.spoken)}: now pick a space.`;
    return 'Now pick where it goes.';
  }
  if (spaces.length === 0) return 'Your turn.';
  const occupied = spaces.every((token) => view.spaces[token.space]?.stack?.length);
  return occupied ? 'Your turn. Pick a piece to move.' : 'Your turn. Pick a space.';
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
