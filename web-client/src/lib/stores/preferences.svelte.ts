const PLACE = 'cydonia.names';

/** Small things that people like one way or another; remembered in the browser. */
class Preferences {
  /** Whether the spaces' names are written on the board. */
  names = $state(read() !== 'off');

  /** Shows or hides the spaces' names. */
  toggleNames(): void {
    this.names = !this.names;
    try {
      localStorage.setItem(PLACE, this.names ? 'on' : 'off');
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export const preferences = new Preferences();
