/** Which step a key asks for; null if it asks for none. Keys for fields and the board are theirs. */
export function stepKey(event: KeyboardEvent, ply: number, plies: number): number | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target as Element | null;
  if (target?.closest?.('input, textarea, select, dialog')) return null;
  const to: Record<string, number> = {
    ArrowLeft: ply - 1,
    ArrowRight: ply + 1,
    Home: 0,
    End: plies,
  };
  const wanted = to[event.key];
  return wanted === undefined || wanted < 0 || wanted > plies || wanted === ply ? null : wanted;
}
