import { expect, test } from 'vitest';
import { Announcer } from './announcer.svelte';

test('what happens at once is said at once, with the last word at the end', async () => {
  const announcer = new Announcer(() => 'Your turn.');
  announcer.say('Ada sits down.');
  announcer.say('');
  announcer.say('The game begins.');
  expect(announcer.text).toBe('');
  await Promise.resolve();
  expect(announcer.text).toBe('Ada sits down. The game begins. Your turn.');
});
