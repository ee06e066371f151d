import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import RatedSwitch from './RatedSwitch.svelte';

function shown(rated: boolean, isPrivate: boolean, clockless = false): string {
  return render(RatedSwitch, { props: { rated, isPrivate, clockless, onchange: () => {} } }).body;
}

test('it tells what comes of it', () => {
  expect(shown(true, false)).toMatch(/checked/);
  expect(shown(true, false)).toContain('counts for the ratings');
  expect(shown(false, false)).not.toMatch(/checked(="[^"]*")?[ />]/);
  expect(shown(false, false)).toContain('Casual');
});

test('against computers it counts for ratings of its own', () => {
  const props = { rated: true, computers: true, onchange: () => {} };
  const { body } = render(RatedSwitch, { props });
  expect(body).toContain('your rating against computers');
});

test('a private game cannot be rated, and it is told why', () => {
  const body = shown(true, true);
  expect(body).toMatch(/disabled/);
  expect(body).not.toMatch(/checked(="[^"]*")?[ />]/);
  expect(body).toContain('A private game is always casual');
});

test('nor can a game without a clock', () => {
  const body = shown(true, false, true);
  expect(body).toMatch(/disabled/);
  expect(body).not.toMatch(/checked(="[^"]*")?[ />]/);
  expect(body).toContain('A game without a clock is always casual');
});
