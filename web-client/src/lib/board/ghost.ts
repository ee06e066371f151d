// Ghost. What a click would bring onto the board, before it does.

import type { Layout, Marker, Pyramid, View } from '../protocol';
import type { Picker } from './picker.svelte';

/** A piece, or what a space would become, where it would be. */
export type Ghost = { space: number } & ({ piece: Pyramid } | { marker: Marker });

/** What picking the space that is pointed at would lay, move or make; null if nothing, or nothing yet. */
export function ghost(
  picker: Picker,
  layout: Layout,
  view: View,
  pointed: number | null,
): Ghost | null {
  const space = (text: string | undefined): number | null => {
    const token = picker.plan.tokens.get(text ?? '');
    return token?.type === 'space' ? token.space : null;
  };
  const token = layout.tokens.find((one) => one.type === 'space' && one.space === pointed)?.text;
  const isTarget = token !== undefined && picker.isTarget(token);
  const place = space(picker.picked[0]);
  if (picker.sizes.length > 0 && picker.size !== null) {
    const owner = ownerOf(layout, view);
    const lying = (at: number, target: number | null): Ghost => ({
      space: at,
      piece: {
        size: picker.size ?? 1,
        ...(owner === null ? {} : { owner }),
        ...(target === null ? {} : { points_at: target }),
      },
    });
    if (place !== null) {
      return picker.picked.length > 1 ? lying(place, isTarget ? pointed : null) : null;
    }
    if (pointed === null || token === undefined || !picker.isOpening(token)) return null;
    return lying(pointed, space(picker.onlyTarget(token) ?? undefined));
  }
  if (pointed === null || !isTarget) return null;
  if (place === null) {
    const [ask] = view.asks;
    if (ask?.ask === 'hole') return { space: pointed, marker: 'null' };
    return ask?.ask === 'root' || ask?.ask === 'root_beside'
      ? { space: pointed, marker: 'root' }
      : null;
  }
  const piece = view.spaces[place]?.stack?.at(-1);
  return piece ? { space: pointed, piece } : null;
}

/** Whose colour the pieces have that the seat to act lays. */
function ownerOf(layout: Layout, view: View): number | null {
  const seat = view.turn.phase === 'over' ? null : view.turn.seat;
  return layout.trays.find((tray) => tray.kind === 'stash' && tray.seat === seat)?.owner ?? null;
}
