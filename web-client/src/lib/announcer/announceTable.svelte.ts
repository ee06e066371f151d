import * as m from 'messages:speech';
import { onDestroy } from 'svelte';
import { TimeWarning, leftAt } from '../game/clock';
import { Announcer } from './announcer.svelte';
import { now } from '../stores/now.svelte';
import type { TableStore } from '../stores/table.svelte';
import { verdictWords } from '../text/dice';
import { changeWords } from '../text/presence';
import { turnWords } from '../text/prompt';
import { eventWords } from '../text/speech';
import type { Audience } from '../text/audience';

/**
 * Table announcements. Tells those who listen what happens at a table. Called while a component is
 * set up, for its effects' sake.
 */
export function announceTable(table: TableStore, audience: () => Audience): Announcer {
  const { gameStatus } = table;
  const announcer = new Announcer(() =>
    table.view && !gameStatus.paused ? turnWords(table.view, audience()) : '',
  );

  onDestroy(() => announcer.stop());

  $effect(() =>
    table.events.subscribe((event) => {
      announcer.say(eventWords(event, table.layout, audience()));
      const { last } = table.dice.now;
      const isOpened = event.type === 'roll' || event.type === 'lost';
      // That a roll is in order goes without saying.
      if (isOpened && last && (!last.fits || last.dice === null)) {
        announcer.say(verdictWords(last, audience()));
      }
    }),
  );

  const warning = new TimeWarning();
  $effect(() => {
    const { me } = audience();
    const isLive = table.info?.clock.type === 'fischer';
    if (me === null || !isLive || gameStatus.clocks?.running !== me) return;
    const mark = warning.passes(leftAt(gameStatus.clocks, me, now.second) ?? 0);
    if (mark !== null) announcer.say(m.secondsLeft({ seconds: mark / 1000 }));
  });

  let here: readonly boolean[] = [];
  $effect(() => {
    const before = here;
    here = gameStatus.presence.map(({ state }) => state === 'here');
    announcer.say(changeWords(before, here, audience().names, audience().me));
  });

  let next = table.next;
  $effect(() => {
    if (table.next && table.next !== next) announcer.say(m.rematch());
    next = table.next;
  });

  return announcer;
}
