// Scene sequence. One scene after another, each for as long as it takes.

import type { Scene } from './motion';

/**
 * What plays scenes, time being given: shows each, and null after the last. New ones take the place of those that have
 * not been played.
 */
export function playlist<Timer>(
  show: (scene: Scene | null) => void,
  later: (then: () => void, ms: number) => Timer,
  never: (timer: Timer) => void,
): (scenes: readonly Scene[]) => void {
  let timer: Timer | undefined;
  const play = ([scene, ...rest]: readonly Scene[]): void => {
    show(scene ?? null);
    timer = scene && later(() => play(rest), scene.ms);
  };
  return (scenes) => {
    if (timer !== undefined) never(timer);
    play(scenes);
  };
}
