// Appearance. Puts what was chosen where style sheets see it: on the root element.

import { address } from '../net/address';
import type { Settings } from '../preferences';

/** For the server, which has the page come in these colours from its first byte on; for a year. */
function keepScheme({ scheme }: Settings): void {
  const age = scheme === 'system' ? 0 : 31_536_000;
  document.cookie = `cydonia_scheme=${scheme}; path=${address('./').pathname}; max-age=${age}; samesite=lax`;
}

/** Shows the page as it was chosen. Resolves when all that it takes is there. */
export async function show(settings: Settings): Promise<void> {
  const { scheme, motion, board, pieces } = settings;
  const isHigh = settings.contrast === 'high' || matchMedia('(prefers-contrast: more)').matches;
  const root = document.documentElement;
  for (const [name, value, usual] of [
    ['theme', scheme, 'system'],
    ['motion', motion, 'system'],
    ['board', board, 'sandstone'],
    ['pieces', pieces, 'enamel'],
    ['contrast', isHigh ? 'high' : '', ''],
  ] as const) {
    if (value === usual) root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
  }
  keepScheme(settings);
  const { board: other, pieces: others, contrast } = root.dataset;
  if (other || others || contrast) await import('./themes');
}
