import { advantage as sentences } from 'messages:home';
import type { SeatAdvantage } from '../protocol';

/** Seat advantage. How many of a hundred games are won from each seat, as a sentence for those who are about to play. */
export function advantageWords({ seats, only, wins, sentence }: SeatAdvantage): string {
  const [first = 0, second = 0, third = 0] = wins;
  if (seats === 2) return only ? sentences.twoSetUp({ first }) : sentences.two({ first });
  // More seats have no sentence here yet.
  return seats === 3 && !only ? sentences.three({ first, second, third }) : sentence;
}
