/** URL fragment of a kept game. What stands behind the # of a kept game's address: a private table's key, and a step. */
export interface ReplayFragment {
  key: string | undefined;
  ply: number | null;
}

/** Reads `12`, `key` or `key/12`. */
export function readReplayFragment(hash: string): ReplayFragment {
  if (/^\d{1,5}$/.test(hash)) return { key: undefined, ply: Number(hash) };
  const [, key = '', ply] = /^(.*?)(?:\/(\d{1,5}))?$/.exec(hash) ?? [];
  return { key: key || undefined, ply: ply === undefined ? null : Number(ply) };
}

/** The reverse. */
export function writeReplayFragment({ key, ply }: ReplayFragment): string {
  if (key === undefined) return ply === null ? '' : String(ply);
  return ply === null ? key : `${key}/${ply}`;
}
