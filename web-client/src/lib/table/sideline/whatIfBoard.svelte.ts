import { MAX_SIDE_LINE } from '../../protocol';
import type { Event, Token, View, WhatIf } from '../../protocol';
import { plan } from '../../board/choosing';
import { Picker } from '../../board/picker.svelte';
import type { Judge } from '../../board/picker.svelte';
import { action } from '../../stores/action.svelte';
import { along } from './sideLines.svelte';
import type { SideLines } from './sideLines.svelte';

/** Where one is in a kept game: after a step, and so many entries along a side line that leaves the game there. */
export interface Place {
  ply: number;
  line: readonly string[];
  shown: number;
}

/** What the board is part of. */
interface Surroundings {
  /** Where one is. */
  place: () => Place;
  tokens: readonly Token[];
  /** Where the game itself stands after an entry, if that is what was done next in it; null if it was something else. */
  onward: (entry: string) => number | null;
  /** Goes on in the game itself. */
  follow: (ply: number) => void;
  /** Goes somewhere along a side line; with what led there, if one came by that. */
  go: (place: Place, event: Event | null) => void;
  /** What an action brings whoever takes it. */
  brings: (choices: WhatIf, action: string) => ReturnType<NonNullable<Judge['brings']>>;
}

/** What-if board. What can be played wherever one is in a kept game, and what comes of it: a side line. */
export class WhatIfBoard {
  readonly asking = action();

  constructor(
    private readonly lines: SideLines,
    private readonly around: Surroundings,
  ) {}

  /** The whole side line, once it is known; undefined without one. */
  get whole(): WhatIf | undefined {
    const { ply, line } = this.around.place();
    return line.length > 0 ? this.lines.find(ply, line) : undefined;
  }

  /** What can be done where one is, once that is known. */
  get here(): WhatIf | undefined {
    const { ply, line, shown } = this.around.place();
    return this.lines.find(ply, line.slice(0, shown));
  }

  /** How it stands along the side line; null without one. */
  readonly view: View | null = $derived.by(() => {
    return this.whole ? along(this.whole, this.around.place().shown) : null;
  });

  /** Whether the side line is as long as one may be. */
  get isFull(): boolean {
    return this.around.place().shown >= MAX_SIDE_LINE;
  }

  /** Whether dice are to be chosen. */
  readonly rolls = $derived.by(() => !this.isFull && this.here?.view.turn.phase === 'roll');

  /** What can be picked; null where nothing can be done, or that is not known. */
  readonly picker: Picker | null = $derived.by(() => {
    const { here } = this;
    if (!here || here.actions.length === 0 || this.isFull) return null;
    return new Picker(plan(here.actions, this.around.tokens), (act) => void this.play(act), {
      brings: (act) => this.around.brings(here, act),
    });
  });

  /** Plays an entry: on along the side line, or along another from here, or in the game itself if that went on so. */
  async play(entry: string): Promise<void> {
    const { ply, line, shown } = this.around.place();
    const onward = line.length === 0 ? this.around.onward(entry) : null;
    if (onward !== null) return this.around.follow(onward);
    const next = line[shown] === entry ? line : [...line.slice(0, shown), entry];
    await this.asking.runAlone(async () => {
      const { line: events } = await this.lines.load(ply, next);
      // Whoever has gone elsewhere meanwhile stays there.
      const now = this.around.place();
      if (now.ply !== ply || now.line !== line || now.shown !== shown) return;
      this.around.go({ ply, line: next, shown: shown + 1 }, events[shown] ?? null);
    });
  }

  /** Goes along the side line. */
  step(to: number): void {
    const { ply, line, shown } = this.around.place();
    const event = to > 0 ? this.whole?.line[to - 1] : undefined;
    this.around.go({ ply, line, shown: to }, to === shown + 1 ? (event ?? null) : null);
  }

  /** Leaves the side line for the game. */
  leave(): void {
    this.asking.clear();
    this.around.go({ ply: this.around.place().ply, line: [], shown: 0 }, null);
  }

  /** Asks for a whole side line, as one has come by its address. */
  async fetch({ ply, line }: Place): Promise<void> {
    await this.asking.run(() => this.lines.load(ply, line));
  }

  /** Asks what can be done at a place. If that fails, one only looks on. */
  async prepare({ ply, line, shown }: Place): Promise<void> {
    await this.lines.load(ply, line.slice(0, shown)).catch(() => undefined);
  }
}
