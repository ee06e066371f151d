/**
 * URL fragment of a kept game. What stands behind the # of a kept game's address: a private table's key, a step, and a side line
 * that leaves the game there, with how much of it is shown unless that is all.
 */
export interface ReplayFragment {
  key: string | undefined;
  ply: number | null;
  /** The entries of the side line, as a record has them: `b2-c3`, `roll 3 5`. */
  line: readonly string[];
  /** How many of them are shown. */
  shown: number;
}

const NUMBER = /^\d{1,5}$/;

/** Reads `12`, `key`, `key/12`, `12/b2-c3,roll+3+5` and `12/b2-c3,c3-d4/1`. */
export function readReplayFragment(hash: string): ReplayFragment {
  const parts = hash.split('/');
  const key = NUMBER.test(parts[0] ?? '') ? undefined : parts.shift() || undefined;
  const [ply = '', entries = '', shown = ''] = parts;
  const hasLine = NUMBER.test(ply) && entries !== '';
  const line = hasLine ? entries.split(',').map(readEntry) : [];
  return {
    key,
    ply: NUMBER.test(ply) ? Number(ply) : null,
    line,
    shown: NUMBER.test(shown) ? Math.min(Number(shown), line.length) : line.length,
  };
}

/** The reverse. */
export function writeReplayFragment({ key, ply, line, shown }: ReplayFragment): string {
  const parts: (string | number)[] = key === undefined ? [] : [key];
  if (ply !== null) parts.push(ply);
  if (ply !== null && line.length > 0) {
    parts.push(line.map((entry) => entry.replaceAll(' ', '+')).join(','));
    if (shown < line.length) parts.push(shown);
  }
  return parts.join('/');
}

/** Whoever has passed an address on may have had its signs written otherwise. */
function readEntry(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('+', ' ');
  } catch {
    return text;
  }
}
