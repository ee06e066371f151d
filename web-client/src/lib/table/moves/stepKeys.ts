import { around } from '../../replay/stops';

/**
 * Keyboard shortcuts of a replay. Which step a key asks for; null if it asks for none. Keys for
 * fields and the board are theirs.
 */
export function stepKey(
  event: KeyboardEvent,
  ply: number,
  stops: readonly number[],
): number | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target as Element | null;
  if (target?.closest?.('input, textarea, select, dialog')) return null;
  const { back, forward } = around(stops, ply);
  const to: Record<string, number | null | undefined> = {
    ArrowLeft: back,
    ArrowRight: forward,
    Home: stops[0],
    End: stops.at(-1),
  };
  const wanted = to[event.key] ?? null;
  return wanted === ply ? null : wanted;
}
