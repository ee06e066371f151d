// What a house hands out in place of its service worker to be rid of it: this one undoes what that did, and goes.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const own = `shell-${new URL(self.registration.scope).pathname}-`;
  const forget = caches
    .keys()
    .then((names) => names.filter((name) => name.startsWith(own)))
    .then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.registration.unregister()));
});
