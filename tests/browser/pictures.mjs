// Takes pictures of every page in all its states, and of every game in the middle of play, for people to look at:
//
//     npm run pictures -- FOLDER [words, of which a picture's name must contain one]
//
// In every size and in every colour, and for each page and state a sheet with all of them.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Company } from './company.mjs';
import { House } from './house.mjs';
import { Cast, SCENES, nameOf } from './scenes.mjs';
import { STATES } from './states.mjs';

const COLOURS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
};
const ALL = Object.keys(COLOURS);
const SIZES = [
  { size: 'desktop', viewport: { width: 1280, height: 800 }, colours: ALL },
  { size: 'phone', viewport: { width: 390, height: 844 }, colours: ALL },
  { size: 'lying', viewport: { width: 844, height: 390 }, colours: ALL },
  { size: 'narrow', viewport: { width: 360, height: 640 }, colours: ['light'] },
  { size: 'wide', viewport: { width: 1920, height: 1080 }, colours: ['light'] },
];
/** How wide a picture is on a sheet, as a share of what it shows. */
const SHRUNK = 0.42;

const [folder, ...words] = process.argv.slice(2);
if (!folder) throw new Error('into which folder?');
const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));

const house = await House.open();
const company = await Company.gather(house, { whole: true });
await mkdir(folder, { recursive: true });

const scenes = SCENES.filter((scene) => isWanted(nameOf(scene)));
if (scenes.length > 0) {
  const cast = await Cast.gather(company, house);
  for (const scene of scenes) {
    const page = await cast.at(scene);
    await photograph(page, nameOf(scene));
    await page.close();
  }
  await home();
}
// A house of their own, which nobody has been in.
const fresh = await House.open();
company.house = fresh;
for (const [name, enter] of Object.entries(STATES)) {
  if (!isWanted(name)) continue;
  try {
    const { page } = await enter({ company, house: fresh });
    await photograph(page, name);
  } catch (error) {
    // The others are looked at all the same.
    console.error(`${name}: ${error}`);
    process.exitCode = 1;
  }
  await home();
}
await company.part();
await house.close();
await fresh.close().catch(() => {});

/** Everybody's pages are closed. */
async function home() {
  await Promise.all(company.people.splice(0).map(({ page }) => page.context().close()));
}

/** A page as it stands, in all sizes and colours, and a sheet of them: a column for each colour. */
async function photograph(page, name) {
  const columns = Object.fromEntries(ALL.map((colour) => [colour, []]));
  for (const { size, viewport, colours } of SIZES) {
    await page.setViewportSize(viewport);
    for (const colour of colours) {
      await page.emulateMedia({ reducedMotion: 'reduce', ...COLOURS[colour] });
      const picture = await page.screenshot();
      await writeFile(join(folder, `${name}-${size}-${colour}.png`), picture);
      const source = `data:image/png;base64,${picture.toString('base64')}`;
      columns[colour].push(`<img style="width:${viewport.width * SHRUNK}px" src="${source}">`);
    }
  }
  const context = await company.browser.newContext({ viewport: { width: 2480, height: 800 } });
  const sheet = await context.newPage();
  const style =
    'body{margin:8px;background:#888;display:flex;gap:8px}div{width:815px;display:flex;flex-wrap:wrap;align-items:start;gap:8px}';
  const divisions = Object.values(columns).map((images) => `<div>${images.join('')}</div>`);
  await sheet.setContent(`<style>${style}</style>${divisions.join('')}`);
  await sheet.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await context.close();
  console.log(name);
}
