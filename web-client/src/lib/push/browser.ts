// Reminders of this very browser.

import { pushStatus, subscribePush, unsubscribePush } from '../api/push';
import { Reminders } from './reminders.svelte';
import type { PushBrowser } from './reminders.svelte';
import { workerContainer } from './worker';

/** Whether this browser is told. */
export const reminders = new Reminders(
  { status: pushStatus, subscribe: subscribePush, unsubscribe: unsubscribePush },
  browser(),
);

function browser(): PushBrowser | 'unsupported' | 'uninstalled' {
  const workers = workerContainer();
  if (workers && 'PushManager' in window && 'Notification' in window) {
    return {
      permission: () => Notification.permission,
      ask: () => Notification.requestPermission(),
      manager: async () => (await workers.ready).pushManager,
    };
  }
  // There pages have it only once they stand on the home screen.
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  return workers && isApple ? 'uninstalled' : 'unsupported';
}
