import type { GameInfo, Reason } from '../protocol';

/** Match filter. Which finished games one asks to see. */
export interface MatchFilter {
  game?: string;
  seats?: number;
  rated?: boolean;
  reason?: Reason;
  /** Whose games. */
  player?: string;
  /** Against whom; only with a player. */
  opponent?: string;
  /** How they went for that player. */
  result?: MatchResult;
}

export type MatchResult = 'won' | 'drawn' | 'lost';

/** What a game may be for, as tables and finished games are chosen by it. */
export const STAKES = [
  [true, 'Rated'],
  [false, 'Casual'],
] as const;

const RESULTS: readonly MatchResult[] = ['won', 'drawn', 'lost'];

/** What a page's address asks to see; what makes no sense is passed over. */
export function readMatchFilter(search: string): MatchFilter {
  const query = new URLSearchParams(search);
  const text = (name: string): string | null => query.get(name) || null;
  const [game, reason, opponent] = [text('game'), text('reason'), text('opponent')];
  const seats = query.get('seats') ?? '';
  const result = RESULTS.find((one) => one === query.get('result'));
  const rated = query.get('rated') ?? '';
  return {
    ...(game ? { game } : {}),
    ...(/^[1-9]$/.test(seats) ? { seats: Number(seats) } : {}),
    ...(/^(true|false)$/.test(rated) ? { rated: rated === 'true' } : {}),
    ...(reason ? { reason } : {}),
    ...(opponent ? { opponent } : {}),
    ...(result ? { result } : {}),
  };
}

/** The part of an address from the question mark on; nothing if one wants to see all. */
export function writeMatchFilter(filter: MatchFilter): string {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `?${query}` : '';
}

/** The same with one thing changed; what is not said leaves nothing out. */
export function changed<F extends object, K extends keyof F>(
  filter: F,
  what: K,
  value: F[K] | undefined,
): F {
  const { [what]: _, ...others } = filter;
  return (value === undefined ? others : { ...others, [what]: value }) as F;
}

/** How games end, whichever they are. */
const ENDINGS: readonly [reason: Reason, label: string][] = [
  ['resigned', 'Resigned'],
  ['timeout', 'Out of time'],
  ['abandoned', 'Left the table'],
  ['agreed', 'Draw agreed'],
];

/** Why games can have ended: those of all games, and those of one's own. */
export function endings(game: GameInfo | undefined): readonly (readonly [Reason, string])[] {
  const own = (game?.reasons ?? []).map(
    ({ reason, sentence }) => [reason, sentence.replace(/\.$/, '')] as const,
  );
  return [...own, ...ENDINGS.filter(([reason]) => !own.some(([known]) => known === reason))];
}

/** So many seats as there can be, of the game or of any. */
export function seatCounts(all: readonly GameInfo[], game: GameInfo | undefined): number[] {
  const some = game ? [game] : all;
  const least = Math.min(...some.map((one) => one.min_seats));
  const most = Math.max(...some.map((one) => one.max_seats));
  return some.length > 0 ? Array.from({ length: most - least + 1 }, (_, n) => least + n) : [];
}
