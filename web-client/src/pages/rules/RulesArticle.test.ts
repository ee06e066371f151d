import { render } from 'svelte/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { chapter, hasPage, names } from './library';
import type { Chapter } from './library';
import RulesArticle from './RulesArticle.svelte';

const chapters = await Promise.all(names().map(chapter));

beforeAll(() => {
  vi.stubGlobal('document', { baseURI: 'https://example.org/mars/' });
});

function body(found: Chapter, playable = true): string {
  const rendered = render(RulesArticle, { props: { chapter: found, playable } }).body;
  return rendered.replace(/<!--.*?-->/g, '').replace(/ class="[^"]*"/g, '');
}

/** Where the links of all pages lead, and what they can lead to. */
const targets = new Set(
  chapters.flatMap(({ page }) => {
    const path = page.id === 'README' ? '/mars/rules' : `/mars/rules/${page.id}`;
    const sections = page.sections.flatMap((section) => [section, ...section.sections]);
    return [path, ...sections.map(({ id }) => `${path}#${id}`)];
  }),
);

describe.each(chapters.map((found) => [found.page.id, found] as const))('%s', (id, found) => {
  test('shows its title, its sections and a figure for each of its positions', () => {
    const text = body(found);
    expect(text).toContain(`<h1>${found.page.title}</h1>`);
    expect(text.match(/<h2 /g)).toHaveLength(found.page.sections.length);
    expect(text.match(/<figure/g) ?? []).toHaveLength(Object.keys(found.positions.pictures).length);
  });

  test('links lead to pages and sections that are there', () => {
    const own = id === 'README' ? '/mars/rules/README' : undefined;
    for (const [, to = ''] of body(found).matchAll(/href="([^"]*)"/g)) {
      const within = to.startsWith('/mars/rules') && (!own || !to.startsWith(own));
      if (within) expect(targets).toContain(to);
      else if (!to.startsWith('/mars/')) expect(to).toMatch(/^https?:\/\/[\w.]+\/\S+$/);
    }
  });
});

test.each([
  ['boards', 1, null],
  ['martian-chess', 7, 'https://www.looneylabs.com/content/martian-chess'],
  ['martian-go', 3, 'https://eblong.com/zarf/martian-go.html'],
  ['branches-twigs-thorns', 2, 'https://eblong.com/zarf/barsoom-go.html'],
  ['martian-mud-wrestling', 4, 'http://ee0r.com/games/mudwrestle.html'],
  ['martian-frisby', 4, 'http://www.efran.org/embassy/frisby.html'],
  [
    'martian-backgammon',
    6,
    'http://archive.wunderland.com/WTS/Kristin/Games/MartianBackgammon.html',
  ],
])('%s marks its rulings and links the designer’s own page', async (id, rulings, address) => {
  const text = body(await chapter(id));
  const marks = text.match(/<a href="\/mars\/rules#our-rulings"[^>]*>our ruling</g);
  expect(marks).toHaveLength(rulings);
  const [lead = ''] = text.split('</header>');
  const [, elsewhere = null] = /href="(http[^"]*)"/.exec(lead) ?? [];
  expect(elsewhere).toBe(address);
});

test('nothing comes between words and what is set apart in them', async () => {
  const text = body(await chapter('martian-chess'));
  expect(text).toContain('onto a pawn in Blue’s zone (<code dir="ltr">d3-d5</code>). Orange');
  expect(text).toContain('<p><strong>No rejections.</strong> With two players');
});

test('a table can be opened for what can be played', async () => {
  expect(body(await chapter('martian-go'))).toContain('Open a table');
  expect(body(await chapter('boards'), false)).not.toContain('Open a table');
});

test('the index is no page of its own, and neither is what only sounds like one', () => {
  expect(hasPage('boards')).toBe(true);
  for (const odd of ['README', 'constructor', 'nonsense', '../protocol']) {
    expect(hasPage(odd)).toBe(false);
  }
});
