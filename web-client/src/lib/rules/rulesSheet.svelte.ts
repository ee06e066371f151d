/** What the rules are asked about: what is to be done, why something may not be, or a section by its name. */
export type Subject = { ask: string } | { objection: string } | { section: string };

/** What is open: which game's rules, and where. */
export interface OpenRules {
  game: string;
  subject: Subject;
}

/** Rules sheet. Which rules lie open beside the board; there is one sheet on a page at most. */
class RulesSheetState {
  shown = $state.raw<OpenRules | null>(null);

  /** Opens the rules of a game at what they are asked about. */
  open(game: string, subject: Subject): void {
    this.shown = { game, subject };
  }

  close(): void {
    this.shown = null;
  }
}

export const rulesSheet = new RulesSheetState();
