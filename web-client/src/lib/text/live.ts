import type { TableInfo, Turn } from '../protocol';
import { seatNames } from '../game/seats';
import { listed } from './reasons';
import { turnWords } from './prompt';

/** Live board label. A game that is going on, told to those who cannot see it: what, who, and whose turn it is. */
export function liveWords(info: TableInfo, title: string, turn: Turn | null): string {
  const names = seatNames(info);
  const told = turn ? turnWords({ turn }, { names, me: null }) : '';
  return [`Watch ${title}: ${listed(names)}.`, told].filter(Boolean).join(' ');
}
