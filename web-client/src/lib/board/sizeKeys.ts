import type { Picker } from './picker.svelte';

/** Size keys. 1, 2 and 3 choose the piece that is to be laid, but for whoever types. */
export function chooseSize(event: KeyboardEvent, picker: Picker | null): void {
  const isTyping = (event.target as Element | null)?.closest?.('input, textarea, select, dialog');
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const token = picker?.sizes.find(({ size }) => String(size) === event.key);
  if (token) picker?.pick(token.text);
}
