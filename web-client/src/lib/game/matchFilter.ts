import * as m from 'messages:filters';
import type { Reason } from '../protocol';
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
  /** A position that stood in them, by its key or its text. */
  position?: string;
}

export type MatchResult = 'won' | 'drawn' | 'lost';

const RESULTS: readonly MatchResult[] = ['won', 'drawn', 'lost'];

/** What a page's address asks to see; what makes no sense is passed over. */
export function readMatchFilter(search: string): MatchFilter {
  const query = new URLSearchParams(search);
  const [reason, opponent] = [query.get('reason'), query.get('opponent')];
  const position = query.get('position');
  const computers = query.get('computers') ?? '';
  const result = RESULTS.find((one) => one === query.get('result'));
  return {
    ...readCommonFilter(query),
    ...(/^(true|false)$/.test(computers) ? { computers: computers === 'true' } : {}),
    ...(reason ? { reason } : {}),
    ...(opponent ? { opponent } : {}),
    ...(result ? { result } : {}),
    ...(position ? { position } : {}),
  };
}

/** The part of an address from the question mark on; nothing if one wants to see all. */
export function writeMatchFilter(filter: MatchFilter): string {
  return writeQuery(filter);
}

/** The choice of who plays in them. */
export function companyChoice() {
  const options = [
    [false, m.people()],
    [true, m.computers()],
  ] as const;
  return { label: m.company(), all: m.anyCompany(), options };
}
