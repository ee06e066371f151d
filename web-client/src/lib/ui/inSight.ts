// Sight (intersection observer). What is told of an element as it comes into the window and goes out of it.

import type { Attachment } from 'svelte/attachments';

/**
 * Tells whether an element is in the window, or within a margin of it, e.g. `400px`: at first, and whenever that changes, until it is
 * stopped.
 */
export function inSight(
  tell: (isInSight: boolean, stop: () => void) => void,
  margin = '0px',
): Attachment {
  return (element) => {
    const stop = (): void => observer.disconnect();
    const observer = new IntersectionObserver(
      (entries) => tell(entries.at(-1)?.isIntersecting ?? false, stop),
      { rootMargin: margin },
    );
    observer.observe(element);
    return stop;
  };
}

/** Tells, once, that an element has come into the window. */
export function onceInSight(tell: () => void): Attachment {
  return inSight((isInSight, stop) => {
    if (!isInSight) return;
    stop();
    tell();
  });
}
