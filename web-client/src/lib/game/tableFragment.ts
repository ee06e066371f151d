/** URL fragment of a table. What may stand behind the # of a table's address. */
export interface Fragment {
  /** A private table's key. */
  key?: string;
  /** What opens one's own seat from another device. */
  seat?: string;
  /** What that seat's part in the dice is made from. It never leaves the browser. */
  seed?: string;
}

/** Reads `key`, `seat=…&seed=…`, or both joined by `&`. */
export function readFragment(hash: string): Fragment {
  const found: Fragment = {};
  for (const part of hash.split('&')) {
    const [name, value] = part.split('=', 2);
    if (value === undefined) {
      if (name) found.key = name;
    } else if (name === 'seat' && value) found.seat = value;
    else if (name === 'seed' && /^[0-9a-f]{64}$/.test(value)) found.seed = value;
  }
  return found;
}

/** The reverse. */
export function writeFragment({
  key,
  seat,
  seed,
}: Partial<Record<keyof Fragment, string | undefined>>): string {
  return [key, seat && `seat=${seat}`, seed && `seed=${seed}`].filter(Boolean).join('&');
}
