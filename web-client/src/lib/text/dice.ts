// Dice texts. Verdicts, alarms and findings in words without jargon.

import * as m from 'messages:dice';
import type { Alarm, Verdict } from '../dice/transcript';
import type { Finding } from '../dice/kept';
import type { Flaw } from '../dice/proof';
import { plainSeats, voidRolls } from '../dice/proof';
import type { DiceProof } from '../protocol';
import type { Audience } from './audience';

/** What came of checking a roll, in one sentence without jargon. */
export function verdictWords(verdict: Verdict, { names, me }: Audience): string {
  const { fits, dice, witnessed, mover, waiting, share, seat } = verdict;
  const called = (seat: number): { who: string; name: string } => ({
    who: seat === me ? 'you' : 'other',
    name: names[seat] ?? m.somebody(),
  });
  if (!fits) return m.wrong();
  if (dice === null) return m.lost(called(seat));
  if (waiting === null && share === null) return m.houseAlone();
  if (!witnessed) return m.unseen();
  return mover === null ? m.beforehand() : m.beforeMove(called(mover));
}

/** What all alarms come to: perhaps it was only oneself, elsewhere. */
export function alarmTitle(alarms: readonly Alarm[]): string {
  return alarms.every(isOwn) ? m.ownTitle() : m.alarmTitle();
}

/** What is wrong, in words. Rolls are numbered from 0, as in the records. */
export function alarmWords(alarm: Alarm): string {
  const words = m.atRoll({ k: alarm.k, what: m.alarm[alarm.kind]() });
  return isOwn(alarm) ? `${words} ${m.perhapsYou()}` : words;
}

function isOwn({ kind }: Alarm): boolean {
  return kind.startsWith('own_');
}

/** What is wrong with a kept record, and where. */
export function flawWords(flaw: Flaw): string {
  if (flaw.kind === 'form') return m.noRecord();
  const what = flaw.kind === 'turn' ? m.otherTurn() : m.alarm[flaw.kind]();
  return m.atRoll({ k: flaw.k, what });
}

/** What came of checking a finished game's record, in plain words. */
export function findingWords(finding: Finding, proof: DiceProof): string {
  if (finding.fits) {
    const { witnessed: count } = finding;
    if (count === 0) return fitWords(proof);
    const known = count === proof.rolls.length ? m.knewAll() : m.knewSome({ count });
    return `${fitWords(proof)} ${known}`;
  }
  if ('flaw' in finding) return flawWords(finding.flaw);
  return finding.differs === 'game' ? m.otherGame(finding) : m.otherSeen(finding);
}

/** What a record shows if it fits, and whom it asks one to trust. */
export function fitWords(proof: DiceProof): string {
  const [count, lost] = [proof.rolls.length, voidRolls(proof)];
  const fits = lost > 0 ? m.fitsButLost({ count, lost }) : m.fits({ count });
  const trust = [null, m.oneAddsNothing, m.noneAdds][plainSeats(proof).length];
  return trust ? `${fits} ${trust()}` : fits;
}
