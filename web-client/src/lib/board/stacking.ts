import type { Pyramid } from '../protocol';

/** How far a resting piece is raised, at scale 1. */
const RAISE = 0.17;
const ROOM = 0.51;

/** One piece of a stack as it stands there. */
export interface Standing {
  piece: Pyramid;
  /** How far it is raised, at scale 1. */
  raise: number;
  /** Whether a larger piece over it hides all but its outline. */
  covered: boolean;
}

/**
 * How the pieces of a stack stand, from the bottom up. A piece larger than all below is high slips
 * over them and stands on the ground; any other rests on top of what is there.
 */
export function arrange(stack: readonly Pyramid[]): Standing[] {
  let height = 0;
  let raised = 0;
  const standing: (Standing & { steps: number })[] = [];
  for (const piece of stack) {
    if (piece.size > height) {
      for (const below of standing) below.covered = true;
      [height, raised] = [piece.size, 0];
    } else {
      height += 1;
      raised += 1;
    }
    standing.push({ piece, raise: 0, covered: false, steps: raised });
  }
  const most = Math.max(1, ...standing.map((one) => one.steps));
  const step = Math.min(RAISE, ROOM / most);
  return standing.map(({ piece, covered, steps }) => ({ piece, covered, raise: steps * step }));
}
