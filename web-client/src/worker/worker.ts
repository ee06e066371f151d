// Service worker. Keeps the shell for when there is no line, and shows what the house sends by Web Push.

import type { PushMessage, PushStatus } from '../lib/protocol';
import { noticeOf } from '../lib/push/notice';
import { subscriptionBody } from '../lib/push/subscription';
import { Shell } from './shell';
import type { ShellFiles } from './shell';

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build. */
declare const __SHELL__: ShellFiles;

const scope = new URL(self.registration.scope);
const shell = new Shell(__SHELL__, scope, self.caches, (request) => fetch(request));

self.addEventListener('install', (event) => {
  // A new one need not wait: what it hands out is the same as what the house would.
  event.waitUntil(shell.install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([shell.forgetOthers(), preload]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (shell.kindOf(request)) {
    case 'page':
      event.respondWith(shell.page(request, event.preloadResponse));
      break;
    case 'file':
      event.respondWith(shell.file(request));
      break;
    case 'other':
      // Everything else goes its way as if there were no worker.
      break;
  }
});

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data));
});

async function show(data: PushMessageData | null): Promise<void> {
  let message: PushMessage | null = null;
  try {
    message = data?.json() as PushMessage;
  } catch {
    // What cannot be read was not from a house of this version; something must be shown all the same.
  }
  const notice = noticeOf(message);
  const pages = await self.clients.matchAll({ type: 'window' });
  const url = new URL(notice.path, scope).href;
  const isLookedAt = pages.some(
    (page) => page.focused && page.url.split('#')[0]?.split('?')[0] === url,
  );
  if (isLookedAt) return;
  await self.registration.showNotification(notice.title, {
    body: notice.body,
    tag: 'waiting',
    icon: new URL('icons/icon-192.png', scope).href,
    badge: new URL('icons/badge-96.png', scope).href,
    data: { path: notice.path },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path?: string } | null)?.path ?? './'));
});

async function open(path: string): Promise<void> {
  const url = new URL(path, scope).href;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split('#')[0]?.split('?')[0] === url);
  if (there) await there.focus();
  else await self.clients.openWindow(url);
}

self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(renew());
});

/** A browser has changed its subscription by itself: the house has to know the new one. */
async function renew(): Promise<void> {
  const address = new URL('api/v1/push', scope);
  const { key, subscribed } = (await (await fetch(address)).json()) as PushStatus;
  if (!subscribed) return;
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const body = JSON.stringify(subscriptionBody(subscription));
  await fetch(address, { method: 'POST', body });
}
