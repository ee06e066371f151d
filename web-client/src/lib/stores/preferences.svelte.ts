// Preferences. Runed's `PersistedState` throws where a browser grants no storage, and forgets where it keeps nothing.

/** Small things that people like one way or another; remembered in the browser. */
class Preferences {
  /** Whether the spaces' names are written on the board. */
  names = $state(recall('names', true));
  /** Whether what people say is shown and told. */
  chat = $state(recall('chat', true));
  /** Whether games that one begins count for the players' ratings. */
  rated = $state(recall('rated', false));
  /** Whether a turn of one's own is confirmed before it counts, at tables where people sit together. */
  private confirmLive = $state(recall('confirm-live', false));
  /** The same by correspondence, where a slip costs more than a click. */
  private confirmSlow = $state(recall('confirm-slow', true));

  /** Has games count from now on, or no longer, until something else is chosen. */
  keepRated(rated: boolean): void {
    this.rated = rated;
    remember('rated', rated);
  }

  /** Shows or hides the spaces' names. */
  toggleNames(): void {
    this.names = !this.names;
    remember('names', this.names);
  }

  /** Shows and tells what people say, or no longer. */
  toggleChat(): void {
    this.chat = !this.chat;
    remember('chat', this.chat);
  }

  /** Whether turns are confirmed at such tables. */
  confirms(slow: boolean): boolean {
    return slow ? this.confirmSlow : this.confirmLive;
  }

  /** Has turns confirmed at such tables, or no longer. */
  toggleConfirm(slow: boolean): void {
    if (slow) this.confirmSlow = !this.confirmSlow;
    else this.confirmLive = !this.confirmLive;
    remember(slow ? 'confirm-slow' : 'confirm-live', this.confirms(slow));
  }
}

function recall(name: string, usual: boolean): boolean {
  try {
    const found = localStorage.getItem(`cydonia.${name}`);
    return found === null ? usual : found === 'on';
  } catch {
    return usual;
  }
}

function remember(name: string, on: boolean): void {
  try {
    localStorage.setItem(`cydonia.${name}`, on ? 'on' : 'off');
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export const preferences = new Preferences();
