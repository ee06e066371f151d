import type { Event, Puzzle, PuzzleAnswer, View } from '../protocol';
import { Picker } from '../board/picker.svelte';
import { plan } from '../board/choosing';
import { fold } from '../replay/fold';
import { action } from '../stores/action.svelte';

/** Puzzle attempt. How far one is with a puzzle: still looking, wrong so far, or shown its solution. */
export class Solving {
  readonly sending = action();
  /** What came of the last attempt. */
  answer = $state.raw<PuzzleAnswer | null>(null);
  /** What one's first attempt did to the ratings. */
  counted = $state.raw<PuzzleAnswer | null>(null);
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
  readonly picker = $derived.by(() => {
    if (this.step !== null || this.answer?.right) return null;
    return new Picker(plan(this.puzzle.choices, this.puzzle.layout.tokens), (act) => {
      void this.attempt(act);
    });
  });

  constructor(
    readonly puzzle: Puzzle,
    private readonly ask: (id: string, action: string) => Promise<PuzzleAnswer>,
  ) {}

  /** Tries an action; the solution is shown if it is the one. */
  async attempt(act: string): Promise<void> {
    await this.sending.runAlone(async () => {
      const answer = await this.ask(this.puzzle.id, act);
      this.answer = answer;
      if (answer.counted) this.counted = answer;
      if (answer.right) this.step = Math.min(1, answer.line.length);
    });
  }

  /** Shows the position again, or so much of the solution. */
  show(step: number): void {
    this.step = Math.max(0, Math.min(step, this.last));
  }
}
