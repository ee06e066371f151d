import { expect, test } from 'vitest';
import { Memory } from './memory';
import type { Store } from './memory';
import { MemoryStorage } from '../testing/memoryStorage';
import { nothingSeen } from './transcript';

const table = (number: number): string => `0199-${String(number).padStart(4, '0')}`;

test('what is noted is there for the next page', () => {
  const storage = new MemoryStorage();
  const memory = new Memory(() => storage);
  memory.addSeed('t', 'one');
  memory.addSeed('t', 'two');
  memory.addSeed('t', 'one');
  memory.note('t', { gave: { k: 3, share: 's' } });
  expect(new Memory(() => storage).load('t')).toEqual({
    seeds: ['one', 'two'],
    gave: { k: 3, share: 's' },
    lost: [],
    allowed: [],
    seen: null,
    over: false,
  });
  expect(memory.load('u').seeds).toEqual([]);
  memory.forget('t');
  expect(memory.load('t').seeds).toEqual([]);
  expect(memory.lasts).toBe(true);
});

test('two windows do not take each other’s seeds away', () => {
  const storage = new MemoryStorage();
  const [one, two] = [new Memory(() => storage), new Memory(() => storage)];
  one.addSeed('t', 'one');
  two.addSeed('t', 'two');
  one.note('t', { seen: nothingSeen() });
  expect(two.load('t').seeds).toEqual(['one', 'two']);
});

const full: Store = Object.assign(new MemoryStorage(), {
  setItem: () => {
    throw new Error('full');
  },
});

test.each<[what: string, store: () => Store]>([
  ['there is none', () => undefined as unknown as Store],
  [
    'it may not even be asked for',
    () => {
      throw new Error('not allowed');
    },
  ],
  ['it is full', () => full],
])('without storage it lasts as long as the page: %s', (_, store) => {
  const memory = new Memory(store);
  memory.addSeed('t', 'one');
  memory.addSeed('t', 'two');
  expect(memory.load('t').seeds).toEqual(['one', 'two']);
  expect(memory.lasts).toBe(false);
  memory.forget('t');
  expect(memory.load('t').seeds).toEqual([]);
});

test('what cannot be read is as if it were not there', () => {
  const storage = new MemoryStorage();
  storage.setItem('cydonia.dice.t', 'no JSON');
  expect(new Memory(() => storage).load('t').seeds).toEqual([]);
});

test('the oldest finished games are forgotten, and no other', () => {
  const storage = new MemoryStorage();
  const memory = new Memory(() => storage);
  memory.addSeed(table(0), 'still being played');
  storage.setItem('cydonia.names', 'off');
  for (let number = 1; number <= 25; number++) memory.note(table(number), { over: true });
  expect(storage.length).toBe(22);
  expect(memory.load(table(0)).seeds).toHaveLength(1);
  expect(memory.load(table(5)).over).toBe(false);
  expect(memory.load(table(6)).over).toBe(true);
  expect(memory.load(table(25)).over).toBe(true);
});

test('two who play on one device remember each their own', () => {
  const storage = new MemoryStorage();
  const own = new Memory(() => storage);
  const other = new Memory(() => storage, 'cydonia.device.ben.');
  own.addSeed('t', 'mine');
  other.addSeed('t', 'theirs');
  expect([own.load('t').seeds, other.load('t').seeds]).toEqual([['mine'], ['theirs']]);
  other.forget('t');
  expect(own.load('t').seeds).toEqual(['mine']);
});
