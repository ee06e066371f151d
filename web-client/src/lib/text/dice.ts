// Dice texts. Verdicts, alarms and findings in words without jargon.

import type { Alarm, AlarmKind, Verdict } from '../dice/transcript';
import type { Finding } from '../dice/kept';
import type { Flaw } from '../dice/proof';
import { plainSeats, voidRolls } from '../dice/proof';
import type { DiceProof } from '../protocol';
import type { Audience } from './audience';

/** What came of checking a roll, in one sentence without jargon. */
export function verdictWords(verdict: Verdict, { names, me }: Audience): string {
  const { fits, dice, witnessed, mover, waiting, share, seat } = verdict;
  const called = (who: number): string => (who === me ? 'you' : (names[who] ?? 'somebody'));
  if (!fits) return 'Something is wrong with this roll.';
  if (dice === null) {
    const own = seat === me;
    return `${own ? 'You' : called(seat)} lost ${own ? 'your' : 'their'} part of this roll: it does not count.`;
  }
  if (waiting === null && share === null) {
    return 'Matches its seal. Neither player adds anything, so it is the house’s alone.';
  }
  if (!witnessed) return 'Sealed while this page was away, opened now, matches.';
  if (mover === null) return 'Sealed beforehand, opened now, matches.';
  return `Sealed before ${called(mover)} moved, opened now, matches.`;
}

const ALARMS: Record<AlarmKind, string> = {
  seal: 'What the house opened is not what it had sealed.',
  pledge: 'The roller’s part is not the one that was promised.',
  dice: 'These are not the dice that the opened parts give.',
  parts: 'A part of the roll is missing, or there is one too many.',
  seal_changed: 'The house shows another seal than before.',
  pledge_changed: 'What a player had promised is now shown differently.',
  share_changed: 'What a player had given in the open is now shown differently.',
  order: 'Something came before what must come first.',
  lost_order: 'The roll was given up too early, or once too often.',
  regressed: 'The house has gone back to an earlier state of this table.',
  own_share: 'A part was given in your name that is not yours.',
  own_pledge: 'A promise was made in your name that is not yours.',
  own_lost: 'Your part was given up as lost, but not by this browser.',
  own_leave: 'Leave to give a roll up was given in your name, but not by this browser.',
};

/** What all alarms come to: perhaps it was only oneself, elsewhere. */
export function alarmTitle(alarms: readonly Alarm[]): string {
  return alarms.every(isOwn)
    ? 'Something was done in your name.'
    : 'The dice of this table do not add up.';
}

/** What is wrong, in words. Rolls are numbered from 0, as in the records. */
export function alarmWords(alarm: Alarm): string {
  const words = `Roll ${alarm.k}: ${ALARMS[alarm.kind]}`;
  return isOwn(alarm) ? `${words} If that was you on another device, all is well.` : words;
}

function isOwn({ kind }: Alarm): boolean {
  return kind.startsWith('own_');
}

/** What is wrong with a kept record, and where. */
export function flawWords(flaw: Flaw): string {
  if (flaw.kind === 'form') return 'This is no record of dice that can be checked.';
  if (flaw.kind === 'turn') {
    return `Roll ${flaw.k}: The next roll is not of the player whose turn it was then.`;
  }
  return `Roll ${flaw.k}: ${ALARMS[flaw.kind]}`;
}

/** What came of checking a finished game's record, in plain words. */
export function findingWords(finding: Finding, proof: DiceProof): string {
  if (finding.fits) {
    const { witnessed } = finding;
    const known = witnessed === proof.rolls.length ? 'all' : String(witnessed);
    return witnessed > 0
      ? `${fitWords(proof)} This browser knew ${known} of their seals before they were opened.`
      : fitWords(proof);
  }
  if ('flaw' in finding) return flawWords(finding.flaw);
  return finding.differs === 'game'
    ? `Roll ${finding.k}: the record is not of this game.`
    : `Roll ${finding.k}: this is not what this browser saw being sealed.`;
}

/** What a record shows if it fits, in one sentence. */
export function fitWords(proof: DiceProof): string {
  const count = proof.rolls.length;
  const lost = voidRolls(proof);
  const plain = plainSeats(proof).length;
  const rolls = count === 1 ? '1 roll' : `${count} rolls`;
  const voided = lost > 0 ? `, ${lost} of them void because a player had lost their part` : '';
  const trust = ['', ' One player adds nothing to them.', ' No player adds anything to them.'][
    plain
  ];
  return `The dice of this game fit: ${rolls}${voided}.${trust}`;
}
