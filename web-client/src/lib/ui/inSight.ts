// Sight (intersection observer). What is told of an element as it comes into the window and goes out of it.

import type { Attachment } from 'svelte/attachments';

/** Tells whether an element is in the window, or within a margin of it, e.g. `400px`: at first, and whenever that changes. */
export function inSight(tell: (isInSight: boolean) => void, margin = '0px'): Attachment {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => tell(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}

/** Tells, once, that an element has come into the window. */
export function onceInSight(tell: () => void): Attachment {
  return (element) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      tell();
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
