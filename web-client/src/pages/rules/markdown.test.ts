import { expect, test } from 'vitest';
import { readPage } from './markdown';

const PAGE = `# A game

Two lines
of *lead*, [the designer's](https://example.org/rules).

## If somebody leaves, what then?

- ![Small pyramid](pictures/piece-1.svg) **Pawn**, 1 point.
- Or \`a1-b2\`. [our ruling](README.md#our-rulings)

### Example: two

![Before it](pictures/a-game-two-before.svg "Before")
![After it](pictures/a-game-two-after.svg)

See [the boards](boards.md), [names](boards.md#names) and [above](#if-somebody-leaves-what-then).
`;

test('a page is taken apart into sections, and these into blocks', () => {
  const page = readPage('a-game', PAGE);
  expect([page.id, page.title]).toEqual(['a-game', 'A game']);
  expect(page.lead).toEqual([
    {
      type: 'paragraph',
      parts: [
        { type: 'text', text: 'Two lines of ' },
        { type: 'em', parts: [{ type: 'text', text: 'lead' }] },
        { type: 'text', text: ', ' },
        {
          type: 'link',
          href: 'https://example.org/rules',
          parts: [{ type: 'text', text: 'the designer’s' }],
        },
        { type: 'text', text: '.' },
      ],
    },
  ]);
  const [section, ...more] = page.sections;
  expect(more).toEqual([]);
  expect(section?.id).toBe('if-somebody-leaves-what-then');
  expect(section?.sections.map(({ id }) => id)).toEqual(['example-two']);
});

test('lists tell of pieces, and rulings are marked', () => {
  expect(readPage('a-game', PAGE).sections[0]?.blocks).toEqual([
    {
      type: 'list',
      items: [
        {
          piece: 1,
          parts: [
            { type: 'text', text: ' ' },
            { type: 'strong', parts: [{ type: 'text', text: 'Pawn' }] },
            { type: 'text', text: ', 1 point.' },
          ],
        },
        {
          piece: null,
          parts: [
            { type: 'text', text: 'Or ' },
            { type: 'code', text: 'a1-b2' },
            { type: 'text', text: '. ' },
            { type: 'ruling', href: './rules#our-rulings', text: 'our ruling' },
          ],
        },
      ],
    },
  ]);
});

test('pictures go by their names, and links between pages lead about in the client', () => {
  const [pictures, links] = readPage('a-game', PAGE).sections[0]?.sections[0]?.blocks ?? [];
  expect(pictures).toEqual({
    type: 'pictures',
    pictures: [
      { name: 'a-game-two-before', words: 'Before it', caption: 'Before' },
      { name: 'a-game-two-after', words: 'After it', caption: null },
    ],
  });
  const parts = links?.type === 'paragraph' ? links.parts : [];
  expect(parts.flatMap((part) => (part.type === 'link' ? [part.href] : []))).toEqual([
    './rules/boards',
    './rules/boards#names',
    './rules/a-game#if-somebody-leaves-what-then',
  ]);
});

test.each([
  ['raw HTML', '<b>no</b>'],
  ['a table', '| a |\n|---|\n| b |'],
  ['a list in a list', '- a\n  - b'],
  ['a numbered list', '1. a'],
  ['words beside a picture', 'so ![a picture](pictures/a.svg)'],
  ['a picture from elsewhere', '![a picture](https://example.org/a.png)'],
  ['a link to no page', '[a file](../protocol.txt)'],
  ['a script as a link', '[a script](javascript:alert(1))'],
  ['a second title', '# B'],
  ['a heading too deep', '## B\n\n#### C'],
  ['an example of nothing', '### C'],
  ['two headings of one name', '## B\n\n## B'],
])('%s has no look, so it is refused', (_, text) => {
  expect(() => readPage('a-game', `# A\n\n${text}\n`)).toThrow('a-game: ');
});
