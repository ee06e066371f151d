import { expect, test } from 'vitest';
import { drawing, glyph } from './drawing';
import { chapter, names } from './library';
import type { Block, Page, PictureLink } from './page';

const FOLDER = '../../../../docs/rules/pictures';
const kept = Object.keys(import.meta.glob('../../../../docs/rules/pictures/*'));
const chapters = await Promise.all(names().map(chapter));

function picturesOf(page: Page): PictureLink[] {
  const blocks: Block[] = [
    page.lead,
    ...page.sections.flatMap((section) => [
      section.blocks,
      ...section.sections.map((part) => part.blocks),
    ]),
  ].flat();
  return blocks.flatMap((block) => (block.type === 'pictures' ? block.pictures : []));
}

/** Every picture file, as it should be. */
const drawn = new Map<string, () => string>();
for (const { page, positions } of chapters) {
  for (const link of picturesOf(page)) {
    drawn.set(`${link.name}.svg`, () => drawing(positions, link, page.title));
  }
}
for (const size of [1, 2, 3]) drawn.set(`piece-${size}.svg`, () => glyph(size));

test.each([...drawn])(
  '%s is as the board draws it (else: npm run pictures)',
  async (file, draw) => {
    await expect(draw()).toMatchFileSnapshot(`${FOLDER}/${file}`);
  },
);

test('there are no other pictures', () => {
  expect(kept.sort()).toEqual([...drawn.keys()].map((file) => `${FOLDER}/${file}`).sort());
});

test.each(chapters.map(({ page, positions }) => [page.id, page, positions] as const))(
  '%s: every position is shown once, in words too',
  (_, page, positions) => {
    const links = picturesOf(page);
    expect(links.map((link) => link.name).sort()).toEqual(Object.keys(positions.pictures).sort());
    for (const { words } of links) expect(words).toMatch(/^[A-Z].{15,}[^.]$/);
  },
);
