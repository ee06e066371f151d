// Entry point. Starts what the page needs and puts it into the document.

import { mount } from 'svelte';
import './app.css';
import './lib/forms/form.css';
import App from './App.svelte';
import { games, socket } from './app';
import { fetchRefusals } from './lib/net/refusal';
import { show } from './lib/settings/appearance';
import { preferences } from './lib/stores/preferences.svelte';
import { router } from './router.svelte';

router.start();
socket.start();
void games.load();

// What is for the next time waits for this one.
addEventListener('load', () => {
  void import('./lib/push/worker').then(({ start }) => start());
  void fetchRefusals();
});

const target = document.getElementById('app');
// Whoever chose another look waits for it: nothing is ever seen in the wrong colours.
void show(preferences.all).finally(() => {
  if (target) mount(App, { target });
});
