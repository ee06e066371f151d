// Generated from the protocol crate; see protocol/src/typescript.rs.

export const PROTOCOL_VERSION = 1;
export const MAX_NAME = 24;
export const CLOSE_RESTARTING = 1001;
export const CLOSE_BINARY = 1003;
export const CLOSE_TOOBIG = 1009;
export const CLOSE_VERSION = 4001;
export const CLOSE_SILENT = 4002;
export const CLOSE_SLOW = 4003;

export type Choice = { 
/**
 * Stable name, as in records.
 */
value: string, 
/**
 * What a form calls it.
 */
label: string, 
/**
 * One sentence on what it does.
 */
help: string, };

export type CounterInfo = { 
/**
 * What it is called.
 */
label: string, 
/**
 * One sentence on what happens at the limit.
 */
help: string, 
/**
 * The limit.
 */
limit: number, };

export type Decor = { 
/**
 * What it is.
 */
kind: DecorKind, 
/**
 * Where it stands.
 */
centre: [number, number], 
/**
 * Its scale, as a space's.
 */
unit: number, };

export type DecorKind = "mound";

export type Die = { 
/**
 * 1 to 6.
 */
face: number, 
/**
 * Whether it has been used.
 */
spent: boolean, 
/**
 * Whose it is, if it is one seat's alone, as in an opening roll of one die each.
 */
owner?: number, };

export type GameInfo = { 
/**
 * Stable name, as in records: `martian-chess`. Also the name of its rules page.
 */
id: string, 
/**
 * The title of the rules that are played.
 */
title: string, 
/**
 * Who designed it.
 */
designer: string, 
/**
 * One sentence for the lobby.
 */
summary: string, 
/**
 * The fewest seats.
 */
min_seats: number, 
/**
 * The most seats.
 */
max_seats: number, 
/**
 * Its options, in the order a form shows them.
 */
options: Array<OptionInfo>, 
/**
 * Whether dice are rolled.
 */
dice: boolean, 
/**
 * Whether the loser of a game begins the rematch; otherwise its new seat 0 does.
 */
loser_begins: boolean, 
/**
 * How a game can end by its own rules, in the order in which ends are tested.
 */
reasons: Array<ReasonInfo>, 
/**
 * Counts changes of the rules as they are refereed here; a record names the version it was played under.
 */
rules_version: number, };

export type LastAction = { 
/**
 * Who took it.
 */
seat: number, 
/**
 * The spaces it touched, where it began first.
 */
spaces: Array<number>, };

export type Layout = { 
/**
 * The spaces; views name them by their place in this list.
 */
spaces: Array<Space>, 
/**
 * Lines over the spaces: seams between the players' zones.
 */
lines: Array<Line>, 
/**
 * Things that stand on the board and never move.
 */
decor: Array<Decor>, 
/**
 * Where pieces lie that are not on a space; views name them by their place in this list.
 */
trays: Array<TrayInfo>, 
/**
 * Numbers that are shown as they run towards a limit; views give values in this order.
 */
counters: Array<CounterInfo>, 
/**
 * For each seat, how far to turn the board clockwise (degrees) so that this seat sits below.
 */
sides: Array<number>, 
/**
 * For each seat, its team; empty where everyone plays alone.
 */
teams: Array<number>, 
/**
 * What the pieces of size 1, 2 and 3 are called here.
 */
pieces: [string, string, string], 
/**
 * Every token that can stand in an action.
 */
tokens: Array<Token>, };

export type LeaveReason = "resigned" | "timeout" | "abandoned";

export type Line = { 
/**
 * One end.
 */
from: [number, number], 
/**
 * The other end.
 */
to: [number, number], };

export type Marker = "root" | "null";

export type Motion = { "type": "move", 
/**
 * The piece.
 */
piece: Pyramid, 
/**
 * The spaces it passed.
 */
path: Array<number>, } | { "type": "lay", 
/**
 * The piece.
 */
piece: Pyramid, 
/**
 * Where.
 */
space: number, } | { "type": "capture", 
/**
 * The piece.
 */
piece: Pyramid, 
/**
 * Where it stood.
 */
space: number, } | { "type": "merge", 
/**
 * The size that they became.
 */
size: number, 
/**
 * Where.
 */
space: number, } | { "type": "sink", 
/**
 * Where it stood.
 */
space: number, } | { "type": "hit", 
/**
 * The piece.
 */
piece: Pyramid, 
/**
 * Where it stood.
 */
space: number, 
/**
 * Where it went.
 */
tray: TrayKind, } | { "type": "enter", 
/**
 * The piece.
 */
piece: Pyramid, 
/**
 * Where it lay.
 */
tray: TrayKind, 
/**
 * Where it came.
 */
space: number, } | { "type": "exit", 
/**
 * The piece.
 */
piece: Pyramid, 
/**
 * Where it stood.
 */
space: number, 
/**
 * Where it went.
 */
tray: TrayKind, };

export type OptionInfo = { 
/**
 * Stable name, as in records.
 */
name: string, 
/**
 * What a form calls it.
 */
label: string, 
/**
 * One sentence on what it does.
 */
help: string, 
/**
 * What values it takes.
 */
kind: OptionKind, 
/**
 * The seat counts for which another value than the default may be taken; empty for all.
 */
only_seats: Array<number>, };

export type OptionKind = { "type": "switch", 
/**
 * Where it stands if it is left out.
 */
default: boolean, } | { "type": "choices", 
/**
 * What can be chosen.
 */
choices: Array<Choice>, };

export type OptionValue = boolean | string;

export type Outcome = { 
/**
 * One number a seat, in the game's own points.
 */
scores: Array<number>, 
/**
 * One rank a seat, 1 is best; tied seats share a rank and the next rank counts the seats above it.
 */
ranks: Array<number>, 
/**
 * Why it ended.
 */
reason: Reason, };

export type Pyramid = { 
/**
 * 1, 2 or 3.
 */
size: number, 
/**
 * Whose colour it has; none where its place alone tells whose it is.
 */
owner?: number, 
/**
 * The space it points at if it lies on its side; none if it stands.
 */
points_at?: number, };

export type Reason = string;

export type ReasonInfo = { 
/**
 * As it stands in records.
 */
reason: Reason, 
/**
 * One sentence for people on what has happened.
 */
sentence: string, };

export type Shade = "light" | "dark" | "ground";

export type Space = { 
/**
 * Its name in notation.
 */
name: string, 
/**
 * Its name as it is spoken.
 */
spoken: string, 
/**
 * The corners of its polygon, in order.
 */
outline: Array<[number, number]>, 
/**
 * Where a piece stands in it.
 */
centre: [number, number], 
/**
 * The side of a square of the same area: the scale for what stands in it.
 */
unit: number, 
/**
 * Light or dark.
 */
shade: Shade, 
/**
 * The seat whose zone it lies in, for tinting, if any.
 */
zone: number | null, };

export type SpaceView = { 
/**
 * What the space itself has become, if anything.
 */
marker?: Marker, 
/**
 * The pyramids from the bottom up.
 */
stack?: Array<Pyramid>, };

export type Token = { 
/**
 * As it stands in notation.
 */
text: string, 
/**
 * What a button or list calls it.
 */
label: string, 
/**
 * As it is spoken.
 */
spoken: string, } & ({ "type": "space", 
/**
 * Which.
 */
space: number, } | { "type": "piece", 
/**
 * Where it lies.
 */
tray: TrayKind, 
/**
 * Its size.
 */
size: number, } | { "type": "off", 
/**
 * Where the piece goes.
 */
tray: TrayKind, } | { "type": "button", } | { "type": "switch", });

export type TokenKind = { "type": "space", 
/**
 * Which.
 */
space: number, } | { "type": "piece", 
/**
 * Where it lies.
 */
tray: TrayKind, 
/**
 * Its size.
 */
size: number, } | { "type": "off", 
/**
 * Where the piece goes.
 */
tray: TrayKind, } | { "type": "button", } | { "type": "switch", };

export type TrayInfo = { 
/**
 * What it is for. A token that names a tray means the acting seat's tray of that kind.
 */
kind: TrayKind, 
/**
 * Whose it is.
 */
seat: number, 
/**
 * What it is called.
 */
label: string, 
/**
 * Whose colour its pieces have; none where pieces have no owner's colour.
 */
owner: number | null, };

export type TrayKind = "stash" | "captured" | "waiting" | "out";

export type Turn = { "phase": "act", 
/**
 * Which.
 */
seat: number, } | { "phase": "roll", 
/**
 * Whose turn they open.
 */
seat: number, } | { "phase": "over", };

export type View = { 
/**
 * What is on each space, in the layout's order.
 */
spaces: Array<SpaceView>, 
/**
 * How many pyramids of size 1, 2 and 3 lie in each tray, in the layout's order.
 */
trays: Array<[number, number, number]>, 
/**
 * The dice of the turn, in the order rolled.
 */
dice: Array<Die>, 
/**
 * One number a seat.
 */
scores: Array<number>, 
/**
 * Each counter's value, in the layout's order; null while it does not run.
 */
counters: Array<number | null>, 
/**
 * What the game waits for.
 */
turn: Turn, 
/**
 * The actions to mark as the last: of one turn, in order.
 */
last: Array<LastAction>, 
/**
 * The seats that left, the first to leave first.
 */
left: Array<number>, };

export type ViewDiff = { 
/**
 * Spaces by their place in the layout, with all that is on them now.
 */
spaces?: Array<[number, SpaceView]>, 
/**
 * Trays by their place in the layout, with all that is in them now.
 */
trays?: Array<[number, [number, number, number]]>, 
/**
 * The dice.
 */
dice?: Array<Die>, 
/**
 * The scores.
 */
scores?: Array<number>, 
/**
 * The counters.
 */
counters?: Array<number | null>, 
/**
 * What the game waits for.
 */
turn?: Turn, 
/**
 * The actions to mark as the last.
 */
last?: Array<LastAction>, 
/**
 * The seats that left.
 */
left?: Array<number>, };

export type Command = { "type": "ping", } | { "type": "lobby", 
/**
 * Follow or stop.
 */
on: boolean, } | { "type": "create", 
/**
 * The client's own id for this wish: a repeat gets the first answer.
 */
request: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * How many seats.
 */
seats: number, 
/**
 * Options that differ from the default.
 */
options?: Record<string, OptionValue>, 
/**
 * Whether it is reached by its key only.
 */
private?: boolean, 
/**
 * Which seat to take oneself.
 */
seat?: number, } | { "type": "sit", 
/**
 * The table.
 */
table: string, 
/**
 * Which seat; the one reserved for oneself, or else the first free one, if absent.
 */
seat?: number, 
/**
 * A private table's key.
 */
key?: string, } | { "type": "stand", 
/**
 * The table.
 */
table: string, } | { "type": "watch", 
/**
 * The table.
 */
table: string, 
/**
 * The last event already known; a snapshot is sent if absent or out of reach.
 */
since?: number, 
/**
 * A private table's key; who sits there needs none.
 */
key?: string, } | { "type": "unwatch", 
/**
 * The table.
 */
table: string, } | { "type": "act", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the last event that changed the position.
 */
at: number, 
/**
 * The action's notation.
 */
action: string, } | { "type": "roll", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the roll: how many there were at this table before.
 */
k: number, } | { "type": "undo", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the last event that changed the position.
 */
at: number, } | { "type": "resign", 
/**
 * The table.
 */
table: string, } | { "type": "rematch", 
/**
 * The finished table.
 */
table: string, };

export type Envelope = { 
/**
 * The client's own number for this message, below 2^53.
 */
id: number, 
/**
 * What to do.
 */
do: Command, };

export type ErrorCode = "bad_message" | "no_session" | "bad_name" | "bad_game" | "bad_players" | "bad_option" | "bad_seat" | "no_table" | "no_match" | "seat_taken" | "already_seated" | "not_seated" | "not_open" | "not_playing" | "over" | "not_over" | "not_your_turn" | "stale" | "bad_notation" | "illegal" | "wrong_phase" | "nothing_to_undo" | "left" | "bad_query" | "bad_origin" | "not_found" | "bad_method" | "unavailable";

export type Event = { 
/**
 * Its number.
 */
n: number, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * What it changed in the view.
 */
diff?: ViewDiff, 
/**
 * What the pieces did.
 */
motions?: Array<Motion>, } & ({ "type": "sit", 
/**
 * Which.
 */
seat: number, 
/**
 * By whom.
 */
player: Player, } | { "type": "stand", 
/**
 * Which.
 */
seat: number, } | { "type": "start", 
/**
 * Where things are, for the whole game.
 */
layout: Layout, 
/**
 * The first position.
 */
view: View, } | { "type": "act", 
/**
 * Which.
 */
seat: number, 
/**
 * The action's notation.
 */
action: string, } | { "type": "roll", 
/**
 * For which seat's turn.
 */
seat: number, 
/**
 * The number of the roll at this table, from 0.
 */
k: number, 
/**
 * What they show.
 */
dice: [number, number], } | { "type": "undo", 
/**
 * Which.
 */
seat: number, } | { "type": "leave", 
/**
 * Which.
 */
seat: number, 
/**
 * Why.
 */
reason: LeaveReason, } | { "type": "finish", 
/**
 * How.
 */
outcome: Outcome, });

export type EventKind = { "type": "sit", 
/**
 * Which.
 */
seat: number, 
/**
 * By whom.
 */
player: Player, } | { "type": "stand", 
/**
 * Which.
 */
seat: number, } | { "type": "start", 
/**
 * Where things are, for the whole game.
 */
layout: Layout, 
/**
 * The first position.
 */
view: View, } | { "type": "act", 
/**
 * Which.
 */
seat: number, 
/**
 * The action's notation.
 */
action: string, } | { "type": "roll", 
/**
 * For which seat's turn.
 */
seat: number, 
/**
 * The number of the roll at this table, from 0.
 */
k: number, 
/**
 * What they show.
 */
dice: [number, number], } | { "type": "undo", 
/**
 * Which.
 */
seat: number, } | { "type": "leave", 
/**
 * Which.
 */
seat: number, 
/**
 * Why.
 */
reason: LeaveReason, } | { "type": "finish", 
/**
 * How.
 */
outcome: Outcome, };

export type GameState = { 
/**
 * Where things are.
 */
layout: Layout, 
/**
 * The position.
 */
view: View, 
/**
 * The number of the last event that changed it.
 */
at: number, 
/**
 * How many rolls there were: the number of the next.
 */
rolls: number, 
/**
 * The line so far: actions, rolls, undoings and leavings, without differences and motions.
 */
line: Array<Event>, 
/**
 * The result, if it is over.
 */
outcome: Outcome | null, };

export type MatchPage = { 
/**
 * The games.
 */
matches: Array<MatchSummary>, 
/**
 * `?cursor=` of the next page; null at the end.
 */
next: string | null, };

export type MatchRecord = { 
/**
 * The seat that began.
 */
first: number, 
/**
 * The version of the rules it was played under.
 */
rules_version: number, 
/**
 * Everything that changed the position, in order.
 */
line: Array<RecordedMove>, 
/**
 * Its place in the order of finishing, from 1, without gaps.
 */
number: number, 
/**
 * Its table's id: `/games/{id}`.
 */
id: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * The options that were chosen.
 */
options: Record<string, OptionValue>, 
/**
 * Every seat in order.
 */
seats: Array<MatchSeat>, 
/**
 * Why it ended.
 */
reason: Reason, 
/**
 * How many actions it took, those taken back not counted, and leavings.
 */
plies: number, 
/**
 * When it started, in milliseconds since 1970.
 */
started_ms: number, 
/**
 * When it ended, in milliseconds since 1970.
 */
finished_ms: number, };

export type MatchSeat = { 
/**
 * Who sat there.
 */
player: Player, 
/**
 * Its score, in the game's own points.
 */
score: number, 
/**
 * Its rank, 1 is best.
 */
rank: number, };

export type MatchSummary = { 
/**
 * Its place in the order of finishing, from 1, without gaps.
 */
number: number, 
/**
 * Its table's id: `/games/{id}`.
 */
id: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * The options that were chosen.
 */
options: Record<string, OptionValue>, 
/**
 * Every seat in order.
 */
seats: Array<MatchSeat>, 
/**
 * Why it ended.
 */
reason: Reason, 
/**
 * How many actions it took, those taken back not counted, and leavings.
 */
plies: number, 
/**
 * When it started, in milliseconds since 1970.
 */
started_ms: number, 
/**
 * When it ended, in milliseconds since 1970.
 */
finished_ms: number, };

export type Player = { 
/**
 * Stable and public.
 */
id: string, 
/**
 * As they call themselves; not unique.
 */
name: string, };

export type Problem = { 
/**
 * Always `about:blank`: the code tells the kind.
 */
type: string, 
/**
 * The status in words.
 */
title: string, 
/**
 * The HTTP status.
 */
status: number, 
/**
 * Why, for programs.
 */
code: ErrorCode, 
/**
 * Why, for people.
 */
detail: string, };

export type RecordedMove = { 
/**
 * Who.
 */
seat: number, 
/**
 * The action's notation.
 */
action?: string, 
/**
 * The dice that were rolled for it.
 */
roll?: [number, number], 
/**
 * True if it took its last action back.
 */
undo?: boolean, 
/**
 * Why it left, if it did.
 */
left?: LeaveReason, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, };

export type Replay = { 
/**
 * The table.
 */
info: TableInfo, 
/**
 * The events.
 */
events: Array<Event>, };

export type SeatState = { "state": "free", } | { "state": "reserved", 
/**
 * Who may take it.
 */
player: Player, } | { "state": "taken", 
/**
 * Who.
 */
player: Player, };

export type ServerMessage = { "type": "hello", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The version of the server.
 */
server: string, 
/**
 * Who the session says one is; none for somebody who only watches.
 */
player: Player | null, 
/**
 * A client that has nothing to say should ping at least this often, in milliseconds.
 */
ping_every_ms: number, } | { "type": "ok", 
/**
 * The message's id.
 */
id: number, 
/**
 * The table that was made, for `create` and `rematch`.
 */
table?: string, 
/**
 * The seat that was taken, for `create`, `sit` and `rematch`.
 */
seat?: number, 
/**
 * The key of a private table, for `create` and `rematch`.
 */
key?: string, } | { "type": "error", 
/**
 * The message's id; null if it could not be read.
 */
id: number | null, 
/**
 * Why, for programs.
 */
code: ErrorCode, 
/**
 * Why, for people.
 */
message: string, } | { "type": "lobby", 
/**
 * Counts the list's versions.
 */
version: number, 
/**
 * The tables.
 */
tables: Array<TableInfo>, } | { "type": "lobby_diff", 
/**
 * The version that this leads to.
 */
version: number, 
/**
 * Tables that are new or have changed.
 */
set: Array<TableInfo>, 
/**
 * Tables that are no longer listed.
 */
gone: Array<string>, } | { "type": "table", 
/**
 * The number of its last event.
 */
n: number, 
/**
 * The table.
 */
info: TableInfo, 
/**
 * The key of a private table, for who sits there.
 */
key?: string, 
/**
 * The game, once it has started.
 */
game?: GameState, } | { "type": "events", 
/**
 * The table.
 */
table: string, 
/**
 * The events.
 */
events: Array<Event>, } | { "type": "choices", 
/**
 * The table.
 */
table: string, 
/**
 * The position this is for: what `act` quotes.
 */
at: number, 
/**
 * Every legal action.
 */
actions: Array<string>, 
/**
 * Those that end the turn but not the game, in games with dice; in the others every action ends the turn,
 * and the list is empty.
 */
ends: Array<string>, 
/**
 * Whether an action of this turn can be taken back.
 */
undo: boolean, } | { "type": "rematch", 
/**
 * The finished table.
 */
table: string, 
/**
 * The new one.
 */
next: string, };

export type Session = { 
/**
 * Oneself; null without a session.
 */
player: Player | null, 
/**
 * The token, given once to programs that asked for it.
 */
token?: string, };

export type SessionRequest = { 
/**
 * The name.
 */
name: string, 
/**
 * Programs ask for a bearer token; browsers get a cookie that scripts cannot read.
 */
bearer?: boolean, };

export type TableInfo = { 
/**
 * Its address: `/t/{id}`. Public; a private table wants its key besides.
 */
id: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * The options that were chosen.
 */
options: Record<string, OptionValue>, 
/**
 * Every seat in order.
 */
seats: Array<SeatState>, 
/**
 * The seat that begins.
 */
first: number, 
/**
 * Whether only those with the key find it.
 */
private: boolean, 
/**
 * Where it stands.
 */
status: TableStatus, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, 
/**
 * The table it is a rematch of.
 */
rematch_of: string | null, 
/**
 * Its own rematch, once someone asked for it.
 */
rematch: string | null, };

export type TableStatus = "open" | "playing" | "finished";
