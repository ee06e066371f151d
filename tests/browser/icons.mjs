// Draws the icons for home screens and notifications from the page's own one:
//
//     node icons.mjs
//
// It writes into `web-client/public/icons`. What stands there is what this draws.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PUBLIC = fileURLToPath(
  new URL("../../web-client/public/", import.meta.url),
);
const SAND = "#fbf7f2";

/** Size in pixels, how much of it the sign takes, and what is behind it. */
const ICONS = {
  "icon-180.png": { size: 180, share: 0.74, ground: SAND },
  "icon-192.png": { size: 192, share: 0.8, ground: SAND, round: 0.22 },
  "icon-512.png": { size: 512, share: 0.8, ground: SAND, round: 0.22 },
  // Systems cut what they like off these, but for a circle of four fifths.
  "icon-maskable-512.png": { size: 512, share: 0.58, ground: SAND },
  // Of a badge only its shape is shown.
  "badge-96.png": { size: 96, share: 0.9, shape: true },
};

const sign = await readFile(join(PUBLIC, "favicon.svg"), "utf8");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run"],
});
await mkdir(join(PUBLIC, "icons"), { recursive: true });
for (const [
  name,
  { size, share, ground = "none", round = 0, shape = false },
] of Object.entries(ICONS)) {
  const page = await browser.newPage({
    viewport: { width: size, height: size },
  });
  const drawn = shape ? silhouette(sign) : sign;
  const at = ((1 - share) / 2) * size;
  await page.setContent(`<!doctype html><style>*{margin:0}svg{display:block}</style>
    <svg width="${size}" height="${size}">
      <rect width="${size}" height="${size}" rx="${round * size}" fill="${ground}" />
      <svg x="${at}" y="${at}" width="${share * size}" height="${share * size}" ${drawn.slice(4)}
    </svg>`);
  const picture = await page.screenshot({ omitBackground: true });
  await writeFile(join(PUBLIC, "icons", name), picture);
  await page.close();
}
await browser.close();

/** White all over, with holes where the sign has its pips. */
function silhouette(svg) {
  const bodies = [...svg.matchAll(/<path d="([^"]+)"/g)].map(
    ([, d]) => `<path d="${d}" fill="#fff" />`,
  );
  const pips = [...svg.matchAll(/<circle [^>]*>/g)].map(([circle]) =>
    circle.replace("/>", 'fill="#000" />'),
  );
  return `<svg viewBox="0 0 32 32"><mask id="pips"><rect width="32" height="32" fill="#fff" />${pips.join("")}</mask>
    <g mask="url(#pips)">${bodies.join("")}</g></svg>`;
}
