import { still } from '../board/timing';
import { TimeWarning, leftAt } from '../game/clock';
import { dueSounds, heardOnce } from '../sounds/due';
import type { Due } from '../sounds/due';
import { now } from '../stores/now.svelte';
import { preferences } from '../stores/preferences.svelte';
import type { TableStore } from '../stores/table.svelte';

/**
 * Table sounds. Lets those who hear them know what happens at a table. Called while a component is set up, for its
 * effects' sake.
 */
export function soundTable(table: TableStore): void {
  const waiting: Due[] = [];
  /** Unknown until the table is. */
  let wasMine: boolean | null = null;

  /** Has something heard, together with all else that happens in this moment. */
  function sound(all: readonly Due[]): void {
    if (all.length === 0) return;
    if (waiting.length === 0) queueMicrotask(() => void play(heardOnce(waiting.splice(0))));
    waiting.push(...all);
  }

  $effect(() =>
    table.events.subscribe((event) => {
      const isMine = isTurnOf(table);
      const from = { me: table.me, wasMine: wasMine ?? isMine, isMine };
      sound(dueSounds(event, { ...from, hidden: document.hidden, still: still() }));
      wasMine = isMine;
    }),
  );

  // A turn that came while there was no connection is told by no event.
  $effect(() => {
    if (table.status !== 'ready') return;
    const isMine = isTurnOf(table);
    if (isMine && wasMine === false) sound([{ sound: 'turn', afterMs: 0, gain: 1 }]);
    wasMine = isMine;
  });

  const warning = new TimeWarning();
  $effect(() => {
    const { me, info, gameStatus } = table;
    const isLive = info?.clock.type === 'fischer';
    if (me === null || !isLive || gameStatus.clocks?.running !== me) return;
    const mark = warning.passes(leftAt(gameStatus.clocks, me, now.second) ?? 0);
    if (mark !== null) sound([{ sound: 'low', afterMs: 0, gain: 1 }]);
  });
}

/** Whether one is to act or to roll. */
export function isTurnOf({ info, view, me, gameStatus }: TableStore): boolean {
  if (!view || me === null || info?.status !== 'playing' || gameStatus.paused) return false;
  return view.turn.phase !== 'over' && view.turn.seat === me;
}

/** Before the first gesture browsers let nothing be heard, and nothing is fetched for it. */
async function play(all: readonly Due[]): Promise<void> {
  const wanted = all.filter(({ sound }) => preferences.hears(sound));
  if (wanted.length === 0 || !navigator.userActivation.hasBeenActive) return;
  const { play } = await import('../sounds/player');
  play(wanted, preferences.volume / 100);
}
