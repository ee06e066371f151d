// Computer players. Their levels, and how a player is called in a sentence, so that none of them is taken for a person.

import * as m from 'messages:seats';
import { DELETED } from '../protocol';
import type { ComputerSeat, Player } from '../protocol';

/** How strong computers can be: from the one that a child can beat to the best that there is. */
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The level that was chosen last, as it was written down; the lowest where that is none. */
export function levelOf(text: string | null): number {
  const level = Number(text);
  return LEVELS.includes(level) ? level : 1;
}

/** How a person is called: by their name, but for those who were deleted. */
export function personName(name: string): string {
  return name === DELETED ? m.deleted() : name;
}

/** How a player is called where no mark can stand beside the name; several of one level are told apart by their seats. */
export function calledName({ name, computer }: Player, seat?: number): string {
  if (computer === undefined) return personName(name);
  if (seat === undefined) return m.computer({ level: computer });
  return m.computerAt({ level: computer, seat: seat + 1 });
}

/** Computers of that level at every seat but one's own. */
export function computersBeside(own: number, seats: number, level: number): ComputerSeat[] {
  const all = Array.from({ length: seats }, (_, seat) => ({ seat, level }));
  return all.filter(({ seat }) => seat !== own);
}
