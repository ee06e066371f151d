// Offer texts. What players ask of each other.

import type { OfferKind, OpenOffer } from '../protocol';
import { listed } from './reasons';
import type { Audience } from './audience';

/** What is asked: of oneself after "You", of others after their name. */
const ASKS: Record<OfferKind, [own: string, theirs: string]> = {
  draw: ['offer a draw', 'offers a draw'],
  takeback: ['ask to take your last turn back', 'asks to take their last turn back'],
  pause: ['ask for a pause', 'asks for a pause'],
  lost: [
    'ask to be forgiven another lost share: this roll would be void',
    'has lost their share of the dice again, and asks you to let this roll be void',
  ],
};

/** What somebody asks of the others, as a sentence. */
export function askWords({ seat, what }: { seat: number; what: OfferKind }, to: Audience): string {
  const [own, theirs] = ASKS[what];
  return seat === to.me ? `You ${own}.` : `${to.names[seat] ?? 'Somebody'} ${theirs}.`;
}

/** Whose answer an offer still waits for: all who are in the game, but for who offered and who agreed. */
export function awaited(offer: OpenOffer, seats: number, left: readonly number[]): number[] {
  const said = [offer.seat, ...offer.agreed, ...left];
  return Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !said.includes(seat));
}

/** Who is waited for, as a sentence. */
export function waitingWords(seats: readonly number[], { names, me }: Audience): string {
  const others = seats.filter((seat) => seat !== me).map((seat) => names[seat] ?? 'somebody');
  return others.length > 0 ? `Waiting for ${listed(others)}.` : '';
}
