import { asks, objections } from 'messages:prompts';
import { describe, expect, test } from 'vitest';
import { chapter, names } from '../../pages/rules/library';
import { taught } from '../lessons/library';
import { sectionOf } from './anchors';

const pages = await Promise.all(names().map(chapter));

/** The sections of a game's rules. */
function sections(game: string): string[] {
  const found = pages.find(({ page }) => page.id === game)?.page.sections ?? [];
  return found.flatMap((section) => [section, ...section.sections]).map(({ id }) => id);
}

describe.each(taught())('%s', (game) => {
  test('every ask and every objection leads to a section that is there', () => {
    const known = sections(game);
    for (const ask of Object.keys(asks)) expect(known, ask).toContain(sectionOf(game, { ask }));
    for (const objection of Object.keys(objections)) {
      expect(known, objection).toContain(sectionOf(game, { objection }));
    }
  });
});

test('a refusal leads to its rule, a section to itself', () => {
  const at = (game: string, objection: string): string => sectionOf(game, { objection });
  expect(at('martian-frisby', 'undoes')).toBe('both-dice-or-none');
  expect(at('martian-backgammon', 'out_in_order')).toBe('going-out');
  expect(sectionOf('martian-go', { ask: 'root_beside' })).toBe('free-root');
  expect(sectionOf('martian-go', { section: 'the-end' })).toBe('the-end');
});

test('what is unknown leads to what is done in a turn', () => {
  expect(sectionOf('martian-go', { objection: 'brand_new' })).toBe('your-turn');
  expect(sectionOf('quarry', { ask: 'choose' })).toBe('your-turn');
});
