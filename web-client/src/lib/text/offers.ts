// Offer texts. What players ask of each other.

import * as m from 'messages:table';
import type { ComputerSeat, OfferKind, OpenOffer } from '../protocol';
import { listed } from './reasons';
import type { Audience } from './audience';

/** Something that is asked, and by whom. */
interface Asked {
  seat: number;
  what: OfferKind;
  computer?: ComputerSeat | undefined;
}

/** What somebody asks of the others, as a sentence. */
export function askWords({ seat, what, computer }: Asked, { names, me }: Audience): string {
  const said = { who: seat === me ? 'you' : 'other', name: names[seat] ?? m.somebody() };
  if (what !== 'computer') return m.asks[what](said);
  const left = computer?.seat ?? -1;
  return m.asks.computer({
    ...said,
    level: computer?.level ?? 0,
    whose: left === me ? 'you' : 'other',
    player: names[left] ?? m.someone(),
  });
}

/** Whose answer an offer still waits for: all who are in the game, but for who offered, who agreed, and whose seat it is about. */
export function awaited(offer: OpenOffer, seats: number, left: readonly number[]): number[] {
  const about = offer.computer ? [offer.computer.seat] : [];
  const said = [offer.seat, ...offer.agreed, ...about, ...left];
  return Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !said.includes(seat));
}

/** Who is waited for, as a sentence. */
export function waitingWords(seats: readonly number[], { names, me }: Audience): string {
  const others = seats.filter((seat) => seat !== me).map((seat) => names[seat] ?? m.someone());
  return others.length > 0 ? m.waitingFor({ names: listed(others) }) : '';
}
