import type { Attachment } from 'svelte/attachments';
import type { Picker } from './picker.svelte';

/** How far a wheel turns for the next size: a notch, however finely it is told. */
const NOTCH = 40;

/** Size wheel. Goes through the sizes of the piece that is being laid; elsewhere a wheel scrolls the page as ever. */
export function sizeWheel(picker: () => Picker | null): Attachment<Element> {
  return (element) => {
    let turned = 0;
    const turn = (event: Event): void => {
      const one = picker();
      const lays = one !== null && one.sizes.length > 1 && (one.size !== null || one.begun);
      if (!lays || !(event instanceof WheelEvent)) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      one.turn(turned > 0 ? 1 : -1);
      turned = 0;
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  };
}
