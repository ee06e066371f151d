// Reactive clock. The server's time for whatever counts on the page.

import { createSubscriber } from 'svelte/reactivity';
import { ServerTime } from '../net/serverTime';

/** What looks at the time every second looks a little more often, lest a second be skipped. */
const SECONDS_MS = 250;

/** The server's time for whatever counts on the page: nothing runs while nobody looks. */
class Now {
  readonly time = new ServerTime(() => performance.now());

  private readonly frames = createSubscriber((update) => {
    let request = requestAnimationFrame(function again() {
      update();
      request = requestAnimationFrame(again);
    });
    return () => cancelAnimationFrame(request);
  });
  private readonly seconds = createSubscriber((update) => {
    const timer = setInterval(update, SECONDS_MS);
    return () => clearInterval(timer);
  });

  /** In milliseconds since 1970, anew for each frame that is painted. */
  get frame(): number {
    this.frames();
    return this.time.now();
  }

  /** In milliseconds since 1970, anew at least once a second. */
  get second(): number {
    this.seconds();
    return this.time.now();
  }
}

export const now = new Now();
