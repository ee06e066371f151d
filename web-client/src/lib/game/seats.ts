// Seats. Who sits where, and what is free.

import * as m from 'messages:seats';
import type { Player, SeatState, TableInfo, Turn } from '../protocol';
import { calledName } from './computers';

/** What seats are called where nobody sits: by their colours. */
export const SEAT_COLOURS: readonly string[] = Object.values(m.colours).map((word) => word());

/** How each seat is called in sentences: by whoever sits there, or by a word for an empty one. */
export function seatNames(info: TableInfo): string[] {
  const names = info.seats.map((seat, index) => seatName(seat, index));
  // The same computer may sit at several seats.
  return names.map((name, index) => {
    const player = sitterOf(info.seats[index]);
    const isOnly = names.indexOf(name) === names.lastIndexOf(name);
    return !player || isOnly ? name : calledName(player, index);
  });
}

function seatName(seat: SeatState, index: number): string {
  const player = sitterOf(seat);
  return player ? calledName(player) : m.seat({ number: index + 1 });
}

/** Whoever sits in a seat, or for whom it is kept; null for nobody. */
export function sitterOf(seat: SeatState | undefined): Player | null {
  return seat === undefined || seat.state === 'free' ? null : seat.player;
}

/** The level of the computer in a seat; null where none sits. */
export function computerAt(info: TableInfo, seat: number): number | null {
  return sitterOf(info.seats[seat])?.computer ?? null;
}

/** Whether computers sit at a table. */
export function hasComputers(info: TableInfo): boolean {
  return info.seats.some((_, seat) => computerAt(info, seat) !== null);
}

/** Whether there are computers at all seats but one's own. */
export function meetsComputersOnly(info: TableInfo, me: number | null): boolean {
  return info.seats.every((_, seat) => seat === me || computerAt(info, seat) !== null);
}

/** A table where a seat stands so. */
export function withSeat(info: TableInfo, seat: number, state: SeatState): TableInfo {
  return { ...info, seats: info.seats.with(seat, state) };
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

/** What belongs to these seats, in their order, of what belongs to all. */
export function seatsKept<T>(all: readonly T[], stay: readonly number[]): T[] {
  return stay.flatMap((seat) => (seat < all.length ? [all[seat] as T] : []));
}

/** A table where only these seats stay, numbered anew. Ratings of two do not count for more, nor the other way round. */
export function withFewerSeats(info: TableInfo, stay: readonly number[]): TableInfo {
  const first = Math.max(0, stay.indexOf(info.first));
  const changesPool = (stay.length === 2) !== (info.seats.length === 2);
  const seats = seatsKept(info.seats, stay).map((seat) => (changesPool ? unrated(seat) : seat));
  return { ...info, seats, first };
}

/** The seat of the computer that is to act; null if it is somebody's, or nobody's any more. */
export function thinkerOf(info: TableInfo, turn: Turn): number | null {
  const isOn = info.status === 'playing' && turn.phase === 'act';
  return isOn && computerAt(info, turn.seat) !== null ? turn.seat : null;
}
