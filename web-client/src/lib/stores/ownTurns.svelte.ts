// Own turns. Where else it is one's turn, for the header and the title of every page.

/** The tables where it is one's turn. Small, as every page has it. */
class OwnTurns {
  private all = $state.raw<readonly string[]>([]);
  /** The table that is on the page, if one is: there it is seen anyway. */
  here = $state<string | null>(null);
  readonly tables = $derived(this.all.filter((id) => id !== this.here));

  /** Takes note of whether a table waits for oneself. */
  note(id: string, isMine: boolean): void {
    const others = this.all.filter((one) => one !== id);
    this.all = isMine ? [...others, id] : others;
  }

  /** Nothing is known. */
  clear(): void {
    this.all = [];
  }
}

/** Those of this page. */
export const ownTurns = new OwnTurns();
