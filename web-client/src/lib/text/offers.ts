// Offer texts. What players ask of each other.

import type { ComputerSeat, OfferKind, OpenOffer } from '../protocol';
import { listed } from './reasons';
import type { Audience } from './audience';

/** Something that is asked, and by whom. */
interface Asked {
  seat: number;
  what: OfferKind;
  computer?: ComputerSeat | undefined;
}

/** What is asked: of oneself after "You", of others after their name. */
const ASKS: Record<Exclude<OfferKind, 'computer'>, [own: string, theirs: string]> = {
  draw: ['offer a draw', 'offers a draw'],
  takeback: ['ask to take your last turn back', 'asks to take their last turn back'],
  pause: ['ask for a pause', 'asks for a pause'],
  analysis: [
    'ask to have the game so far analysed, for all to see',
    'asks to have the game so far analysed, for all to see',
  ],
  lost: [
    'ask to be forgiven another lost share: this roll would be void',
    'has lost their share of the dice again, and asks you to let this roll be void',
  ],
};

/** What is asked: of oneself after "You", of others after their name. */
function asks({ what, computer }: Asked, { names, me }: Audience): [own: string, theirs: string] {
  if (what !== 'computer') return ASKS[what];
  const seat = computer?.seat ?? -1;
  const whose = seat === me ? 'you' : (names[seat] ?? 'somebody');
  const words = `a computer (level ${computer?.level ?? 0}) to play on for ${whose}`;
  return [`ask for ${words}`, `asks for ${words}`];
}

/** What somebody asks of the others, as a sentence. */
export function askWords(asked: Asked, to: Audience): string {
  const { seat } = asked;
  const [own, theirs] = asks(asked, to);
  return seat === to.me ? `You ${own}.` : `${to.names[seat] ?? 'Somebody'} ${theirs}.`;
}

/** Whose answer an offer still waits for: all who are in the game, but for who offered, who agreed, and whose seat it is about. */
export function awaited(offer: OpenOffer, seats: number, left: readonly number[]): number[] {
  const about = offer.computer ? [offer.computer.seat] : [];
  const said = [offer.seat, ...offer.agreed, ...about, ...left];
  return Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !said.includes(seat));
}

/** Who is waited for, as a sentence. */
export function waitingWords(seats: readonly number[], { names, me }: Audience): string {
  const others = seats.filter((seat) => seat !== me).map((seat) => names[seat] ?? 'somebody');
  return others.length > 0 ? `Waiting for ${listed(others)}.` : '';
}
