import type { Store } from '../dice/memory';

/** Storage in memory. A browser's storage, for tests. */
export class MemoryStorage implements Store {
  private readonly things: Map<string, string>;

  constructor(things: Record<string, string> = {}) {
    this.things = new Map(Object.entries(things));
  }

  get length(): number {
    return this.things.size;
  }
  key(index: number): string | null {
    return [...this.things.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.things.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.things.set(key, value);
  }
  removeItem(key: string): void {
    this.things.delete(key);
  }
}
