import { expect, test } from 'vitest';
import { MemoryStorage } from '../testing/memoryStorage';
import { DeviceTables } from './deviceTables';

const ben = { id: 'b', name: 'Ben', token: 't' };

test('who plays on this device outlasts the page, until the game is over', () => {
  const storage = new MemoryStorage();
  const table = { table: 'one', companions: [ben], pauses: true };
  new DeviceTables(() => storage).keep(table);
  expect(new DeviceTables(() => storage).of('one')).toEqual(table);
  new DeviceTables(() => storage).forget('one');
  expect(new DeviceTables(() => storage).of('one')).toBeUndefined();
});

test('only the newest are kept', () => {
  const tables = new DeviceTables(() => new MemoryStorage());
  for (let at = 0; at <= 10; at += 1)
    tables.keep({ table: String(at), companions: [], pauses: false });
  expect([tables.of('0'), tables.of('1')?.table]).toEqual([undefined, '1']);
});

test('without storage they last as long as the page', () => {
  const tables = new DeviceTables(() => {
    throw new Error('forbidden');
  });
  tables.keep({ table: 'one', companions: [ben], pauses: false });
  expect(tables.of('one')?.companions).toEqual([ben]);
});

test.each([
  'nonsense',
  '{}',
  '[{"table":"one"}]',
  '[null]',
  '[{"table":"one","pauses":true,"companions":[{}]}]',
])('what is no such list is none: %s', (text) => {
  const storage = new MemoryStorage();
  storage.setItem('cydonia.device', text);
  expect(new DeviceTables(() => storage).of('one')).toBeUndefined();
});
