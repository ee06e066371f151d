import type { Explorer } from '../protocol';

/** So many answers are kept: whoever goes back is not kept waiting. */
const KEPT = 100;

/** Played store. What was played in positions that one has been to. */
export class Played {
  private told: ReadonlyMap<string, Explorer> = $state.raw(new Map());

  constructor(private readonly ask: (position: string, people: boolean) => Promise<Explorer>) {}

  /** What is known of a position. */
  find(position: string, people: boolean): Explorer | undefined {
    return this.told.get(nameOf(position, people));
  }

  /** The same, asked for unless it is known. */
  async load(position: string, people: boolean): Promise<Explorer> {
    const known = this.find(position, people);
    if (known) return known;
    const found = await this.ask(position, people);
    const latest = [...this.told].slice(1 - KEPT);
    this.told = new Map([...latest, [nameOf(position, people), found]]);
    return found;
  }
}

function nameOf(position: string, people: boolean): string {
  return `${people} ${position}`;
}
