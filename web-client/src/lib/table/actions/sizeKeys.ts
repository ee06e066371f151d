import type { Picker } from '../../board/picker.svelte';

/** Keyboard shortcuts for sizes: 1, 2 and 3 choose the piece to be laid. */
export function chooseSize(event: KeyboardEvent, picker: Picker | null): void {
  const isTyping = (event.target as Element | null)?.closest?.('input, textarea, select, dialog');
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const token = picker?.sizes.find(({ size }) => String(size) === event.key);
  if (token) picker?.pick(token.text);
}
