// Own turns. Where else it is one's turn, for the header and the title of every page.

/** The tables where it is one's turn, but for the one that is on the page. Small, as every page has it. */
class OwnTurns {
  tables = $state.raw<readonly string[]>([]);

  /** Takes note of whether a table waits for oneself. */
  note(id: string, isMine: boolean): void {
    if (this.tables.includes(id) === isMine) return;
    this.tables = isMine ? [...this.tables, id] : this.tables.filter((one) => one !== id);
  }
}

/** Those of this page. */
export const ownTurns = new OwnTurns();
