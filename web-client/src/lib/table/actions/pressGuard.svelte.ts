import type { Attachment } from 'svelte/attachments';

/** So long what has just appeared under a finger takes no press: it may have been meant for what was there before. */
export const SETTLE_MS = 400;

/** Press guard. Shut when a button comes, and open a moment later. */
export class PressGuard {
  shut = $state(true);

  /** Counts from when the button stands on the page. */
  readonly opens: Attachment = () => {
    const timer = setTimeout(() => (this.shut = false), SETTLE_MS);
    return () => clearTimeout(timer);
  };
}
