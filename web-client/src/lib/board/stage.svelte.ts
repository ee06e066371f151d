import type { Event, View } from '../protocol';
import type { Point } from './geometry';
import { scenes } from './motion';
import type { Fader, Scene } from './motion';
import { playlist } from './playlist';
import { LEAVE_MS, still } from './timing';

interface Shown {
  event: Event | null;
  view: View;
  place: (space: number) => { centre: Point; unit: number } | undefined;
}

/**
 * Animation player. Acts events out as they come. Made while a component is set up, for its effect's sake. What leaves the
 * board is handed on, with how long from now that is, in milliseconds.
 */
export class Stage {
  scene = $state.raw<Scene | null>(null);
  private before: View | null = null;
  private done: Event | null = null;
  private skip = false;

  constructor(shown: () => Shown, leave: (piece: Fader, afterMs: number) => void = () => {}) {
    const play = playlist((scene) => (this.scene = scene), setTimeout, clearTimeout);
    // Before the page is drawn, lest the piece be seen at its goal for a moment.
    $effect.pre(() => {
      const { event, view, place } = shown();
      if (view === this.before) return;
      const fresh = event !== null && event !== this.done && this.before !== null;
      const plays = fresh && !still();
      const all = plays && this.before ? scenes(event, this.before, view, place) : [];
      // What the player's own hand has done is over; what follows from it is not.
      const leaveMs = this.skip ? 0 : LEAVE_MS;
      for (const { faders } of all)
        for (const fader of faders) if (fader.to === 'gone') leave(fader, leaveMs);
      const next = this.skip ? all.filter(({ sinkers }) => sinkers.length > 0) : all;
      this.skip = false;
      this.before = view;
      this.done = event;
      play(next);
    });
  }

  /** The next event's move has been acted out already, by the player's own hand. */
  skipNext(): void {
    this.skip = true;
  }
}
