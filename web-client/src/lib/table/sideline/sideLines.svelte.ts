import type { View, WhatIf } from '../../protocol';
import { fold } from '../../replay/fold';

/** So many answers are kept: what one goes back to is not asked for again. */
const KEPT = 200;

/** What-if store. What the server has told of the side lines of one finished game. */
export class SideLines {
  /** Replaced whenever something is added, which is rare: a map that tells of each entry would weigh on the first page. */
  private told: ReadonlyMap<string, WhatIf> = $state.raw(new Map());

  constructor(private readonly ask: (step: number, line: readonly string[]) => Promise<WhatIf>) {}

  /** What is known of a side line that leaves the game after so many steps; without entries, of the game's own position. */
  find(step: number, line: readonly string[]): WhatIf | undefined {
    return this.told.get(nameOf(step, line));
  }

  /** The same, asked for unless it is known; a refusal if it cannot be played. */
  async load(step: number, line: readonly string[]): Promise<WhatIf> {
    const known = this.find(step, line);
    if (known) return known;
    const found = await this.ask(step, line);
    const latest = [...this.told].slice(1 - KEPT);
    this.told = new Map([...latest, [nameOf(step, line), found]]);
    return found;
  }
}

function nameOf(step: number, line: readonly string[]): string {
  return `${step}/${line.join(',')}`;
}

/** The position after so many entries of a side line. */
export function along(whole: WhatIf, shown: number): View {
  return whole.line.slice(0, shown).reduce((view, { diff }) => fold(view, diff), whole.start);
}
