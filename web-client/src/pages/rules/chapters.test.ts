import { render } from 'svelte/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { chapters } from './chapters';

beforeAll(() => {
  vi.stubGlobal('document', { baseURI: 'https://example.org/mars/' });
});

/** A page's words, without the tags. */
function words(id: string): string {
  const page = chapters.get(id);
  if (!page) throw new Error(`no page for ${id}`);
  return render(page)
    .body.replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
}

test.each([
  ['martian-chess', 'Martian Chess', 'Andrew Looney', 7],
  ['martian-go', 'Martian Go', 'Andrew Plotkin', 4],
  ['branches-twigs-thorns', 'Branches and Twigs and Thorns', 'Andrew Plotkin', 3],
  ['martian-mud-wrestling', 'Martian Mud Wrestling', 'Elliott C. Evans', 4],
  ['martian-frisby', 'Martian Frisby', 'Dan Efran', 4],
  ['martian-backgammon', 'Martian Backgammon', 'Kristin Looney', 5],
])('%s: title, credits and rulings', (id, title, designer, rulings) => {
  const text = words(id);
  expect(text).toContain(`${title} A game by ${designer} for `);
  expect(text).toContain('Cydonia is not affiliated with the designer');
  expect(text.match(/our ruling/g)).toHaveLength(rulings);
});

describe('every page', () => {
  test.each([...chapters.keys()])('%s tells how the game ends', (id) => {
    expect(words(id)).toContain('The end');
  });
});

test('a name that is no game has no page', () => {
  expect(chapters.get('constructor')).toBeUndefined();
});
