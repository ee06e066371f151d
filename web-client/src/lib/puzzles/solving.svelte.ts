import type { Event, Objection, Puzzle, PuzzleAnswer, View } from '../protocol';
import { Picker } from '../board/picker.svelte';
import { plan } from '../board/choosing';
import { changeOf } from '../game/choices';
import { fold } from '../replay/fold';
import { action } from '../stores/action.svelte';

/** What a puzzle asks of the server, and of those who put things in words. */
export interface PuzzleHelp {
  attempt: (id: string, action: string) => Promise<PuzzleAnswer>;
  /** Why what was tried may not be done; null if it may. */
  explain: (id: string, tried: string) => Promise<Objection | null>;
  /** What an action brings; null if nothing. */
  brings: (change: readonly number[]) => { badge: string; words: string } | null;
}

/** Puzzle attempt. How far one is with a puzzle: still looking, wrong so far, or shown its solution. */
export class Solving {
  readonly sending = action();
  /** What came of the last attempt. */
  answer = $state.raw<PuzzleAnswer | null>(null);
  /** What one's first attempt did to the ratings. */
  counted = $state.raw<PuzzleAnswer | null>(null);
  /** Why what was tried last may not be done. */
  private found = $state.raw<Objection | null>(null);
  /** How many steps of the solution are shown; null while it is not. */
  step = $state<number | null>(null);

  /** The position, and how it stands after each step of the solution. */
  private readonly views: View[] = $derived.by(() => {
    let view = this.puzzle.view;
    const steps = this.answer?.line ?? [];
    return [view, ...steps.map(({ diff }) => (view = fold(view, diff)))];
  });

  readonly view = $derived.by(() => this.views[this.step ?? 0] ?? this.puzzle.view);
  /** What led to the view, to be acted out. */
  readonly event = $derived.by((): Event | null => {
    return this.step ? (this.answer?.line[this.step - 1] ?? null) : null;
  });
  readonly last = $derived(this.answer?.line.length ?? 0);
  /** What can be picked: anew after each attempt, so that nothing stays picked. */
  picker = $state.raw<Picker | null>(null);

  constructor(
    readonly puzzle: Puzzle,
    private readonly help: PuzzleHelp,
  ) {
    this.renew();
  }

  /** Why what was tried may not be done, until something else is; null if nothing was, or that is not known. */
  get objection(): Objection | null {
    return this.picker?.refused ? this.found : null;
  }

  /** Tries an action; the solution is shown if it is the one. */
  async attempt(act: string): Promise<void> {
    this.found = null;
    await this.sending.runAlone(async () => {
      const answer = await this.help.attempt(this.puzzle.id, act);
      this.answer = answer;
      if (answer.counted) this.counted = answer;
      if (answer.right) this.step = Math.min(1, answer.line.length);
    });
    this.renew();
  }

  private renew(): void {
    if (this.step !== null || this.answer?.right) {
      this.picker = null;
      return;
    }
    const { choices: actions, scores, layout } = this.puzzle;
    this.picker = new Picker(plan(actions, layout.tokens), (act) => void this.attempt(act), {
      refuse: (tried) => void this.refuse(tried),
      brings: (act) => {
        const change = changeOf({ actions, scores }, act);
        return change && this.help.brings(change);
      },
    });
  }

  /** Asks why what was tried may not be done. An empty square that was clicked first needs no explanation. */
  private async refuse(tried: string): Promise<void> {
    const { picker } = this;
    this.found = null;
    const found = await this.help.explain(this.puzzle.id, tried).catch(() => null);
    const isIdle = found?.objection === 'empty' && !tried.includes('-');
    // Whoever has picked something else meanwhile wants to know no more.
    if (this.picker === picker && picker?.refused?.join('-') === tried && !isIdle) {
      this.found = found;
    }
  }

  /** Shows the position again, or so much of the solution. */
  show(step: number): void {
    this.step = Math.max(0, Math.min(step, this.last));
    this.renew();
  }
}
