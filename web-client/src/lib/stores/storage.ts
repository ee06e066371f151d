// Browser storage. Small things that are remembered from visit to visit, as far as the browser grants any storage.

/** Opens a storage; even to ask for it may fail. */
export type OpenStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

const own: OpenStorage = () => localStorage;

/** What is remembered under a name; null if nothing is, or nothing can be. */
export function recall(name: string, open = own): string | null {
  try {
    return open().getItem(`cydonia.${name}`);
  } catch {
    return null;
  }
}

/** The same, read as JSON; null too where it is none. */
export function recallJson(name: string, open = own): unknown {
  try {
    return JSON.parse(recall(name, open) ?? 'null');
  } catch {
    return null;
  }
}

/** Remembers something under a name. Without storage it lasts as long as the page. */
export function remember(name: string, text: string, open = own): void {
  try {
    open().setItem(`cydonia.${name}`, text);
  } catch {
    // Private windows of some browsers keep nothing.
  }
}
