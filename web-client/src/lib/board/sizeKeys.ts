import type { Picker } from './picker.svelte';

/** Size keys. 1, 2 and 3 choose a size, while there is one to choose and nobody types. */
export function chooseSize(picker: Picker, event: KeyboardEvent): void {
  const isTyping = (event.target as Element | null)?.closest?.('input, textarea, select, dialog');
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const token = picker.sizes.find(({ size }) => String(size) === event.key);
  if (token) picker.pick(token.text);
}
