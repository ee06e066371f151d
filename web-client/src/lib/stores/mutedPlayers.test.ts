import { expect, test } from 'vitest';
import { MutedPlayers } from './mutedPlayers.svelte';

const ada = { id: 'p0', name: 'Ada' };

test('who is muted stays so, under any name, until they are heard again', () => {
  const kept = new Map<string, string>();
  const place = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  const muted = new MutedPlayers(() => place);
  expect(muted.has(ada)).toBe(false);
  muted.toggle(ada);
  expect(new MutedPlayers(() => place).has({ ...ada, name: 'Anna' })).toBe(true);
  muted.toggle(ada);
  expect(new MutedPlayers(() => place).has(ada)).toBe(false);
});

test('nonsense in the storage mutes nobody', () => {
  for (const nonsense of ['{', '{"p0":true}', 'null']) {
    const muted = new MutedPlayers(() => ({ getItem: () => nonsense, setItem: () => {} }));
    expect(muted.has(ada)).toBe(false);
  }
});
