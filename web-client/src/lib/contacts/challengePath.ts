// Challenge addresses. Whom one wants to challenge, as the address of the page for a new game tells it.

/** Whom one wants to challenge; null where the address names nobody. */
export function readChallenged(search: string): string | null {
  return new URLSearchParams(search).get('player');
}

/** The path of the page on which somebody is challenged. */
export function challengePath(player: string): string {
  return `./new?${new URLSearchParams({ with: 'friend', player })}`;
}
