// Chat store. What was said at a table, room by room, and how far it has been read.

import type { ChatLine, Player, Room, ServerMessage, TableStatus } from '../protocol';
import { Publisher } from '../publisher';

/** So many lines are kept of a room; the server tells no more to whoever comes. */
const KEPT = 200;

/** What was said in one room, and how far it has been read. */
class RoomStore {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** The number of the last line that was seen. */
  read = $state(0);

  /** Takes lines in; the result are those that are new. */
  take(lines: readonly ChatLine[]): ChatLine[] {
    const last = this.lines.at(-1);
    const fresh = lines.filter((line) => !last || line.n > last.n);
    if (fresh.length > 0) this.lines = [...this.lines, ...fresh].slice(-KEPT);
    return fresh;
  }

  get last(): number {
    return this.lines.at(-1)?.n ?? 0;
  }
}

/** The rooms of a table that somebody hears: players are told what watchers said once all is over. */
export function roomsOf(seat: number | null, status: TableStatus): readonly Room[] {
  if (seat === null) return ['watchers'];
  return status === 'finished' || status === 'aborted' ? ['players', 'watchers'] : ['players'];
}

/** What is said at a table. */
export class ChatStore {
  readonly players = new RoomStore();
  readonly watchers = new RoomStore();
  /** What one has typed and not sent, room by room: it outlasts whatever is folded away. */
  drafts = $state<Record<Room, string>>({ players: '', watchers: '' });
  /** Whether what was said before has come: all that follows is new. */
  private settled = false;

  /** Each line as it is said, for speech; not what one was told afterwards. */
  readonly said = new Publisher<[line: ChatLine, room: Room]>();

  /** Takes in what was said. */
  hear({ room, lines }: Extract<ServerMessage, { type: 'chat' }>): void {
    const fresh = this[room].take(lines);
    const [only] = fresh;
    if (!this.settled) this.see(room);
    else if (lines.length === 1 && only) this.said.publish(only, room);
  }

  /** What was said before one came has been told by now. */
  settle(): void {
    this.settled = true;
  }

  /** All in this room has been seen. */
  see(room: Room): void {
    this[room].read = this[room].last;
  }

  /** How many lines of others one has not seen; of those who are muted none count. */
  unseen(room: Room, me: string | undefined, isMuted: (player: Player) => boolean): number {
    const { lines, read } = this[room];
    return lines.filter(({ n, player }) => n > read && player.id !== me && !isMuted(player)).length;
  }
}
