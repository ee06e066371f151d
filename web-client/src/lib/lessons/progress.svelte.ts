// Lesson progress. How far one is in each lesson; it stays on this device.

import { recallJson, remember } from '../stores/storage';
import type { OpenStorage } from '../stores/storage';

const NAME = 'lessons';

/** How many steps one has done of each game's lesson. */
export class LessonProgress {
  private done = $state.raw<Readonly<Record<string, number>>>({});

  constructor(private readonly storage?: OpenStorage) {
    this.done = read(recallJson(NAME, storage));
  }

  /** How many steps of a lesson are done, of so many. */
  of(game: string, steps: number): number {
    return Math.min(this.done[game] ?? 0, steps);
  }

  /** Whether a lesson was begun at all. */
  begun(game: string): boolean {
    return (this.done[game] ?? 0) > 0;
  }

  /** Notes down that so many steps are done; whoever does one again loses nothing. */
  note(game: string, steps: number): void {
    // Another tab may have gone further meanwhile.
    const kept = { ...this.done, ...read(recallJson(NAME, this.storage)) };
    this.done = { ...kept, [game]: Math.max(kept[game] ?? 0, steps) };
    remember(NAME, JSON.stringify(this.done), this.storage);
  }
}

/** What was kept, as far as it makes sense. */
function read(found: unknown): Record<string, number> {
  if (typeof found !== 'object' || found === null) return {};
  const entries = Object.entries(found as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, number] => Number.isInteger(entry[1]) && Number(entry[1]) > 0,
    ),
  );
}

export const lessonProgress = new LessonProgress();
