import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import type { MatchSummary } from '../protocol';
import GameRow from './GameRow.svelte';

vi.mock('../../app', () => ({ games: { find: () => undefined, title: (id: string) => id } }));
beforeAll(() => vi.stubGlobal('document', { baseURI: 'https://example.org/' }));

const rating = (figure: number) => ({ rating: figure, deviation: 60, provisional: false });

const match: MatchSummary = {
  number: 7,
  id: 'm7',
  game: 'g',
  options: {},
  first: 0,
  clock: { type: 'none' },
  private: false,
  rated: true,
  seats: [
    {
      player: { id: 'p0', name: 'Ada' },
      score: 3,
      rank: 2,
      result: 'lost',
      rating: { before: rating(1523), after: rating(1515) },
    },
    {
      player: { id: 'p1', name: 'Bob' },
      score: 9,
      rank: 1,
      result: 'won',
      rating: { before: null, after: { ...rating(1662), provisional: true } },
    },
  ],
  reason: 'resigned',
  plies: 4,
  started_ms: 0,
  finished_ms: 60_000,
  duration_ms: 60_000,
  winners: [1],
};

function row(props: Partial<Parameters<typeof GameRow>[1]> = {}): string {
  return render(GameRow, { props: { match, ...props } }).body.replaceAll(/<!--.*?-->/g, '');
}

test('a game tells whether it counted, and what it changed', () => {
  const body = row();
  expect(body).toMatch(/data-testid="stakes"[^>]*>rated(?! against)/);
  expect(body).toContain('(now rated 1515, down 8)');
  expect(body).toContain('(now rated 1662, provisional, for the first time)');
  const casual = {
    ...match,
    rated: false,
    seats: match.seats.map(({ rating: _, ...seat }) => seat),
  };
  expect(row({ match: casual })).toMatch(/data-testid="stakes"[^>]*>casual/);
  expect(row({ match: casual })).not.toContain('data-testid="rating-change"');
});

test('who resigned is named, and a draw ranks nobody', () => {
  expect(row()).toContain('Ada resigned.');
  const seats = match.seats.map((seat) => ({ ...seat, rank: 1 }));
  const drawn = row({ match: { ...match, seats, reason: 'agreed' } });
  expect(drawn.match(/>draw</g)).toHaveLength(2);
  expect(drawn).not.toContain('1st');
});

test('a rated game with a computer tells that it counted apart', () => {
  const [own, other] = match.seats;
  if (!own || !other) throw new Error('two seats');
  const seats = [own, { ...other, player: { id: 'c3', name: 'Computer 3', computer: 3 } }];
  expect(row({ match: { ...match, seats } })).toMatch(/>rated against computers/);
});

test('names lead to their players', () => {
  for (const id of ['p0', 'p1']) expect(row()).toMatch(new RegExp(`href="[^"]*players/${id}"`));
});

test('in a player’s list the others can be picked, and not the player', () => {
  const body = row({ player: 'p0', onopponent: () => {} });
  expect(body).toContain('aria-label="Only games against Bob"');
  expect(body).not.toContain('Only games against Ada');
  expect(row()).not.toContain('Only games against');
});

test('a computer is marked, and called one', () => {
  const [ada, bob] = match.seats as [MatchSummary['seats'][0], MatchSummary['seats'][0]];
  const computer = { ...bob, player: { id: 'c3', name: 'Computer 3', computer: 3 } };
  const body = row({ match: { ...match, seats: [ada, computer] }, onopponent: () => {} });
  expect(body.match(/aria-label="computer, level 3"/g)).toHaveLength(1);
  expect(body).toContain('aria-label="Only games against Computer (level 3)"');
  expect(body).toContain('aria-label="Only games against Ada"');
});
