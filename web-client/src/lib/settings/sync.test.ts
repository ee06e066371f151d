import { expect, test } from 'vitest';
import { MemoryStorage } from '../testing/memoryStorage';
import { Publisher } from '../publisher';
import type { Preferences } from '../protocol';
import { SettingsSync } from './sync';

/** A house that may be away, and a device of somebody's. */
function setting(kept: Preferences, chosen: Preferences, storage = new MemoryStorage()) {
  const house = { kept, away: false, writes: 0 };
  const changes = new Publisher<[]>();
  const here = {
    chosen,
    changes,
    take: (taken: Preferences) => (here.chosen = taken),
  };
  const ask = async (answer: () => Preferences): Promise<Preferences> => {
    await Promise.resolve();
    if (house.away) throw new Error('away');
    return answer();
  };
  const sync = new SettingsSync(
    here,
    {
      read: () => ask(() => house.kept),
      keep: (wanted) =>
        ask(() => {
          house.writes += 1;
          return (house.kept = wanted);
        }),
    },
    () => storage,
  );
  const choose = (change: Preferences): void => {
    here.chosen = { ...here.chosen, ...change };
    changes.publish();
  };
  return { house, here, sync, choose, storage };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a device has what was chosen on another', async () => {
  const { here, house, sync } = setting({ scheme: 'dark' }, { board: 'basalt' });
  await sync.meet();
  expect(here.chosen).toEqual({ scheme: 'dark' });
  expect(house.writes).toBe(0);
});

test('what was chosen before one had a name is kept once one has', async () => {
  const { house, sync } = setting({}, { board: 'basalt' });
  await sync.meet();
  expect(house.kept).toEqual({ board: 'basalt' });
});

test('nothing is written where nothing was ever chosen', async () => {
  const { house, sync } = setting({}, {});
  await sync.meet();
  expect(house.writes).toBe(0);
});

test('of many choices in a row the last is what the house has', async () => {
  const { house, choose } = setting({}, {});
  for (const volume of [10, 20, 30, 40]) choose({ volume });
  await settled();
  expect(house.kept).toEqual({ volume: 40 });
  expect(house.writes).toBe(2);
});

test('what was chosen while the house was away is the last word at the next visit', async () => {
  const first = setting({ scheme: 'light' }, {});
  first.house.away = true;
  first.choose({ scheme: 'dark' });
  await settled();
  const { house, here, sync } = setting({ scheme: 'light' }, first.here.chosen, first.storage);
  await sync.meet();
  expect([house.kept, here.chosen]).toEqual([{ scheme: 'dark' }, { scheme: 'dark' }]);
  // And from then on the house's is.
  house.kept = { scheme: 'light' };
  await sync.meet();
  expect(here.chosen).toEqual({ scheme: 'light' });
});

test('whoever has stopped sends nothing', async () => {
  const { house, sync, choose } = setting({}, {});
  sync.stop();
  choose({ volume: 10 });
  await settled();
  expect(house.writes).toBe(0);
});
