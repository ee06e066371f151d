// Seats. Who sits where, and what is free.

import type { SeatState, TableInfo } from '../protocol';

/** Who sits in each seat; a word for the empty ones. */
export function seatNames(info: TableInfo): string[] {
  return info.seats.map((seat, index) => seatName(seat, index));
}

function seatName(seat: SeatState, index: number): string {
  return seat.state === 'free' ? `Seat ${index + 1}` : seat.player.name;
}

/** The seat that a player has taken; null for none. */
export function seatOf(info: TableInfo, player: string | undefined): number | null {
  const index = info.seats.findIndex((seat) => seat.state === 'taken' && seat.player.id === player);
  return player === undefined || index < 0 ? null : index;
}

/** The seat that is kept for a player; null for none. */
export function reservedFor(info: TableInfo, player: string | undefined): number | null {
  const index = info.seats.findIndex(
    (seat) => seat.state === 'reserved' && seat.player.id === player,
  );
  return player === undefined || index < 0 ? null : index;
}

/** How many seats nobody has taken yet. */
export function freeSeats(info: TableInfo): number {
  return info.seats.filter((seat) => seat.state !== 'taken').length;
}

/** The seats in the order in which they are met going round from one's own. */
export function round(seats: number, from: number): number[] {
  return Array.from({ length: seats }, (_, index) => (from + index) % seats);
}

/** A seat without the rating that its player sat down with. */
export function unrated(seat: SeatState): SeatState {
  return seat.state === 'taken' ? { state: 'taken', player: seat.player } : seat;
}
