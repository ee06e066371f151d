import { expect, test } from 'vitest';
import { Reminders } from './reminders.svelte';

const KEY = 'AQIDBA';

/** A browser and a house, as far as reminders go. */
function world(
  given: { permission?: NotificationPermission; answer?: NotificationPermission } = {},
) {
  let permission = given.permission ?? 'default';
  let subscription: PushSubscription | null = null;
  const told = { subscribed: false, key: KEY, broken: false, asked: 0, voided: 0 };
  const make = (key: string): PushSubscription =>
    ({
      options: {
        applicationServerKey: Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0)).buffer,
      },
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        subscription = null;
        told.voided += 1;
        return true;
      },
    }) as unknown as PushSubscription;
  const status = async () => {
    if (told.broken) throw new Error('no line');
    return { key: told.key, subscribed: told.subscribed };
  };
  const reminders = new Reminders(
    {
      status,
      subscribe: async (body) => {
        expect(body).toEqual({ endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' });
        told.subscribed = true;
        return status();
      },
      unsubscribe: async () => {
        told.subscribed = false;
        return status();
      },
    },
    {
      permission: () => permission,
      ask: async () => {
        told.asked += 1;
        permission = given.answer ?? 'granted';
        return permission;
      },
      manager: async () => ({
        getSubscription: async () => subscription,
        subscribe: async (options) => (subscription = make(String(options?.applicationServerKey))),
      }),
    },
  );
  return {
    reminders,
    told,
    has: () => subscription !== null,
    give: () => (subscription = make(KEY)),
  };
}

test('nobody is asked before they want to be told', async () => {
  const { reminders, told, has } = world();
  await reminders.look();
  expect([reminders.state, told.asked]).toEqual(['off', 0]);
  await reminders.toggle();
  expect([reminders.state, told.asked, told.subscribed, has()]).toEqual(['on', 1, true, true]);
  await reminders.toggle();
  expect([reminders.state, told.subscribed, has()]).toEqual(['off', false, false]);
});

test('whoever says no is told how to change that, and is asked no more', async () => {
  const { reminders, told } = world({ answer: 'denied' });
  await reminders.toggle();
  expect([reminders.state, told.subscribed]).toEqual(['denied', false]);
  const undecided = world({ answer: 'default' });
  await undecided.reminders.toggle();
  expect(undecided.reminders.state).toBe('off');
});

test('under another name the browser is told as before', async () => {
  const { reminders, told, give } = world({ permission: 'granted' });
  give();
  await reminders.look();
  expect([reminders.state, told.subscribed]).toEqual(['on', true]);
});

test('what was made for another key is made anew', async () => {
  const { reminders, told, give } = world({ permission: 'granted' });
  give();
  told.key = 'BQYHCA';
  await reminders.look();
  expect(reminders.state).toBe('off');
  await reminders.toggle();
  expect([reminders.state, told.voided]).toEqual(['on', 1]);
});

test('what fails says so, and can be tried again', async () => {
  const { reminders, told } = world();
  told.broken = true;
  await reminders.toggle();
  expect([reminders.state, reminders.busy]).toEqual(['failed', false]);
  told.broken = false;
  await reminders.toggle();
  expect(reminders.state).toBe('on');
});

test('a browser that has none of it offers nothing', async () => {
  const { reminders } = world();
  for (const none of ['unsupported', 'uninstalled'] as const) {
    const without = new Reminders(reminders['api'], none);
    await without.look();
    await without.toggle();
    expect(without.state).toBe(none);
  }
});
