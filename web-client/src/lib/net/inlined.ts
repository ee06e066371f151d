// Inlined data. What the server has written into the page, so that nothing waits for another answer.

/** What stands in the page under that name; null where nothing does, as with the server for development. */
export function inlined<T>(id: string, page: Document | undefined = globalThis.document): T | null {
  const text = page?.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}
