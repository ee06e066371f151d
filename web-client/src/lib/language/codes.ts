// Codes. The names under which messages know what the server has its own names for.

/** "free-root" and "Free root" as a message is called: "freeRoot". */
export function messageName(served: string): string {
  return served
    .toLowerCase()
    .replace(/[^a-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What is known under a name, of what is grouped by names; nothing if the server is newer than this page. */
export function lookUp<T>(known: Readonly<Record<string, T>>, served: string): T | undefined {
  const name = messageName(served);
  return Object.hasOwn(known, name) ? known[name] : undefined;
}
