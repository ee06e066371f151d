import { expect, test } from 'vitest';
import { LANGUAGES } from '../../lib/preferences';
import { inPlaceOf, readPage } from './markdown';
import type { Block, Inline, Page, Section } from './page';

const FOLDER = '../../../../docs/rules';
const pages = import.meta.glob<string>('../../../../docs/rules/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const translations = Object.keys(LANGUAGES).filter((language) => language !== 'en');

/** The pages in a folder, by their names. */
function names(folder: string): string[] {
  const isOne = /^[\w-]+(?=\.md$)/;
  return Object.keys(pages).flatMap((path) =>
    path.startsWith(`${folder}/`) ? (isOne.exec(path.slice(folder.length + 1)) ?? []) : [],
  );
}

/** What must be the same in every language: what is written as code, what is linked and stressed, and each picture. */
function inlines(parts: readonly Inline[]): string[] {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [];
      if (part.type === 'code') return [`code ${part.text}`];
      if (part.type === 'ruling') return ['ruling'];
      const own = part.type === 'link' ? `link ${part.href}` : part.type;
      return [own, ...inlines(part.parts)];
    })
    .sort();
}

function shapeOf(block: Block): unknown {
  if (block.type === 'paragraph') return inlines(block.parts);
  if (block.type === 'list') return block.items.map(({ piece, parts }) => [piece, inlines(parts)]);
  return block.pictures.map(({ name, caption }) => [name, caption !== null]);
}

function shapes({ id, blocks, sections }: Section): unknown {
  return [id, blocks.map(shapeOf), sections.map(shapes)];
}

function shape({ lead, sections }: Page): unknown {
  return [lead.map(shapeOf), sections.map(shapes)];
}

function page(id: string, folder = FOLDER): Page {
  return readPage(id, pages[`${folder}/${id}.md`] ?? '');
}

test('all languages have the same pages', () => {
  const [first = [], ...more] = translations.map((language) => names(`${FOLDER}/${language}`));
  expect(first).toContain('martian-chess');
  for (const others of more) expect(others).toEqual(first);
});

test.each(
  translations.flatMap((language) =>
    names(`${FOLDER}/${language}`).map((name) => [language, name] as const),
  ),
)('the rules in %s say of %s what the original says', (language, name) => {
  const original = page(name);
  const translated = page(name, `${FOLDER}/${language}`);
  expect(shape(inPlaceOf(original, translated))).toEqual(shape(original));
  const titles = ({ sections }: Page): string[] => sections.map(({ title }) => title);
  expect(titles(translated)).not.toEqual(titles(original));
});

test('a page with other sections is refused', () => {
  const original = readPage('a-game', '# A game\n\n## One\n\n### Two\n');
  expect(() => inPlaceOf(original, readPage('a-game', '# Ein Spiel\n\n## Eins\n'))).toThrow(
    'a-game: other sections',
  );
  const [one] = inPlaceOf(
    original,
    readPage('a-game', '# Spiel\n\n## Eins\n\n### Zwei\n'),
  ).sections;
  expect([one?.id, one?.title, one?.sections[0]?.id]).toEqual(['one', 'Eins', 'two']);
});
