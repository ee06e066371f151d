import { unknown } from 'messages:prompts';
import type { Objection } from '../protocol';
import type { Picker } from '../board/picker.svelte';

/** Objecting. Why what was tried last at a table may not be done: asked of the server, and put in words. */
export class Objecting {
  words = $state('');
  /** As the rules know it, for the way there; null if it is not known. */
  objection = $state.raw<Objection | null>(null);

  constructor(
    private readonly explain: (tried: string) => Promise<Objection | undefined>,
    private readonly worded: (found: Objection | undefined) => string,
  ) {}

  /** Asks why; without a line nobody can be asked. An empty square that was clicked first needs no explanation. */
  async ask(tried: string, picker: () => Picker | null, connected: boolean): Promise<void> {
    this.words = connected ? '' : unknown();
    this.objection = null;
    if (!connected) return;
    const asked = picker();
    const found = await this.explain(tried).catch(() => undefined);
    if (picker() !== asked || (found?.objection === 'empty' && !tried.includes('-'))) return;
    this.objection = found ?? null;
    this.words = this.worded(found);
  }
}
