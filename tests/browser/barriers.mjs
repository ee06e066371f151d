// What keeps people from using a page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it stands, in the colours it has now. */
export async function barriers(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
}

/** The same in both colours and in the system's own, and whether the page is wider than the screen. */
export async function barriersInBoth(page) {
  const found = [];
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const barrier of await barriers(page)) found.push(`${colorScheme}: ${barrier}`);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  for (const barrier of await barriers(page)) found.push(`forced colours: ${barrier}`);
  await page.emulateMedia({ forcedColors: 'none' });
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push('too wide');
  return found;
}
