// Weight of the first load: what a page fetches before anybody does anything, as it is sent. `npm run weight` after a build
// prints it, and fails where the first page weighs more than it may.

import { existsSync, readFileSync, statSync } from 'node:fs';

/** Until home can be used, and with all that it fetches by itself on a phone, with tables in its lists: the bounds only go down. */
const MOST_KB = { usable: 48, listed: 64 };
const dist = new URL('./dist/', import.meta.url);
const assets = new URL('./assets/', dist);
const read = (name) => readFileSync(new URL(name, assets), 'utf8');
// In English; the other languages have chunks of their own, and theirs are no heavier by much.
const page = readFileSync(new URL('index.en.html', dist), 'utf8');
const shell = [...page.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name);
const entry = shell.find((name) => name.endsWith('.js')) ?? fail('the page has no script');
const start = [...closure(entry), ...shell];
const scripts = [...everything(entry)];
const named = (page) =>
  scripts.find((name) => name.startsWith(`${page}-`)) ?? fail(`no chunk ${page}`);

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/** All chunks that are ever fetched, from one on. */
function everything(name, found = new Set()) {
  if (found.has(name) || !existsSync(new URL(name, assets))) return found;
  found.add(name);
  for (const [, to] of read(name).matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) everything(to, found);
  return found;
}

/** All chunks that one imports at once, and itself. */
function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, to] of read(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    closure(to, found);
  return found;
}

/** What is fetched with a chunk that is imported later: its list of dependencies has its styles, too. */
function later(page, from) {
  const text = read(from);
  const [, list] = text.match(/m\.f\s*=\s*\[([^\]]*)\]/) ?? [];
  const files = [...(list ?? '').matchAll(/["'`]\.\/([^"'`]+)["'`]/g)].map(([, file]) => file);
  const name = named(page);
  const at = text.search(new RegExp(`import\\(["'\`]\\./${name.replace(/[.$]/g, '\\$&')}`));
  if (at < 0) fail(`${from} does not import ${page}`);
  const [, places] = text.slice(at).match(/__vite__mapDeps\(\[([\d,]*)\]\)/) ?? [];
  const styles = (places ?? '').split(',').map((place) => files[Number(place)]);
  return [...closure(name), ...styles.filter((file) => file?.endsWith('.css'))];
}

function sent(name) {
  const packed = new URL(`${name}.br`, assets);
  return statSync(packed, { throwIfNoEntry: false })?.size ?? statSync(new URL(name, assets)).size;
}

const usable = later('home', entry);
/** What follows at once: the games' pictures, and what is for the next time. */
const phone = [
  ...usable,
  ...later('GamePicture', named('home')),
  ...['keepFocus', 'worker', '_messages_refusals'].flatMap((name) => later(name, entry)),
];
/** And as soon as there are tables. */
const listed = [...phone, ...later('TableList', named('home'))];
/** Where the board is in the window, too, what it shows is asked for. */
const wide = [...listed, ...later('LivingBoard', named('home')), ...later('dist', entry)];

const game = [...later('TablePage', entry), ...later('LiveGameScreen', named('TablePage'))];

const loads = {
  'home, to be used': usable,
  'home, on a phone': phone,
  'home, on a phone, with tables': listed,
  'home, in a wide window, with the last game replayed': [
    ...wide,
    ...later('ReplayedBoard', named('LivingBoard')),
  ],
  'home, in a wide window, with a live game': [
    ...wide,
    ...later('LiveBoard', named('LivingBoard')),
  ],
  'a table that waits for players': [
    ...later('TablePage', entry),
    ...later('OpenTableScreen', named('TablePage')),
  ],
  'a game being played': game,
  'a game with dice being played': [...game, ...later('DiceCheck', named('LiveGameScreen'))],
  'a new game': later('NewGamePage', entry),
  'the rules': later('RulesPage', entry),
};

const sum = (names) =>
  [...new Set([...start, ...names])].reduce((all, name) => all + sent(name), 0) / 1000;
for (const [what, names] of Object.entries(loads))
  process.stdout.write(`${sum(names).toFixed(1).padStart(7)} KB  ${what}\n`);
for (const [what, names] of Object.entries({ usable, listed })) {
  if (sum(names) > MOST_KB[what])
    fail(`home (${what}) weighs ${sum(names).toFixed(1)} KB, and may weigh ${MOST_KB[what]}`);
}
