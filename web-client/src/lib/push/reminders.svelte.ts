// Reminders. Whether this browser is told by Web Push that a table waits, and how that is switched on and off.

import type { PushRequest, PushStatus } from '../protocol';
import { isFor, subscriptionBody } from './subscription';

/** How it stands; `unknown` until it was looked. */
export type ReminderState =
  'unknown' | 'unsupported' | 'uninstalled' | 'denied' | 'failed' | 'off' | 'on';

/** What the house is asked. */
export interface PushApi {
  status: () => Promise<PushStatus>;
  subscribe: (subscription: PushRequest) => Promise<PushStatus>;
  unsubscribe: () => Promise<PushStatus>;
}

/** What the browser is asked; undefined where it has none of it. */
export interface PushBrowser {
  permission: () => NotificationPermission;
  ask: () => Promise<NotificationPermission>;
  /** Once a worker is there. */
  manager: () => Promise<Pick<PushManager, 'getSubscription' | 'subscribe'>>;
}

/** Whether this browser is told. */
export class Reminders {
  state = $state<ReminderState>('unknown');
  busy = $state(false);

  constructor(
    private readonly api: PushApi,
    private readonly browser: PushBrowser | 'unsupported' | 'uninstalled',
  ) {}

  /** Looks how it stands. Nobody is asked for anything. */
  async look(): Promise<void> {
    const { browser } = this;
    if (typeof browser === 'string') {
      this.state = browser;
      return;
    }
    await this.try(async () => {
      if (browser.permission() === 'denied') return 'denied';
      if (browser.permission() !== 'granted') return 'off';
      const subscription = await (await browser.manager()).getSubscription();
      if (!subscription) return 'off';
      const { key, subscribed } = await this.api.status();
      if (!isFor(subscription, key)) return 'off';
      // Who has said another name since then is still at the same browser, and has asked for it here.
      if (!subscribed) await this.api.subscribe(subscriptionBody(subscription));
      return 'on';
    });
  }

  /** Switches it on or off; only ever at a click, as the browser then asks. */
  async toggle(): Promise<void> {
    const { browser } = this;
    if (typeof browser === 'string' || this.busy) return;
    this.busy = true;
    await this.try(() => (this.state === 'on' ? this.turnOff(browser) : this.turnOn(browser)));
    this.busy = false;
  }

  private async turnOn(browser: PushBrowser): Promise<ReminderState> {
    const permission = await browser.ask();
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
    const manager = await browser.manager();
    const { key } = await this.api.status();
    const before = await manager.getSubscription();
    // One that was made for another key would be refused by its push service for ever.
    if (before && !isFor(before, key)) await before.unsubscribe();
    const subscription = await manager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    await this.api.subscribe(subscriptionBody(subscription));
    return 'on';
  }

  private async turnOff(browser: PushBrowser): Promise<ReminderState> {
    await this.api.unsubscribe();
    await (await (await browser.manager()).getSubscription())?.unsubscribe();
    return 'off';
  }

  private async try(what: () => Promise<ReminderState>): Promise<void> {
    try {
      this.state = await what();
    } catch {
      this.state = 'failed';
    }
  }
}
