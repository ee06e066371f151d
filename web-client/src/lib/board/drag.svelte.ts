// Drag and drop. Picks a piece up and puts it down, by mouse or finger.

import type { Point } from './geometry';

/** How far a finger may slip before it counts as dragging, in pixels. */
const SLIP = 6;

/** What dragging needs to know of the board. */
export interface Ground {
  /** The board point under a pointer. */
  locate(event: PointerEvent): Point;
  /** The space at a board point. */
  spaceAt(point: Point): number | null;
  canLift(space: number): boolean;
  canDrop(space: number): boolean;
  lift(space: number): void;
  drop(space: number): void;
}

/** Dragging a piece from its space to another with mouse, pen or finger. */
export class Drag {
  /** The space whose piece is in the hand, and where the hand is. */
  held = $state.raw<{ space: number; at: Point } | null>(null);
  /** True right after a drag, when the browser still sends a click. */
  private swallow = false;
  private from: { space: number; x: number; y: number; id: number } | null = null;

  constructor(private readonly ground: Ground) {}

  down(event: PointerEvent): void {
    this.swallow = false;
    // A second finger has come to zoom, which browsers do by themselves: nothing is carried by two.
    if (!event.isPrimary) {
      this.cancel();
      return;
    }
    const space = this.ground.spaceAt(this.ground.locate(event));
    if (event.button !== 0 || space === null || !this.ground.canLift(space)) return;
    this.from = { space, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  /**
   * A piece follows the finger; elsewhere the page scrolls as usual. (Browsers heed
   * `touch-action` on the whole picture only, not on its parts.)
   */
  keepStill = (element: Element): (() => void) => {
    const still = (event: Event): void => {
      if (this.from && event.cancelable) event.preventDefault();
    };
    element.addEventListener('touchmove', still, { passive: false });
    return () => element.removeEventListener('touchmove', still);
  };

  move(event: PointerEvent): void {
    if (this.from?.id !== event.pointerId) return;
    const far = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > SLIP;
    if (!this.held && !far) return;
    if (!this.held) {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.ground.lift(this.from.space);
    }
    this.held = { space: this.from.space, at: this.ground.locate(event) };
  }

  up(event: PointerEvent): void {
    if (this.from?.id !== event.pointerId) return;
    const wasHeld = this.held !== null;
    this.cancel();
    if (!wasHeld) return;
    this.swallow = true;
    const space = this.ground.spaceAt(this.ground.locate(event));
    if (space !== null && this.ground.canDrop(space)) this.ground.drop(space);
  }

  cancel(): void {
    this.from = null;
    this.held = null;
  }

  /** Whether a click is only the end of a drag. */
  swallows(): boolean {
    const swallowed = this.swallow;
    this.swallow = false;
    return swallowed;
  }
}
