import { expect, test } from 'vitest';
import { MemoryStorage } from '../testing/memoryStorage';
import { MutedPlayers } from './mutedPlayers.svelte';

const ada = { id: 'p0', name: 'Ada' };

test('who is muted stays so, under any name, until they are heard again', () => {
  const store = new MemoryStorage();
  const muted = new MutedPlayers(() => store);
  expect(muted.has(ada)).toBe(false);
  muted.toggle(ada);
  expect(new MutedPlayers(() => store).has({ ...ada, name: 'Anna' })).toBe(true);
  muted.toggle(ada);
  expect(new MutedPlayers(() => store).has(ada)).toBe(false);
});

test('nonsense in the storage mutes nobody', () => {
  for (const nonsense of ['{', '{"p0":true}', 'null']) {
    const muted = new MutedPlayers(() => new MemoryStorage({ 'cydonia.muted': nonsense }));
    expect(muted.has(ada)).toBe(false);
  }
});
