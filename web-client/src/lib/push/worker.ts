// Service worker, from the page's side: it is installed once the page is there, and what it has shown goes when one looks.

import { address } from '../net/address';

/** Installs the worker, or its successor. Browsers grant one over TLS and on one's own machine alone. */
export function start(): void {
  const workers = workerContainer();
  if (!workers) return;
  const url = address('./service-worker.js');
  // Without it everything goes as well, but for what is asked of it by name.
  workers.register(url, { scope: address('./').pathname, updateViaCache: 'none' }).catch(() => {});
  withdraw();
  document.addEventListener('visibilitychange', withdraw);
}

/** The browser's workers, if it has any. */
export function workerContainer(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

/** Whoever looks at the house sees what waits: no notification need say it any more. */
function withdraw(): void {
  if (document.visibilityState !== 'visible') return;
  void workerContainer()
    ?.getRegistration()
    .then((worker) => worker?.getNotifications({ tag: 'waiting' }))
    .then((shown) => shown?.forEach((notification) => notification.close()))
    .catch(() => {});
}
