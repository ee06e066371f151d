// Accessible names. Pieces and spaces of a board in words.

import * as m from 'messages:board';
import type { Layout, Pyramid, Space, SpaceView } from '../protocol';
import { lookUp } from '../language/codes';

/** A piece in short, for tests to read: its size, and whose it is if it has an owner: "3", "2@1". */
export function pieceCode({ size, owner }: Pyramid): string {
  return owner === undefined ? String(size) : `${size}@${owner}`;
}

/** The word by which messages know a piece: what the server calls it, without a gap. */
export function pieceName(layout: Layout, size: number): string {
  return (layout.pieces[size - 1] ?? 'piece').replaceAll(' ', '_');
}

const places: Record<string, (values: { place: string }) => string> = m.places;

/** A space as it is spoken: "c 2", or "safe spot c 2" where it is a special one. */
export function placeWords({ spoken }: Pick<Space, 'spoken'>): string {
  const [, kind = '', place = ''] = /^(.*) (\p{L} \d+)$/u.exec(spoken) ?? [];
  return lookUp(places, kind)?.({ place }) ?? spoken;
}

/** A space within a sentence: "c2". Spoken by itself it is "c 2", lest a letter be taken for a word. */
export function placeName(space: Space | undefined): string {
  return space ? placeWords(space).replace(/^(\p{L}) (\d+)$/u, '$1$2') : '';
}

/** Names a piece: "drone", or "Ada's drone pointing at c 4". An empty name goes without saying. */
export function pieceWords(
  { size, owner, points_at }: Pyramid,
  layout: Layout,
  names: readonly string[],
): string {
  const name = owner === undefined ? '' : (names[owner] ?? m.somebody());
  const called = pieceName(layout, size);
  const piece = name ? m.pieceOf({ piece: called, name }) : m.piece({ piece: called });
  const target = points_at === undefined ? undefined : layout.spaces[points_at];
  return target ? m.pointing({ piece, place: placeWords(target) }) : piece;
}

/** What lies on a space, as it is spoken. */
export function contentWords(view: SpaceView, layout: Layout, names: readonly string[]): string {
  const stack = view.stack ?? [];
  const words = stack.map((piece) => pieceWords(piece, layout, names)).reverse();
  if (words.length > 1) words[0] = m.stack({ piece: words[0] ?? '' });
  if (view.marker === 'root') words.push(m.root());
  if (view.marker === 'null') words.push(m.hole());
  return words.length > 0 ? words.join(', ') : m.empty();
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
  const words = [space ? placeWords(space) : '', ...(owner ? [m.ground({ name: owner })] : [])];
  words.push(contentWords(view, layout, names));
  if (state.picked) words.push(m.picked());
  else if (state.target) words.push(m.target());
  else if (state.movable) words.push(view.stack?.length ? m.canMove() : m.canBePicked());
  return words.join(', ');
}
