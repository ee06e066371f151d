// Seed storage. What a browser remembers of its dice, table by table.

import type { Seen } from './transcript';

/** What a browser remembers of its dice at one table: its own seeds, and what it saw. */
export interface Kept {
  /** The newest last. More than one only if a seed was lost, or came from another device. */
  seeds: string[];
  /** The share that was given for roll `k`. */
  gave: { k: number; share: string } | null;
  /** The rolls for which this browser said that its part was lost. */
  lost: number[];
  /** The rolls that it has let the other player give up. */
  allowed: number[];
  seen: Seen | null;
  /** Whether the game is over, so that this may be forgotten one day. */
  over: boolean;
}

/** What a browser's storage is needed for. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'cydonia.dice.';
/** How many finished games are remembered. */
const FINISHED = 20;

/**
 * Keeps seeds and transcripts in the browser. Where it grants no storage, as some do in private
 * windows, they last as long as the page: `lasts` is false then.
 */
export class Memory {
  lasts = true;
  private readonly passing = new Map<string, Kept>();

  /** Even to ask for the storage may fail. */
  constructor(
    private readonly store: () => Store,
    /** Whose it is: others who play on the same device have memories of their own. */
    private readonly prefix = PREFIX,
  ) {}

  /** What is remembered of a table. */
  load(table: string): Kept {
    const blank: Kept = { seeds: [], gave: null, lost: [], allowed: [], seen: null, over: false };
    const passing = this.passing.get(table);
    if (passing) return passing;
    try {
      const text = this.store().getItem(this.prefix + table);
      return text === null ? blank : { ...blank, ...(JSON.parse(text) as Partial<Kept>) };
    } catch {
      return blank;
    }
  }

  /** Remembers something more. What other windows have stored meanwhile stays. */
  note(table: string, changes: Partial<Kept>): void {
    const kept = { ...this.load(table), ...changes };
    try {
      const store = this.store();
      store.setItem(this.prefix + table, JSON.stringify(kept));
      if (kept.over) forgetOld(store, this.prefix, table);
    } catch {
      this.lasts = false;
      this.passing.set(table, kept);
    }
  }

  /** Forgets a table, as when one gives one's seat up. */
  forget(table: string): void {
    this.passing.delete(table);
    try {
      this.store().removeItem(this.prefix + table);
    } catch {
      // What could not be stored need not be removed.
    }
  }

  /** Adds a seed: a new one, or one that came from another device. */
  addSeed(table: string, seed: string): void {
    const { seeds } = this.load(table);
    if (!seeds.includes(seed)) this.note(table, { seeds: [...seeds, seed] });
  }
}

/** Drops finished games beyond the newest few: tables' ids begin with the time they were made. */
function forgetOld(store: Store, prefix: string, newest: string): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  const old = keys
    .filter((key) => key.startsWith(prefix) && key !== prefix + newest && isOver(store, key))
    .sort();
  for (const key of old.slice(0, Math.max(0, old.length + 1 - FINISHED))) store.removeItem(key);
}

function isOver(store: Store, key: string): boolean {
  try {
    return (JSON.parse(store.getItem(key) ?? '') as Kept).over;
  } catch {
    return false;
  }
}
