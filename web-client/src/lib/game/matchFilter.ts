import type { GameInfo, Reason } from '../protocol';
import { endWords } from './ends';
import { readCommonFilter, writeQuery } from './filterQuery';
import type { CommonFilter } from './filterQuery';

/** Match filter. Which finished games one asks to see. */
export interface MatchFilter extends CommonFilter {
  reason?: Reason;
  /** Whether computers played in them. */
  computers?: boolean;
  /** Whose games. */
  player?: string;
  /** Against whom; only with a player. */
  opponent?: string;
  /** How they went for that player. */
  result?: MatchResult;
}

export type MatchResult = 'won' | 'drawn' | 'lost';

const RESULTS: readonly MatchResult[] = ['won', 'drawn', 'lost'];

/** What a page's address asks to see; what makes no sense is passed over. */
export function readMatchFilter(search: string): MatchFilter {
  const query = new URLSearchParams(search);
  const [reason, opponent] = [query.get('reason'), query.get('opponent')];
  const computers = query.get('computers') ?? '';
  const result = RESULTS.find((one) => one === query.get('result'));
  return {
    ...readCommonFilter(query),
    ...(/^(true|false)$/.test(computers) ? { computers: computers === 'true' } : {}),
    ...(reason ? { reason } : {}),
    ...(opponent ? { opponent } : {}),
    ...(result ? { result } : {}),
  };
}

/** The part of an address from the question mark on; nothing if one wants to see all. */
export function writeMatchFilter(filter: MatchFilter): string {
  return writeQuery(filter);
}

/** The choice of who plays in them. */
export const COMPANY_CHOICE = {
  label: 'People or computers',
  all: 'Any company',
  options: [
    [false, 'Among people'],
    [true, 'With computers'],
  ],
} as const;

/** How games end, whichever they are. */
const ENDINGS: readonly [reason: Reason, label: string][] = [
  ['resigned', 'Resigned'],
  ['timeout', 'Out of time'],
  ['abandoned', 'Left the table'],
  ['agreed', 'Draw agreed'],
];

/** Why games can have ended: those of all games, and those of one's own. */
export function endings(game: GameInfo | undefined): readonly (readonly [Reason, string])[] {
  const own = !game
    ? []
    : game.reasons.map((one) => [one.reason, endWords(game, one).replace(/\.$/, '')] as const);
  return [...own, ...ENDINGS.filter(([reason]) => !own.some(([known]) => known === reason))];
}
