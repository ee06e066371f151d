// Cursor paging. A long list as the server gives it, part by part.

/** A part of a long list, and where the next one begins; null at the end. */
export interface Part<T> {
  items: readonly T[];
  next: string | null;
}

export type FetchPart<T> = (cursor: string | null, limit: number) => Promise<Part<T>>;
