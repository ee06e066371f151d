import type { Event, View } from '../protocol';
import type { Point } from './geometry';
import { scene } from './motion';
import type { Scene } from './motion';
import { MOVE_MS, still } from './timing';

interface Shown {
  event: Event | null;
  view: View;
  place: (space: number) => { centre: Point; unit: number } | undefined;
}

/** Animation player. Acts events out as they come. Made while a component is set up, for its effect's sake. */
export class Stage {
  scene = $state.raw<Scene | null>(null);
  private before: View | null = null;
  private done: Event | null = null;
  private skip = false;

  constructor(shown: () => Shown) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Before the page is drawn, lest the piece be seen at its goal for a moment.
    $effect.pre(() => {
      const { event, view, place } = shown();
      if (view === this.before) return;
      const fresh = event !== null && event !== this.done && this.before !== null;
      const plays = fresh && !this.skip && !still();
      const next = plays && this.before ? scene(event, this.before, view, place) : null;
      this.skip = false;
      this.before = view;
      this.done = event;
      this.scene = next;
      clearTimeout(timer);
      if (next) timer = setTimeout(() => (this.scene = null), MOVE_MS);
    });
  }

  /** The next event has been acted out already, by the player's own hand. */
  skipNext(): void {
    this.skip = true;
  }
}
