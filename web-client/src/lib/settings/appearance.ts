// Appearance. Puts what was chosen where style sheets see it: on the root element.

import { address } from '../net/address';
import type { Settings } from '../preferences';

/** For the server, which has the page come like that from its first byte on; for a year. */
export function keepCookie(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : 31_536_000;
  document.cookie = `${name}=${value ?? ''}; path=${address('./').pathname}; max-age=${age}; samesite=lax`;
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
  keepCookie('cydonia_scheme', scheme === 'system' ? undefined : scheme);
  const { board: other, pieces: others, contrast } = root.dataset;
  if (other || others || contrast) await import('./themes');
}
