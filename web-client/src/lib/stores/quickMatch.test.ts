import { expect, test } from 'vitest';
import { live } from '../game/clock';
import { MemoryStorage } from '../testing/memoryStorage';
import { game } from '../testing/samples';
import { QuickMatchChoice } from './quickMatch.svelte';

const other = { ...game, id: 'h', min_seats: 3, max_seats: 3 };

function storage(first?: string): MemoryStorage {
  return new MemoryStorage(first === undefined ? {} : { 'cydonia.quick': first });
}

test('what was chosen last is offered the next time', () => {
  const store = storage();
  const first = new QuickMatchChoice(() => store);
  expect(first.game([game, other])).toBe(game);
  expect(first.seats(game)).toBe(2);
  first.keep({ game: 'h', seats: 4 });
  first.keep({ clock: live(5, 5) });
  const next = new QuickMatchChoice(() => store);
  expect(next.game([game, other])).toBe(other);
  expect([next.seats(game), next.seats(other)]).toEqual([4, 3]);
  const clocks = [live(5, 5), live(10, 10)];
  expect(next.clock(clocks)).toEqual(live(5, 5));
  expect(next.clock([live(30, 20)]), 'one that is no longer offered').toEqual(live(30, 20));
  expect(new QuickMatchChoice(() => storage()).clock(clocks)).toEqual(live(10, 10));
});

test('a game that is no longer played here, or nonsense, is forgotten', () => {
  expect(new QuickMatchChoice(() => storage('{"game":"gone"}')).game([game])).toBe(game);
  for (const nonsense of ['null', '[', '{"seats":"many","clock":7}']) {
    expect(new QuickMatchChoice(() => storage(nonsense)).seats(game)).toBe(2);
  }
});

test('without storage it lasts as long as the page', () => {
  const choice = new QuickMatchChoice(() => {
    throw new Error('no storage');
  });
  choice.keep({ seats: 3 });
  expect(choice.seats(game)).toBe(3);
});
