// What keeps people from using a page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What colours decide; all else is as it was in whatever colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with the page as it stands, in the colours it has now; by these of its rules, or by all. */
export async function barriers(page, rules) {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (runOnly) => globalThis.axe.run({ resultTypes: ['violations'], preload: false, ...(runOnly ? { runOnly } : {}) }),
    rules,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}

/** All of that in light colours; in dark ones and in the system's own what colours decide; and whether the page is wider than the screen. */
export async function barriersInBoth(page) {
  const found = [];
  await page.emulateMedia({ colorScheme: 'light' });
  for (const barrier of await barriers(page)) found.push(`light: ${barrier}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const barrier of await barriers(page, OF_COLOURS)) found.push(`dark: ${barrier}`);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const barrier of await barriers(page, OF_COLOURS)) found.push(`forced colours: ${barrier}`);
  await page.emulateMedia({ forcedColors: 'none' });
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push('too wide');
  return found;
}
