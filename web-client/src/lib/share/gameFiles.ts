// Game files. A game's picture and its moves, to be kept: fetched, as a private game's key goes with the request, and then saved.

import { address } from '../net/address';

/** What of a game can be kept. */
export type GameFile = 'picture.svg' | 'picture.png' | 'film.gif' | 'record';

/** Where a finished game's file is; a picture's of the position after so many plies, or of the end. */
export function filePath(id: string, file: GameFile, ply?: number): string {
  const query = !file.startsWith('picture') || ply === undefined ? '' : `?ply=${ply}`;
  return `./api/v1/matches/${id}/${file}${query}`;
}

/** Fetches one and has the browser save it; whether that went well. */
export async function saveFile(
  id: string,
  file: GameFile,
  { ply, key, name }: { ply: number | undefined; key: string | undefined; name: string },
): Promise<boolean> {
  const headers = key ? { 'x-table-key': key } : undefined;
  try {
    const answer = await fetch(address(filePath(id, file, ply)), headers ? { headers } : {});
    if (!answer.ok) return false;
    const url = URL.createObjectURL(await answer.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = `${name}.${file.split('.')[1] ?? 'txt'}`;
    link.click();
    URL.revokeObjectURL(url);
    return true;
  } catch {
    return false;
  }
}

/** What shows a public game on another page. */
export function embedCode(id: string, title: string, base?: string): string {
  const plain = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return `<iframe src="${address(`./embed/${id}`, base).href}" title="${plain}" width="420" height="520" loading="lazy" style="border:0"></iframe>`;
}
