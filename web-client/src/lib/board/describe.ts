// Accessible names. Pieces and spaces of a board in words.

import type { Layout, Pyramid, Space, SpaceView } from '../protocol';

/** A piece in short, for tests to read: its size, and whose it is if it has an owner: "3", "2@1". */
export function pieceCode({ size, owner }: Pyramid): string {
  return owner === undefined ? String(size) : `${size}@${owner}`;
}

/** A space within a sentence: "c2". Spoken by itself it is "c 2", lest a letter be taken for a word. */
export function placeName(space: Space | undefined): string {
  return space?.spoken.replace(/^(\p{L}) (\d+)$/u, '$1$2') ?? '';
}

/** Names a piece: "drone", or "Ada's drone pointing at c 4". An empty name goes without saying. */
export function pieceWords(piece: Pyramid, layout: Layout, names: readonly string[]): string {
  const what = layout.pieces[piece.size - 1] ?? 'piece';
  const owner = piece.owner === undefined ? '' : (names[piece.owner] ?? 'somebody');
  const whose = owner ? `${owner}'s ` : '';
  const target = piece.points_at === undefined ? undefined : layout.spaces[piece.points_at];
  return `${whose}${what}${target ? ` pointing at ${target.spoken}` : ''}`;
}

/** What lies on a space, as it is spoken. */
export function contentWords(view: SpaceView, layout: Layout, names: readonly string[]): string {
  const stack = view.stack ?? [];
  const words = stack.map((piece) => pieceWords(piece, layout, names)).reverse();
  if (words.length > 1) words[0] = `stack, from the top: ${words[0] ?? ''}`;
  if (view.marker === 'root') words.push('root');
  if (view.marker === 'null') words.push('hole');
  return words.length > 0 ? words.join(', ') : 'empty';
}

/** How a space stands in what is being picked. */
export interface SpaceState {
  target: boolean;
  movable: boolean;
  picked: boolean;
}

/** A space's whole label: "b 3, Ada's ground, pawn, can move". */
export function spaceWords(
  layout: Layout,
  index: number,
  view: SpaceView,
  state: SpaceState,
  names: readonly string[],
): string {
  const space = layout.spaces[index];
  const zone = space?.zone ?? null;
  const owner = zone === null ? undefined : names[zone];
  const words = [space?.spoken ?? '', ...(owner ? [`${owner}'s ground`] : [])];
  words.push(contentWords(view, layout, names));
  if (state.picked) words.push('picked');
  else if (state.target) words.push('target');
  else if (state.movable) words.push(view.stack?.length ? 'can move' : 'can be picked');
  return words.join(', ');
}

/** What the keys do on a board. */
export const KEYS = 'Arrow keys move, Enter picks, Escape cancels, question mark lists all keys.';

/** What part a space had in the last action. */
export const lastWords = { goal: 'last move here', touched: 'last move from here' };
