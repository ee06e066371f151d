// Confetti of tiny pyramids. Where each is at a moment, as figures alone: what draws it is elsewhere.

/** A tiny pyramid that is thrown up, and sinks and turns and fades. */
export interface Scrap {
  /** Where it begins, as shares of the window. */
  x: number;
  y: number;
  /** How fast it sets out, in window heights a second: to the right and down. */
  vx: number;
  vy: number;
  /** How far it is turned when it begins, and how fast it turns, in radians. */
  angle: number;
  spin: number;
  /** Its height in pixels. */
  size: number;
  /** Which of the colours it has. */
  colour: number;
}

/** How long all of it takes. */
export const CONFETTI_MS = 2200;

/** In window heights a second, each second; the air holds them up. */
const GRAVITY = 1.25;

/** So many of them, thrown from both lower sides towards the middle. */
export function scraps(count: number, colours: number, random: () => number): Scrap[] {
  return Array.from({ length: count }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    return {
      x: side > 0 ? 0.02 : 0.98,
      y: 0.72 + random() * 0.1,
      vx: side * (0.15 + random() * 0.75),
      vy: -0.75 - random() * 0.75,
      angle: random() * Math.PI * 2,
      spin: (random() - 0.5) * 12,
      size: 9 + random() * 13,
      colour: index % Math.max(1, colours),
    };
  });
}

/** Where a scrap is after so many milliseconds in a window of that size, how it is turned, and how strongly it is seen. */
export function scrapAt(
  scrap: Scrap,
  ms: number,
  width: number,
  height: number,
): { x: number; y: number; angle: number; opacity: number } {
  const s = ms / 1000;
  return {
    x: scrap.x * width + scrap.vx * s * height * (1 - 0.16 * s),
    y: (scrap.y + scrap.vy * s + (GRAVITY * s * s) / 2) * height,
    angle: scrap.angle + scrap.spin * s,
    opacity: Math.min(1, Math.max(0, (CONFETTI_MS - ms) / 600)),
  };
}
