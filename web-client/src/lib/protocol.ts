// Generated from the protocol crate; see protocol/src/typescript.rs.

export const PROTOCOL_VERSION = 1;
export const MAX_NAME = 24;
export const MIN_PASSWORD = 8;
export const MAX_TEXT = 200;
export const MAX_NOTE = 500;
export const MAX_ABOUT = 500;
export const MAX_SIDE_LINE = 100;
/** What they are called who were deleted, and nobody else. */
export const DELETED = 'deleted player';
export const LISTED_GAMES = 10;
export const LISTED_IDLE_DAYS = 90;
export const PROVISIONAL = 110;
export const CLOSE_RESTARTING = 1001;
export const CLOSE_MALFORMED = 1002;
export const CLOSE_BINARY = 1003;
export const CLOSE_NOTTEXT = 1007;
export const CLOSE_TOOBIG = 1009;
export const CLOSE_VERSION = 4001;
export const CLOSE_SILENT = 4002;
export const CLOSE_SLOW = 4003;
export const CLOSE_FLOOD = 4004;
export const CLOSE_ENDED = 4005;

export type Ask = { "ask": "choose", } | { "ask": "roll", } | { "ask": "roll_for_start", } | { "ask": "roll_again_for_start", 
/**
 * What both showed.
 */
die: number, } | { "ask": "roll_as_winner", 
/**
 * Who won it.
 */
seat: number, 
/**
 * Their die.
 */
high: number, 
/**
 * The other's.
 */
low: number, } | { "ask": "piece", } | { "ask": "piece_by_die", 
/**
 * The dice left, ascending.
 */
dice: Array<number>, } | { "ask": "piece_up_to_die", 
/**
 * The dice left, ascending.
 */
dice: Array<number>, } | { "ask": "goal", } | { "ask": "hole", } | { "ask": "root", } | { "ask": "root_beside", } | { "ask": "build", } | { "ask": "size", } | { "ask": "aim", } | { "ask": "end_all_used", } | { "ask": "end_stuck", } | { "ask": "pass", } | { "ask": "pass_both_dice", };

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
 * Where it is.
 */
centre: [number, number], 
/**
 * Its scale, as a space's.
 */
unit: number, } & ({ "kind": "mound", } | { "kind": "arrow", 
/**
 * Where it points, in degrees clockwise from the right.
 */
heading: number, 
/**
 * The seat whose pieces alone go this way; none if all do.
 */
seat: number | null, });

export type DecorKind = { "kind": "mound", } | { "kind": "arrow", 
/**
 * Where it points, in degrees clockwise from the right.
 */
heading: number, 
/**
 * The seat whose pieces alone go this way; none if all do.
 */
seat: number | null, };

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
 * Whose it is: the seat's whose turn the roll opened; in an opening roll of one die each, either seat's.
 */
seat: number, };

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
 * What the scores count; none where the game has no scores, and all of them are 0.
 */
score: ScoreInfo | null, 
/**
 * Whether dice are rolled.
 */
dice: boolean, 
/**
 * Whether the loser of a game begins the rematch; otherwise its new seat 0 does.
 */
loser_begins: boolean, 
/**
 * The set-ups in which the seats are known to have unequal chances; of the others nothing such is known.
 */
advantages: Array<SeatAdvantage>, 
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
 * Things on the board that never move.
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

export type Objection = { "objection": "not_now", } | { "objection": "empty", } | { "objection": "others_ground", 
/**
 * The piece's size.
 */
size: number, 
/**
 * Whose ground it is.
 */
seat: number, } | { "objection": "others_piece", 
/**
 * The piece's size.
 */
size: number, 
/**
 * Whose it is.
 */
seat: number, } | { "objection": "stuck", 
/**
 * Its size.
 */
size: number, } | { "objection": "own_piece", } | { "objection": "merged_size_taken", 
/**
 * The size that they would become.
 */
size: number, } | { "objection": "merged_too_large", } | { "objection": "stride", 
/**
 * The piece's size.
 */
size: number, } | { "objection": "blocked", } | { "objection": "rejection", } | { "objection": "occupied", } | { "objection": "hole", } | { "objection": "splits_board", } | { "objection": "root_apart", } | { "objection": "nothing_beside", } | { "objection": "none_left", 
/**
 * The size.
 */
size: number, } | { "objection": "not_beside", } | { "objection": "nothing_to_point_at", } | { "objection": "one_step", } | { "objection": "not_by_die", 
/**
 * The dice left, ascending.
 */
dice: Array<number>, } | { "objection": "too_far", 
/**
 * The dice left, ascending.
 */
dice: Array<number>, } | { "objection": "other_column", } | { "objection": "not_smaller", } | { "objection": "other_die_stuck", 
/**
 * The other die.
 */
die: number, } | { "objection": "undoes", } | { "objection": "dice_used", } | { "objection": "dice_left", } | { "objection": "must_move", } | { "objection": "others_spot", 
/**
 * Whose.
 */
seat: number, } | { "objection": "defended", } | { "objection": "onto_smaller", } | { "objection": "empty_space", } | { "objection": "out_in_order", 
/**
 * That size.
 */
next: number, };

export type OnlyChoices = { 
/**
 * The option's name.
 */
option: string, 
/**
 * The choices.
 */
values: Array<string>, };

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

export type ScoreChange = { 
/**
 * What each seat's score goes up by, or down.
 */
change: Array<number>, 
/**
 * The actions, by their places in the sorted list of all that are legal.
 */
actions: Array<number>, };

export type ScoreInfo = { 
/**
 * What stands beside the number, in one or two words: "penalty".
 */
label: string, 
/**
 * One sentence on what it is good for.
 */
help: string, };

export type SeatAdvantage = { 
/**
 * With so many seats.
 */
seats: number, 
/**
 * Where an option of choices stands so, given or by default; null if that does not matter.
 */
only: OnlyChoices | null, 
/**
 * Of a hundred games between equally strong players so many were won from each seat, in the order of play.
 */
wins: Array<number>, 
/**
 * One sentence for people who are about to play.
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
 * What is asked for that: with the first token of an action, and with each that follows it. Where an action has more
 * tokens than there are entries, the last goes on. None once the game is over.
 */
asks: Array<Ask>, 
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
 * What is asked for that.
 */
asks?: Array<Ask>, 
/**
 * The actions to mark as the last.
 */
last?: Array<LastAction>, 
/**
 * The seats that left.
 */
left?: Array<number>, };

export type Bytes32 = string;

export type AnalysedPosition = { 
/**
 * How many entries of the game's `line` came before: what was done is the next one.
 */
step: number, 
/**
 * Of a game that is on: the number of the event that was done.
 */
n?: number, 
/**
 * The seat that acted.
 */
seat: number, 
/**
 * What the position was worth to each seat.
 */
values: Array<number>, 
/**
 * What was done, in notation.
 */
action: string, 
/**
 * What the position after it was worth to the seat that acted; never more than before.
 */
value: number, 
/**
 * How much of the victory that gave away.
 */
loss: number, 
/**
 * How it might have gone on, up to the next roll; the first of these is the best action. In a game that is on it ends where
 * the game stands.
 */
line: Array<LineMove>, };

export type AnalysisProgress = { 
/**
 * Positions that were looked at.
 */
done: number, 
/**
 * All there are; 0 while the game is still to be read.
 */
all: number, 
/**
 * Whether it can be read now.
 */
ready: boolean, 
/**
 * Of a game that is on: the number of the event by which all allowed it.
 */
until?: number, };

export type AuditEntry = { 
/**
 * Its number.
 */
number: number, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * Which moderator.
 */
by: Player, 
/**
 * What they did.
 */
action: ModeratorAction, 
/**
 * Whom it is about, if that is a player.
 */
player?: Player, 
/**
 * Whom it is about, if that is a range of addresses; empty if that is the one of the player, or once it is forgotten.
 */
addresses?: string, 
/**
 * When what was imposed was to end, in milliseconds since 1970, unless it was for ever.
 */
until_ms?: number, 
/**
 * The reason or the note.
 */
text?: string, };

export type AuditPage = { 
/**
 * The entries.
 */
entries: Array<AuditEntry>, 
/**
 * The cursor of the next page, if there is one.
 */
next?: string, };

export type BoardTheme = "sandstone" | "basalt" | "verdigris";

export type ChatLine = { 
/**
 * Its number in its room at this table, from 1.
 */
n: number, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * By whom, as they were called then.
 */
player: Player, 
/**
 * The speaker's seat, in the room of the players.
 */
seat?: number, 
/**
 * What.
 */
words: Words, };

export type ChatRule = "words" | "phrases" | "off";

export type ClockKind = "none" | "fischer" | "correspondence";

export type Clocks = { 
/**
 * What each seat has left at the time of the event, in milliseconds. Below zero only while a message that was sent
 * in time may still be under way.
 */
left_ms: number[], 
/**
 * The seat whose clock runs from then on: it owes what comes next. None while all stand still.
 */
running: number | null, };

export type CloseReport = { 
/**
 * What was found.
 */
outcome: ReportOutcome, 
/**
 * A word for the log, in at most 500 characters.
 */
note?: string, };

export type ColourScheme = "system" | "light" | "dark";

export type Command = { "type": "ping", } | { "type": "lobby", 
/**
 * Follow or stop.
 */
on: boolean, 
/**
 * Which tables one wants to see; all of them if absent. A new wish replaces the old one.
 */
filter?: LobbyFilter, } | { "type": "quick", 
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
 * How much time each seat has; as much as it likes if absent.
 */
clock?: TimeControl, 
/**
 * Whether its game counts for the players' ratings.
 */
rated?: boolean, } | { "type": "create", 
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
 * How much time each seat has; as much as it likes if absent.
 */
clock?: TimeControl, 
/**
 * Whether it is reached by its key only.
 */
private?: boolean, 
/**
 * Whether its game counts for the players' ratings: only where each plays alone, and never in private. With computers it
 * counts for ratings of their own.
 */
rated?: boolean, 
/**
 * Which seat to take oneself.
 */
seat?: number, 
/**
 * Computers, each for a seat of its own; where they take them all, one looks on.
 */
computers?: Array<ComputerSeat>, 
/**
 * People who are challenged, each for a seat of its own, which is kept for them: they see it among their own games, and decline
 * by giving it up (`stand`).
 */
challenged?: Array<ChallengedSeat>, 
/**
 * How many games are played, one after another, each player one seat on every time: 1, or a multiple of the seats up
 * to 12.
 */
games?: number, 
/**
 * Whether the player who does not act first may take that side after the first action: with two seats, without dice.
 */
pie?: boolean, } | { "type": "sit", 
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
table: string, } | { "type": "begin", 
/**
 * The table.
 */
table: string, } | { "type": "add_computer", 
/**
 * The table.
 */
table: string, 
/**
 * Which seat; the first free one if absent.
 */
seat?: number, 
/**
 * How strong it is to be: from 1 to 8.
 */
level: number, } | { "type": "remove_computer", 
/**
 * The table.
 */
table: string, 
/**
 * The computer's seat.
 */
seat: number, } | { "type": "ready", 
/**
 * The table.
 */
table: string, 
/**
 * The SHA-256 of the share that one will show; null if one adds nothing to any roll. It cannot be left out:
 * nobody gives up their part in the dice by mistake.
 */
pledge: Bytes32 | null, } | { "type": "watch", 
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
key?: string, 
/**
 * Whether one only glances at it, as at one of many: then one is not counted among those who watch.
 */
quiet?: boolean, } | { "type": "unwatch", 
/**
 * The table.
 */
table: string, } | { "type": "analyse", 
/**
 * Its table.
 */
table: string, 
/**
 * A private game's key; who plays it, or has, needs none.
 */
key?: string, } | { "type": "review", 
/**
 * The review: an id of one's own to begin one, that of another's to join theirs.
 */
review: string, 
/**
 * The game's table.
 */
table: string, 
/**
 * A private game's key; who has played it needs none.
 */
key?: string, } | { "type": "show", 
/**
 * The review.
 */
review: string, 
/**
 * The place.
 */
place: ReviewPlace, } | { "type": "lead", 
/**
 * The review.
 */
review: string, 
/**
 * The other's number there.
 */
to: number, } | { "type": "own_games", 
/**
 * Whether to follow.
 */
on: boolean, } | { "type": "leave_review", 
/**
 * The review.
 */
review: string, } | { "type": "hint", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the last event that changed the position.
 */
at: number, } | { "type": "explain", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the last event that changed the position.
 */
at: number, 
/**
 * The action in notation, or its first tokens.
 */
action: string, } | { "type": "act", 
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
action: string, 
/**
 * What one gives for the other's next roll: with the actions that end the turn but not the game, and only
 * with those.
 */
share?: Share, } | { "type": "share", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the roll.
 */
k: number, 
/**
 * What one gives.
 */
share: Share, } | { "type": "roll", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the roll: how many there were at this table before.
 */
k: number, 
/**
 * What one pledged.
 */
share: Share, 
/**
 * The SHA-256 of the share that one will show at one's next roll.
 */
pledge: Bytes32, } | { "type": "lost", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the roll.
 */
k: number, 
/**
 * The SHA-256 of the share that one will show instead.
 */
pledge: Bytes32, } | { "type": "undo", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the last event that changed the position.
 */
at: number, } | { "type": "swap", 
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
table: string, } | { "type": "abort", 
/**
 * The table.
 */
table: string, } | { "type": "offer", 
/**
 * The table.
 */
table: string, 
/**
 * The client's own id for this offer: a repeat gets the first answer.
 */
request: string, 
/**
 * What.
 */
what: OfferKind, 
/**
 * With `computer`, and only with that: for which seat, and how strong.
 */
computer?: ComputerSeat, } | { "type": "answer", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the event that made the offer.
 */
offer: number, 
/**
 * Agree or decline.
 */
agree: boolean, } | { "type": "withdraw", 
/**
 * The table.
 */
table: string, 
/**
 * The number of the event that made the offer.
 */
offer: number, } | { "type": "resume", 
/**
 * The table.
 */
table: string, } | { "type": "claim", 
/**
 * The table.
 */
table: string, 
/**
 * The seat that is absent.
 */
seat: number, } | { "type": "say", 
/**
 * The table.
 */
table: string, 
/**
 * The client's own id for it: a repeat is said once.
 */
request: string, 
/**
 * To whom.
 */
room: Room, 
/**
 * What.
 */
words: Words, } | { "type": "rematch", 
/**
 * The finished table.
 */
table: string, };

export type ComputerSeat = { 
/**
 * Which seat.
 */
seat: number, 
/**
 * How strong: from 1 to 8.
 */
level: number, };

export type ConfirmTurns = "correspondence" | "always" | "never";

export type Contrast = "system" | "high";

export type DiceProof = { 
/**
 * The scheme's name.
 */
scheme: string, 
/**
 * The table at which the dice were rolled.
 */
table: string, 
/**
 * Each seat's first pledge; null for a seat that adds nothing.
 */
pledges: Array<Bytes32 | null>, 
/**
 * Every roll in order, void ones included.
 */
rolls: Array<ProvedRoll>, 
/**
 * The seal of the roll that was not made any more.
 */
unopened: Bytes32, 
/**
 * The share that was given for it, if it got that far.
 */
unused: Share | null, };

export type DiceReport = { 
/**
 * Everything that is needed to check them.
 */
proof: DiceProof, 
/**
 * Whether all fits together.
 */
fits: boolean, 
/**
 * What was found, in one sentence.
 */
sentence: string, };

export type DiceSeat = { 
/**
 * Its pledge; null if it adds nothing to any roll.
 */
pledge: Bytes32 | null, 
/**
 * The pledge's number: 0 for the first, k + 1 for the one that came with roll k.
 */
j: number, 
/**
 * How often it has lost what it pledged.
 */
lost: number, 
/**
 * How often it still may say so without being allowed to.
 */
may_lose: number, };

export type DiceStart = { 
/**
 * The SHA-256 of the server's secret for roll 0.
 */
seal: Bytes32, 
/**
 * Each seat's pledge; null for one that adds nothing.
 */
pledges: Array<Bytes32 | null>, };

export type DiceState = { 
/**
 * The SHA-256 of the server's secret for it.
 */
seal: Bytes32, 
/**
 * What each seat has pledged.
 */
seats: Array<DiceSeat>, 
/**
 * What the waiting seat has given, if it has.
 */
share?: Share, };

export type Envelope = { 
/**
 * The client's own number for this message, below 2^53.
 */
id: number, 
/**
 * What to do.
 */
do: Command, };

export type ErrorCode = "bad_message" | "no_session" | "seat_only" | "no_scope" | "bad_subscription" | "bad_name" | "name_taken" | "bad_password" | "bad_passkey" | "wrong_credentials" | "seated_as_guest" | "no_account" | "not_fresh" | "last_credential" | "still_seated" | "bad_merge" | "bad_contact" | "blocked" | "no_challenges" | "no_newcomers" | "chat_off" | "muted" | "banned" | "no_moderator" | "bad_sanction" | "no_report" | "no_sanction" | "bad_game" | "bad_players" | "bad_option" | "bad_seat" | "no_table" | "no_match" | "seat_taken" | "already_seated" | "not_seated" | "not_open" | "not_playing" | "over" | "not_over" | "not_your_turn" | "stale" | "bad_notation" | "illegal" | "wrong_phase" | "nothing_to_undo" | "no_swap" | "left" | "bad_rated" | "bad_series" | "bad_pie" | "bad_clock" | "no_dice" | "wrong_share" | "no_share_due" | "share_due" | "plain_seat" | "lost_again" | "bad_offer" | "no_offer" | "own_offer" | "paused" | "not_paused" | "too_late" | "not_absent" | "not_host" | "bad_level" | "no_computer" | "no_hints" | "no_analysis" | "bad_text" | "new_here" | "no_review" | "not_leader" | "wrong_room" | "too_fast" | "too_many" | "regressed" | "bad_query" | "bad_record" | "bad_proof" | "no_proof" | "no_player" | "no_puzzle" | "bad_mail_address" | "no_mail" | "wrong_code" | "bad_club" | "club_name_taken" | "no_club" | "not_member" | "not_owner" | "expelled" | "bad_tournament" | "no_tournament" | "tournament_over" | "too_large" | "bad_origin" | "bad_host" | "not_found" | "bad_method" | "damaged" | "unavailable";

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
motions?: Array<Motion>, 
/**
 * The key of the position that a table's event leads to, if it changes the position and the game goes on. A snapshot's line does without;
 * lines that are tried on tell of the position at their end.
 */
position_key?: string, 
/**
 * How the clocks stand, if there are any and the game is on.
 */
clocks?: Clocks, 
/**
 * The offers that are open from now on, if this event changes them.
 */
offers?: Array<OpenOffer>, 
/**
 * What was added to the time of the seat whose clock ran because its message waited in the house, in milliseconds.
 */
wait_ms?: number, } & ({ "type": "sit", 
/**
 * Which.
 */
seat: number, 
/**
 * By whom.
 */
player: Player, 
/**
 * Their rating in this game, if they have one.
 */
rating?: Rating, } | { "type": "stand", 
/**
 * Which.
 */
seat: number, } | { "type": "ready", 
/**
 * Which.
 */
seat: number, 
/**
 * Its first pledge; none if it adds nothing to any roll.
 */
pledge: Bytes32 | null, } | { "type": "fewer", 
/**
 * The seats that stay, by their old numbers, in order.
 */
seats: Array<number>, } | { "type": "start", 
/**
 * Where things are, for the whole game.
 */
layout: Layout, 
/**
 * The first position.
 */
view: View, 
/**
 * What is known of the first roll, in games with dice.
 */
dice?: DiceStart, } | { "type": "act", 
/**
 * Which.
 */
seat: number, 
/**
 * The action's notation.
 */
action: string, 
/**
 * What it gave for the other's next roll.
 */
share?: Share, 
/**
 * What was added to the seat's time for the way of its message through the net, in milliseconds.
 */
lag_ms?: number, } | { "type": "share", 
/**
 * Which.
 */
seat: number, 
/**
 * The number of the roll.
 */
k: number, 
/**
 * What it gave.
 */
share: Share, } | { "type": "roll", 
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
dice: [number, number], 
/**
 * What was opened, and what is known of the next roll; absent only in games that began before dice could be
 * checked.
 */
opened?: Opened, 
/**
 * What the roller had pledged; absent if it adds nothing.
 */
share?: Share, } | { "type": "lost", 
/**
 * For which seat's turn it would have been.
 */
seat: number, 
/**
 * The number of the roll at this table.
 */
k: number, 
/**
 * What was opened, and what is known of the next roll.
 */
opened: Opened, } | { "type": "undo", 
/**
 * Which.
 */
seat: number, } | { "type": "swap", 
/**
 * The seat that the player had until now.
 */
seat: number, } | { "type": "leave", 
/**
 * Which.
 */
seat: number, 
/**
 * Why.
 */
reason: LeaveReason, } | { "type": "takeover", 
/**
 * Which.
 */
seat: number, 
/**
 * The computer.
 */
player: Player, 
/**
 * Who sat there.
 */
of: Player, } | { "type": "offer", 
/**
 * Which.
 */
seat: number, 
/**
 * What.
 */
what: OfferKind, 
/**
 * With `computer`: for which seat, and how strong.
 */
computer?: ComputerSeat, } | { "type": "answer", 
/**
 * Which.
 */
seat: number, 
/**
 * The number of the event that made the offer.
 */
offer: number, 
/**
 * Agreed or declined.
 */
agree: boolean, } | { "type": "withdraw", 
/**
 * Which.
 */
seat: number, 
/**
 * The number of the event that made the offer.
 */
offer: number, } | { "type": "takeback", 
/**
 * Whose.
 */
seat: number, 
/**
 * How many actions are taken back.
 */
actions: number, } | { "type": "allow_analysis", } | { "type": "pause", } | { "type": "resume", 
/**
 * Who goes on.
 */
seat: number, } | { "type": "outage", 
/**
 * How much, in milliseconds.
 */
credit_ms: number, } | { "type": "abort", 
/**
 * Who ended it.
 */
seat: number, } | { "type": "finish", 
/**
 * How.
 */
outcome: Outcome, 
/**
 * Why it is not rated, though it was to be.
 */
unrated?: Unrated, });

export type EventKind = { "type": "sit", 
/**
 * Which.
 */
seat: number, 
/**
 * By whom.
 */
player: Player, 
/**
 * Their rating in this game, if they have one.
 */
rating?: Rating, } | { "type": "stand", 
/**
 * Which.
 */
seat: number, } | { "type": "ready", 
/**
 * Which.
 */
seat: number, 
/**
 * Its first pledge; none if it adds nothing to any roll.
 */
pledge: Bytes32 | null, } | { "type": "fewer", 
/**
 * The seats that stay, by their old numbers, in order.
 */
seats: Array<number>, } | { "type": "start", 
/**
 * Where things are, for the whole game.
 */
layout: Layout, 
/**
 * The first position.
 */
view: View, 
/**
 * What is known of the first roll, in games with dice.
 */
dice?: DiceStart, } | { "type": "act", 
/**
 * Which.
 */
seat: number, 
/**
 * The action's notation.
 */
action: string, 
/**
 * What it gave for the other's next roll.
 */
share?: Share, 
/**
 * What was added to the seat's time for the way of its message through the net, in milliseconds.
 */
lag_ms?: number, } | { "type": "share", 
/**
 * Which.
 */
seat: number, 
/**
 * The number of the roll.
 */
k: number, 
/**
 * What it gave.
 */
share: Share, } | { "type": "roll", 
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
dice: [number, number], 
/**
 * What was opened, and what is known of the next roll; absent only in games that began before dice could be
 * checked.
 */
opened?: Opened, 
/**
 * What the roller had pledged; absent if it adds nothing.
 */
share?: Share, } | { "type": "lost", 
/**
 * For which seat's turn it would have been.
 */
seat: number, 
/**
 * The number of the roll at this table.
 */
k: number, 
/**
 * What was opened, and what is known of the next roll.
 */
opened: Opened, } | { "type": "undo", 
/**
 * Which.
 */
seat: number, } | { "type": "swap", 
/**
 * The seat that the player had until now.
 */
seat: number, } | { "type": "leave", 
/**
 * Which.
 */
seat: number, 
/**
 * Why.
 */
reason: LeaveReason, } | { "type": "takeover", 
/**
 * Which.
 */
seat: number, 
/**
 * The computer.
 */
player: Player, 
/**
 * Who sat there.
 */
of: Player, } | { "type": "offer", 
/**
 * Which.
 */
seat: number, 
/**
 * What.
 */
what: OfferKind, 
/**
 * With `computer`: for which seat, and how strong.
 */
computer?: ComputerSeat, } | { "type": "answer", 
/**
 * Which.
 */
seat: number, 
/**
 * The number of the event that made the offer.
 */
offer: number, 
/**
 * Agreed or declined.
 */
agree: boolean, } | { "type": "withdraw", 
/**
 * Which.
 */
seat: number, 
/**
 * The number of the event that made the offer.
 */
offer: number, } | { "type": "takeback", 
/**
 * Whose.
 */
seat: number, 
/**
 * How many actions are taken back.
 */
actions: number, } | { "type": "allow_analysis", } | { "type": "pause", } | { "type": "resume", 
/**
 * Who goes on.
 */
seat: number, } | { "type": "outage", 
/**
 * How much, in milliseconds.
 */
credit_ms: number, } | { "type": "abort", 
/**
 * Who ended it.
 */
seat: number, } | { "type": "finish", 
/**
 * How.
 */
outcome: Outcome, 
/**
 * Why it is not rated, though it was to be.
 */
unrated?: Unrated, };

export type FairPlay = { 
/**
 * Of how many of their last rated games this tells.
 */
games: number, 
/**
 * How many of these they gave up, left or lost on time within a few moves.
 */
thrown: number, 
/**
 * How many were won against others who did so.
 */
given: number, 
/**
 * With whom they played most of them.
 */
opponents: Array<FairPlayOpponent>, };

export type FairPlayOpponent = { 
/**
 * Who.
 */
player: Player, 
/**
 * How many of the games.
 */
games: number, 
/**
 * How many of these the player won.
 */
won: number, 
/**
 * How many of these were played from one address.
 */
same_address: number, };

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
 * The position's key; none once the game is over.
 */
position_key?: string, 
/**
 * How many rolls there were: the number of the next.
 */
rolls: number, 
/**
 * The line so far: everything that changed the position or what the clocks count, without differences, and of the
 * motions only those in which pieces met: captures, merges, sinkings and hits.
 */
line: Array<Event>, 
/**
 * How the clocks stood at `ms`, if there are any.
 */
clocks?: Clocks, 
/**
 * When that was, in milliseconds since 1970.
 */
ms: number, 
/**
 * The offers that are open.
 */
offers: Array<OpenOffer>, 
/**
 * Whether the clocks stand still by consent.
 */
paused: boolean, 
/**
 * What is known of the next roll, in games with dice.
 */
dice?: DiceState, 
/**
 * The result, if it is over.
 */
outcome: Outcome | null, 
/**
 * Who aborted it, if somebody did.
 */
aborted_by?: number, };

export type HouseLimits = { 
/**
 * In a live game a seat that is away for so long has left, in milliseconds.
 */
abandoned_after_ms: number, 
/**
 * In a game without a clock the others may have a seat leave that was away for so long, in milliseconds.
 */
claim_after_ms: number, 
/**
 * A full table waits so long for seats that are not ready to play with dice, in milliseconds.
 */
ready_within_ms: number, 
/**
 * After so long a pause ends though somebody is away, in milliseconds.
 */
pause_kept_ms: number, 
/**
 * The least and the most seconds for a game.
 */
initial_s: [number, number], 
/**
 * The least and the most seconds with every turn.
 */
increment_s: [number, number], 
/**
 * The fewest and the most days for a turn.
 */
days: [number, number], 
/**
 * The longest text that one may say, in characters.
 */
text: number, 
/**
 * How many tables of computers alone may be played at once; left out if none.
 */
exhibitions?: number, 
/**
 * What may be said at tables; left out if words of one's own are.
 */
chat?: ChatRule, 
/**
 * Whether nobody gets a name here who has none; left out if they do.
 */
no_newcomers?: boolean, };

export type Language = "en" | "de" | "es" | "he";

export type Leader = { 
/**
 * The place, 1 being the first.
 */
place: number, 
/**
 * Who.
 */
player: Player, 
/**
 * As it is now, as in the player's own ratings. Who is on the list, and where, is by what the last game left.
 */
rating: Rating, 
/**
 * As it is now, with decimals.
 */
now: ExactRating, 
/**
 * As the last game left it, with decimals.
 */
last: ExactRating, 
/**
 * How many games that is from.
 */
games: number, 
/**
 * When the last of them ended, in milliseconds since 1970.
 */
last_ms: number, };

export type Leaderboard = { 
/**
 * From the highest rating on.
 */
leaders: Array<Leader>, 
/**
 * `?cursor=` of the next page; null at the end.
 */
next: string | null, };

export type LineMove = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The action, in notation.
 */
action: string, 
/**
 * What the pieces would do, to be drawn.
 */
motions: Array<Motion>, };

export type ListedTable = { 
/**
 * The table.
 */
info: TableInfo, 
/**
 * How many watch it without sitting at it.
 */
watchers: number, 
/**
 * Whether somebody who sits there is present, while it is open.
 */
attended?: boolean, };

export type LiveTable = { 
/**
 * The table.
 */
info: TableInfo, 
/**
 * The number of its last event.
 */
n: number, 
/**
 * Where things are and what they are called.
 */
layout: Layout, 
/**
 * The position: the first one, if the game is not on yet.
 */
view: View, };

export type LobbyFilter = { 
/**
 * Of this game, by its id.
 */
game?: string, 
/**
 * With so many seats.
 */
seats?: number, 
/**
 * With this kind of clock.
 */
clock?: ClockKind, 
/**
 * Where a seat is free, or where the game is on.
 */
standing?: LobbyStanding, 
/**
 * Those whose game counts for the players' ratings, or those whose does not.
 */
rated?: boolean, };

export type LobbyStanding = "open" | "playing";

export type MatchAnalysis = { 
/**
 * The game: the id of its table.
 */
id: string, 
/**
 * The version of the players that it was made by. Better ones make it anew.
 */
version: number, 
/**
 * Of a game that is on: the number of the event by which all allowed it. What came before that is analysed.
 */
until?: number, 
/**
 * How many nodes each position was searched with.
 */
nodes: number, 
/**
 * Every position in which a seat acted, in order; actions that were taken back are left out.
 */
positions: Array<AnalysedPosition>, 
/**
 * What the game was to each seat at its end; of one that is on, what it was worth where what is analysed ends.
 */
end: Array<number>, 
/**
 * The moves that changed most, the worst first, by their places in `positions`.
 */
turning_points: Array<number>, };

export type MatchPage = { 
/**
 * The games.
 */
matches: Array<MatchSummary>, 
/**
 * `?cursor=` of the next page; null at the end of a list of the newest first. The oldest first it is always there: games that end
 * later come behind it.
 */
next: string | null, 
/**
 * Whether there may be games behind this page already.
 */
more: boolean, };

export type MatchPosition = { 
/**
 * How many actions and leavings it stands after; those taken back do not count.
 */
ply: number, 
/**
 * How many there are in all.
 */
plies: number, 
/**
 * The position.
 */
view: View, 
/**
 * The same by name; none once the game is over.
 */
position?: NamedPosition, 
/**
 * Where things are and what they are called, if that was asked for.
 */
layout?: Layout, };

export type ModeratorAction = "upheld" | "dismissed" | "muted" | "banned" | "lifted" | "club_closed" | "name_taken";

export type OwnReport = { 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * Who is reported.
 */
player: Player, 
/**
 * What for.
 */
reason: ReportReason, 
/**
 * The table at which it was.
 */
table?: string, 
/**
 * What one had to say of it.
 */
text?: string, };

export type OwnSanction = { 
/**
 * What.
 */
kind: SanctionKind, 
/**
 * Whether it is for the address that one comes from, and for guests alone.
 */
by_address: boolean, 
/**
 * Why.
 */
reason: string, 
/**
 * Since when, in milliseconds since 1970.
 */
ms: number, 
/**
 * Until when, in milliseconds since 1970, unless it is for ever.
 */
until_ms?: number, 
/**
 * When it was lifted, in milliseconds since 1970, if it was: among one's own data.
 */
lifted_ms?: number, };

export type PlayerFile = { 
/**
 * Who.
 */
player: Player, 
/**
 * Whether they are here just now.
 */
online: boolean, 
/**
 * The last reports of them, a hundred at most.
 */
reports: Array<Report>, 
/**
 * The last sanctions that they had, the newest first, a hundred at most.
 */
sanctions: Array<Sanction>, 
/**
 * How their rated games look.
 */
fair_play: FairPlay, };

export type Report = { 
/**
 * Its number.
 */
number: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
ms: number, 
/**
 * Who is reported.
 */
player: Player, 
/**
 * By whom.
 */
by: Player, 
/**
 * What for.
 */
reason: ReportReason, 
/**
 * The table at which it was.
 */
table?: string, 
/**
 * What there is to say of it.
 */
text?: string, 
/**
 * The last that they had said at that table by then.
 */
said: Array<SaidLine>, 
/**
 * What was found, once it is closed.
 */
closed?: ReportClosed, };

export type ReportClosed = { 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * Which of them.
 */
by: Player, 
/**
 * What.
 */
outcome: ReportOutcome, };

export type ReportOutcome = "upheld" | "dismissed";

export type ReportPage = { 
/**
 * The reports.
 */
reports: Array<Report>, 
/**
 * The cursor of the next page, if there is one.
 */
next?: string, };

export type ReportReason = "insults" | "cheating" | "name" | "other";

export type ReportReceipt = { 
/**
 * Its number.
 */
report: number, };

export type ReportRequest = { 
/**
 * Who is reported.
 */
player: string, 
/**
 * What for.
 */
reason: ReportReason, 
/**
 * The table at which it was: what they have said there goes with the report.
 */
table?: string, 
/**
 * What there is to say of it, in at most 500 characters.
 */
text?: string, };

export type Sanction = { 
/**
 * Its number.
 */
number: number, 
/**
 * What is not allowed.
 */
kind: SanctionKind, 
/**
 * To whom, if it is for one player.
 */
player?: Player, 
/**
 * To whom, if it is for a range of addresses.
 */
addresses?: string, 
/**
 * To whom, if it is for guests from where a player was, which is not told.
 */
address_of?: Player, 
/**
 * Why, as they are told.
 */
reason: string, 
/**
 * Which moderator has imposed it.
 */
by: Player, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * When it ends, in milliseconds since 1970, unless it is for ever.
 */
until_ms?: number, 
/**
 * When it was lifted, in milliseconds since 1970, if it was.
 */
lifted_ms?: number, };

export type SanctionKind = "mute" | "ban";

export type SanctionPage = { 
/**
 * The sanctions.
 */
sanctions: Array<Sanction>, 
/**
 * The cursor of the next page, if there is one.
 */
next?: string, };

export type SanctionRequest = { 
/**
 * What is not allowed.
 */
kind: SanctionKind, 
/**
 * To whom.
 */
target: SanctionTarget, 
/**
 * For how many hours; for ever if that is left out, which a range of addresses is never.
 */
hours?: number, 
/**
 * Why, as they are told, in at most 500 characters.
 */
reason: string, };

export type SanctionTarget = { "type": "player", 
/**
 * Who.
 */
player: string, } | { "type": "addresses", 
/**
 * The range, as `203.0.113.0/24` or `2001:db8::/64`.
 */
range: string, } | { "type": "address_of", 
/**
 * Who.
 */
player: string, };

export type Standing = { 
/**
 * Whether one is a moderator.
 */
moderator: boolean, 
/**
 * What one may not do, for whatever reason.
 */
sanctions: Array<OwnSanction>, 
/**
 * To whom one turns who finds that wrong, in the house's own words.
 */
appeals?: string, };

export type WhatIf = { 
/**
 * After how many entries of the game's line the side line begins.
 */
step: number, 
/**
 * How many entries there are of which one may ask that.
 */
steps: number, 
/**
 * Where things are and what they are called, if that was asked for.
 */
layout?: Layout, 
/**
 * The position in which the side line begins.
 */
start: View, 
/**
 * What each entry of the side line does, as those who watch a table see it: `act` and `roll`, with differences and motions.
 * Events and rolls are numbered within the side line, and none has a time.
 */
line: Array<Event>, 
/**
 * The position at its end.
 */
view: View, 
/**
 * The same by name; none if the game is over there.
 */
position?: NamedPosition, 
/**
 * Every action that is legal there; none where dice are due, or the game is over.
 */
actions: Array<string>, 
/**
 * Those that end the turn but not the game, in games with dice.
 */
ends: Array<string>, 
/**
 * What actions bring in scores, those together that bring the same; those that bring nobody anything stand in none.
 */
scores?: Array<ScoreChange>, 
/**
 * How the game would have ended, if it is over there; null if not.
 */
outcome: Outcome | null, };

export type NamedPosition = { 
/**
 * Its text, as `docs/positions.md` describes it: there is one text for each position.
 */
text: string, 
/**
 * Its key: the first eight bytes of the SHA-256 of the text up to its last slash.
 */
key: string, };

export type PlayerList = { 
/**
 * The players.
 */
players: Array<Player>, 
/**
 * The next page's cursor; null if there is none.
 */
next: string | null, };

export type Tally = { 
/**
 * Games in all.
 */
games: number, 
/**
 * Games that no opponent was first in.
 */
won: number, 
/**
 * Games that one was first in, too.
 */
drawn: number, 
/**
 * All others.
 */
lost: number, };

export type SeatResults = { 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * For how many.
 */
seats: number, 
/**
 * The seat.
 */
seat: number, 
/**
 * Games in all.
 */
games: number, 
/**
 * Games that no opponent was first in.
 */
won: number, 
/**
 * Games that one was first in, too.
 */
drawn: number, 
/**
 * All others.
 */
lost: number, };

export type PlayerResults = { 
/**
 * Who.
 */
player: Player, 
/**
 * Against whom, if that was asked for.
 */
opponent?: Player, 
/**
 * The number of the first game that was looked at; null if all were.
 */
since: number | null, 
/**
 * The results, in the order of the games.
 */
results: Array<SeatResults>, };

export type Opponent = { 
/**
 * Who.
 */
player: Player, 
/**
 * Games in all.
 */
games: number, 
/**
 * Games that no opponent was first in.
 */
won: number, 
/**
 * Games that one was first in, too.
 */
drawn: number, 
/**
 * All others.
 */
lost: number, };

export type Opponents = { 
/**
 * Who.
 */
player: Player, 
/**
 * The number of the first game that was looked at; null if all were.
 */
since: number | null, 
/**
 * Those whom they have met most often, a hundred at most; partners are none.
 */
opponents: Array<Opponent>, };

export type ActiveDay = { 
/**
 * When it began, in milliseconds since 1970: at midnight, UTC.
 */
from_ms: number, 
/**
 * How many games, by the game's id.
 */
finished: Record<string, number>, 
/**
 * Games in all.
 */
games: number, 
/**
 * Games that no opponent was first in.
 */
won: number, 
/**
 * Games that one was first in, too.
 */
drawn: number, 
/**
 * All others.
 */
lost: number, };

export type PlayerActivity = { 
/**
 * Who.
 */
player: Player, 
/**
 * The number of the first game that was looked at; null if all were.
 */
since: number | null, 
/**
 * The days on which any game ended, the last first.
 */
days: Array<ActiveDay>, };

export type DumpFile = { 
/**
 * Its name.
 */
name: string, 
/**
 * How long it is, in bytes.
 */
bytes: number, 
/**
 * Its SHA-256, in hexadecimal digits.
 */
sha256: string, };

export type Dump = { 
/**
 * When it was begun, in UTC, as its address has it.
 */
name: string, 
/**
 * The same in milliseconds since 1970.
 */
made_ms: number, 
/**
 * The `number` of the last game that was kept then, 0 if there was none: what comes `after` it is not in the dump.
 */
through: number, 
/**
 * How many games it holds: all public ones up to that number, but for damaged ones.
 */
games: number, 
/**
 * What it consists of.
 */
files: Array<DumpFile>, };

export type DumpList = { 
/**
 * None in a house that makes none, or before its first.
 */
dumps: Array<Dump>, };

export type ExplorerMove = { 
/**
 * The action.
 */
action: string, 
/**
 * How many games.
 */
games: number, 
/**
 * Of these, those that several won together, without being a team.
 */
drawn: number, 
/**
 * How many of them each seat won.
 */
won: Array<number>, 
/**
 * The mean rating before the game of those who acted so, in games that were rated; none if there was none.
 */
rating?: number, 
/**
 * The position that it leads to; none where the game is over then, or where the counters of the position that was asked for do not
 * allow the action.
 */
leads_to?: NamedPosition, };

export type Explorer = { 
/**
 * The position.
 */
position: NamedPosition, 
/**
 * In how many games it stood, and somebody acted.
 */
games: number, 
/**
 * What was played there, the most frequent first: the first time that the position stood in a game.
 */
moves: Array<ExplorerMove>, 
/**
 * Some of the last games in which it stood, the newest first: of the last two thousand, those with or without computers as was asked.
 */
examples: Array<MatchSummary>, 
/**
 * The number of the last game that was counted: newer ones follow within moments.
 */
through: number, };

export type MatchRecord = { 
/**
 * Whether the player who did not act first could take that side.
 */
pie?: boolean, 
/**
 * The version of the rules it was played under.
 */
rules_version: number, 
/**
 * Everything that changed the position, in order.
 */
line: Array<RecordedMove>, 
/**
 * When no clock ran meanwhile, in order: what lies between two times of the line is not all thought.
 */
standstills?: Array<Standstill>, 
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
 * Every option as it stood, chosen or by default.
 */
options: Record<string, OptionValue>, 
/**
 * The seat that began: where a roll decided it, whoever won that, or 0 if it never came so far.
 */
first: number, 
/**
 * How much time each seat had.
 */
clock: TimeControl, 
/**
 * Whether only those who played it, or have its key, find it.
 */
private: boolean, 
/**
 * Whether it counts for the players' ratings.
 */
rated: boolean, 
/**
 * Its place in a series of games, if it was one of several.
 */
series?: Series, 
/**
 * Every seat in order, as it was at the end.
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
finished_ms: number, 
/**
 * How long it took from the one to the other, pauses and outages included.
 */
duration_ms: number, 
/**
 * The seats that have won, those of a team together; none where the first rank was shared with an opponent.
 */
winners: Array<number>, 
/**
 * The table that it was a rematch of, or the one before in its series.
 */
rematch_of?: string, };

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
rank: number, 
/**
 * What the game was to it.
 */
result: GameResult, 
/**
 * Its team, where there are teams: seats of one number played together.
 */
team?: number, 
/**
 * What a rated game did to its rating.
 */
rating?: RatingChange, };

export type GameResult = "won" | "drawn" | "lost";

export type Standstill = { 
/**
 * Why.
 */
why: StandstillReason, 
/**
 * From when, in milliseconds since 1970.
 */
from_ms: number, 
/**
 * Until when.
 */
until_ms: number, };

export type StandstillReason = "pause" | "outage";

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
 * Every option as it stood, chosen or by default.
 */
options: Record<string, OptionValue>, 
/**
 * The seat that began: where a roll decided it, whoever won that, or 0 if it never came so far.
 */
first: number, 
/**
 * How much time each seat had.
 */
clock: TimeControl, 
/**
 * Whether only those who played it, or have its key, find it.
 */
private: boolean, 
/**
 * Whether it counts for the players' ratings.
 */
rated: boolean, 
/**
 * Its place in a series of games, if it was one of several.
 */
series?: Series, 
/**
 * Every seat in order, as it was at the end.
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
finished_ms: number, 
/**
 * How long it took from the one to the other, pauses and outages included.
 */
duration_ms: number, 
/**
 * The seats that have won, those of a team together; none where the first rank was shared with an opponent.
 */
winners: Array<number>, 
/**
 * The table that it was a rematch of, or the one before in its series.
 */
rematch_of?: string, };

export type MotionChoice = "system" | "full" | "none";

export type OfferKind = "draw" | "takeback" | "pause" | "lost" | "computer" | "analysis";

export type OpenOffer = { 
/**
 * The number of the event that made it.
 */
offer: number, 
/**
 * Who offers.
 */
seat: number, 
/**
 * What.
 */
what: OfferKind, 
/**
 * With `computer`: for which seat, and how strong.
 */
computer?: ComputerSeat, 
/**
 * Who has agreed so far, besides the offerer.
 */
agreed: Array<number>, };

export type Opened = { 
/**
 * The server's secret: its SHA-256 was the seal.
 */
secret: Bytes32, 
/**
 * What the other seat had given; null if it adds nothing.
 */
waiting: Share | null, 
/**
 * The roller's next pledge; null if it adds nothing.
 */
pledge: Bytes32 | null, 
/**
 * The SHA-256 of the server's secret for the next roll.
 */
seal: Bytes32, };

export type OwnData = { 
/**
 * Who one is, and how one signs in.
 */
account: Account, 
/**
 * When one first said a name, in milliseconds since 1970.
 */
since_ms: number, 
/**
 * Where one is signed in.
 */
sessions: Array<OwnSession>, 
/**
 * What one's programs may do.
 */
tokens: Array<OwnToken>, 
/**
 * How one likes the page.
 */
preferences: Preferences, 
/**
 * How others may reach one.
 */
contact: ContactSettings, 
/**
 * Whom one follows.
 */
follows: Array<Contact>, 
/**
 * Whom one has blocked.
 */
blocks: Array<Contact>, 
/**
 * Who has become part of one, and when.
 */
merged: Array<Contact>, 
/**
 * The addresses of push services at which one's browsers are told of turns.
 */
push: Array<string>, 
/**
 * Tables whose games are not over at which one sits, or a seat is kept for one, and those whose games were aborted: the newest first, and the newest
 * thousand.
 */
tables: Array<TableInfo>, 
/**
 * Where one is told by e-mail, if one is.
 */
mail: MailStatus, 
/**
 * One's ratings.
 */
ratings: Array<PlayerRating>, 
/**
 * One's rating in puzzles, once one has tried one.
 */
puzzle_rating?: Rating, 
/**
 * The puzzles that one has tried, the first one first.
 */
puzzles: Array<TriedPuzzle>, 
/**
 * What one has said and is still kept, the first one first.
 */
said: Array<SaidLine>, 
/**
 * Whom one has reported, the last first.
 */
reports: Array<OwnReport>, 
/**
 * What one may not do here, or might not once, the last first.
 */
sanctions: Array<OwnSanction>, 
/**
 * The tournaments that one has joined, the last first.
 */
tournaments: Array<JoinedTournament>, 
/**
 * The clubs to which one belongs, and those that one was put out of, the last first.
 */
clubs: Array<OwnClub>, 
/**
 * Rated games that one played from the address of another who played them.
 */
same_address_games: Array<string>, };

export type OwnDataLine = { "type": "own" } & OwnData | { "type": "game" } & MatchRecord;

export type JoinedTournament = { 
/**
 * Which.
 */
tournament: string, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, };

export type ClubStanding = "owner" | "member" | "expelled";

export type OwnClub = { 
/**
 * Which.
 */
club: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * How one stands to it.
 */
standing: ClubStanding, 
/**
 * Since when, in milliseconds since 1970.
 */
ms: number, };

export type SaidLine = { 
/**
 * The table at which.
 */
table: string, 
/**
 * To whom.
 */
room: Room, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * What.
 */
words: Words, };

export type TriedPuzzle = { 
/**
 * Which.
 */
puzzle: string, 
/**
 * Whether one's first attempt found the solution.
 */
solved: boolean, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, };

export type OwnGameEvent = "seat" | "gone" | "full" | "start" | "turn" | "wait" | "finish" | "abort";

export type OwnSession = { 
/**
 * What it is ended by; it opens nothing.
 */
id: number, 
/**
 * When it was opened, in milliseconds since 1970.
 */
created_ms: number, 
/**
 * When it was last used, to the day, in milliseconds since 1970.
 */
used_ms: number, 
/**
 * Whether it is the one that asks.
 */
current: boolean, 
/**
 * The one table that it is for, if it was opened by a seat's link.
 */
table?: string, };

export type OwnToken = { 
/**
 * What it is revoked by; it opens nothing.
 */
id: number, 
/**
 * What one knows it by.
 */
name: string, 
/**
 * What it is good for.
 */
scopes: Array<Scope>, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, 
/**
 * When it was last used, to the day, in milliseconds since 1970.
 */
used_ms: number, 
/**
 * The token itself: told once, in the answer to whoever made it.
 */
token?: string, };

export type FollowedPlayer = { 
/**
 * Who.
 */
player: Player, 
/**
 * Since when one follows them, in milliseconds since 1970.
 */
since_ms: number, 
/**
 * Whether they have the page open just now, or a program without a token, and let others know.
 */
online: boolean, 
/**
 * A public table at which they play just now, and not by correspondence: the newest. Left out too if they do not let others know
 * that they are here.
 */
playing?: string, };

export type FollowList = { 
/**
 * By name.
 */
follows: Array<FollowedPlayer>, };

export type Contact = { 
/**
 * Who.
 */
player: Player, 
/**
 * Since when, in milliseconds since 1970.
 */
since_ms: number, };

export type BlockList = { 
/**
 * By name.
 */
blocks: Array<Contact>, };

export type ChallengedSeat = { 
/**
 * Which seat.
 */
seat: number, 
/**
 * Who.
 */
player: string, };

export type ChallengesFrom = "everyone" | "registered" | "followed" | "nobody";

export type ContactSettings = { 
/**
 * From whom one takes challenges.
 */
challenges: ChallengesFrom, 
/**
 * Whether those who follow one see when one has the page open.
 */
shows_online: boolean, };

export type Account = { 
/**
 * Oneself; `registered` if one has an account.
 */
player: Player, 
/**
 * Whether one has a password.
 */
password: boolean, 
/**
 * One's passkeys, the newest first.
 */
passkeys: Array<OwnPasskey>, 
/**
 * How many recovery codes are left.
 */
recovery_codes: number, 
/**
 * Whether this session has proved so lately who one is that it may change any of this.
 */
fresh: boolean, 
/**
 * New recovery codes, told once, to whoever has just registered or asked for others: each opens the account once.
 */
new_recovery_codes?: Array<string>, };

export type AuthorizationRequest = { 
/**
 * What is asked for: a code.
 */
response_type: ResponseType, 
/**
 * What the app calls itself, in 1 to 64 visible ASCII characters: apps are not registered.
 */
client_id: string, 
/**
 * Where the player's browser goes with the code: an address of `https`, of `http` on the player's own machine, or of a scheme that
 * is a domain's name backwards, such as `org.example.app:/back`.
 */
redirect_uri: string, 
/**
 * The challenge: the SHA-256 of the app's secret `code_verifier`, in base64url without padding.
 */
code_challenge: string, 
/**
 * How the challenge is made.
 */
code_challenge_method: CodeChallengeMethod, 
/**
 * What the token shall be good for, besides reading: [scopes](Scope), with a space between two.
 */
scope?: string, 
/**
 * What the app wants back as it is, to know its own request by; at most 512 characters.
 */
state?: string, };

export type AuthorizationResponse = { 
/**
 * Where the browser goes now: the app's address with `code`, `state`, and `iss` (RFC 9207) behind the `?`.
 */
redirect_uri: string, };

export type CodeChallengeMethod = "S256";

export type ConsentPrompt = { 
/**
 * What the app calls itself.
 */
client_id: string, 
/**
 * Where it is: the host, or the scheme of an app on the player's own machine.
 */
redirect_to: string, 
/**
 * What its token would be good for.
 */
scopes: Array<Scope>, 
/**
 * Where the browser goes if the player says no.
 */
denied_uri: string, };

export type ResponseType = "code";

export type Credentials = { "by": "passkey", 
/**
 * Of the options that it was asked with.
 */
ceremony: string, 
/**
 * `rawId`, in base64url.
 */
credential: string, 
/**
 * `response.clientDataJSON`, in base64url.
 */
client_data: string, 
/**
 * `response.authenticatorData`, in base64url.
 */
authenticator_data: string, 
/**
 * `response.signature`, in base64url.
 */
signature: string, 
/**
 * `response.userHandle`, in base64url.
 */
user: string, } | { "by": "password", 
/**
 * The account's name, in whatever case.
 */
name: string, 
/**
 * The password.
 */
password: string, } | { "by": "recovery_code", 
/**
 * The account's name, in whatever case.
 */
name: string, 
/**
 * The code; case, spaces and hyphens are of no matter.
 */
code: string, };

export type MergeRequest = { 
/**
 * What shows it.
 */
with: Credentials, };

export type NewPasskeyRequest = { 
/**
 * Of the options that it was made of.
 */
ceremony: string, 
/**
 * What one wants to know it by, written as a player's name is.
 */
name: string, 
/**
 * `response.clientDataJSON`, in base64url.
 */
client_data: string, 
/**
 * `response.attestationObject`, in base64url.
 */
attestation: string, };

export type PasswordRequest = { 
/**
 * From eight characters on, and not easily guessed.
 */
password: string, };

export type OwnPasskey = { 
/**
 * What it is removed by.
 */
id: number, 
/**
 * What one knows it by.
 */
name: string, 
/**
 * The house's name for which it was made: under another it opens nothing.
 */
host: string, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, 
/**
 * When one last signed in by it, in milliseconds since 1970.
 */
used_ms: number, };

export type PasskeyCreation = { 
/**
 * What the answer names; good once, for some minutes.
 */
ceremony: string, 
/**
 * The relying party: the house's name, `rp.id`.
 */
host: string, 
/**
 * What is signed, in base64url.
 */
challenge: string, 
/**
 * The user's handle, `user.id`, in base64url.
 */
user: string, 
/**
 * The user's name.
 */
name: string, 
/**
 * The algorithms that are taken, by their COSE numbers, the best first.
 */
algorithms: Array<number>, 
/**
 * Ids of passkeys of one's own that there are already, in base64url.
 */
exclude: Array<string>, 
/**
 * How long the browser may take, in milliseconds.
 */
timeout_ms: number, };

export type PasskeyChallenge = { 
/**
 * What the answer names; good once, for some minutes.
 */
ceremony: string, 
/**
 * The relying party: the house's name, `rpId`.
 */
host: string, 
/**
 * What is signed, in base64url.
 */
challenge: string, 
/**
 * How long the browser may take, in milliseconds.
 */
timeout_ms: number, };

export type SignInRequest = { 
/**
 * What shows it.
 */
with: Credentials, 
/**
 * Who it is to be: anybody else is refused as whoever is wrong. For those who confirm that it is them.
 */
player?: string, 
/**
 * Programs ask for a bearer token; browsers get a cookie that scripts cannot read.
 */
bearer?: boolean, 
/**
 * Whether the guest that one is here becomes part of that account, with all that was theirs.
 */
merge?: boolean, };

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "oh" | "sorry" | "one_moment" | "back" | "good_game" | "goodbye";

export type PieceTheme = "enamel" | "prism" | "mineral";

export type Player = { 
/**
 * Stable and public.
 */
id: string, 
/**
 * As they call themselves; unique among those who have an account alone.
 */
name: string, 
/**
 * Whether they have an account, or had one by then: nobody else's that has one looks like this name. Left out for guests, who
 * may call themselves alike, and for computers.
 */
registered?: boolean, 
/**
 * The level of a computer player, from 1 to 8; left out for people.
 */
computer?: number, };

export type PlayerPage = { 
/**
 * Who.
 */
player: Player, 
/**
 * Since when they are known here, in milliseconds since 1970.
 */
since_ms: number, 
/**
 * How many public games they have finished, by the game's id.
 */
finished: Record<string, number>, };

export type PlayerRating = { 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * With two seats or with more, among people or with computers.
 */
pool: Pool, 
/**
 * As it is now: the longer somebody has not played, the less is known.
 */
rating: Rating, 
/**
 * As it is now, with decimals.
 */
now: ExactRating, 
/**
 * As the last game left it, with decimals.
 */
last: ExactRating, 
/**
 * How many games that is from.
 */
games: number, 
/**
 * When the last of them ended, in milliseconds since 1970.
 */
last_ms: number, };

export type PlayerRatings = { 
/**
 * Who.
 */
player: Player, 
/**
 * One for each game and pool that they have played rated.
 */
ratings: Array<PlayerRating>, };

export type Pool = "two" | "more" | "computers" | "computers_more";

export type Preferences = { 
/**
 * The language of the page.
 */
language?: Language, 
/**
 * Light or dark.
 */
scheme?: ColourScheme, 
/**
 * How far colours are apart.
 */
contrast?: Contrast, 
/**
 * What boards are made of.
 */
board?: BoardTheme, 
/**
 * What pieces are made of.
 */
pieces?: PieceTheme, 
/**
 * Whether things move.
 */
motion?: MotionChoice, 
/**
 * How loud sounds are, in percent; 0 turns them off.
 */
volume?: number, 
/**
 * The sounds that are switched off. To name one twice does no harm.
 */
silenced?: Array<Sound>, 
/**
 * Which turns are confirmed before they count.
 */
confirm?: ConfirmTurns, 
/**
 * Whether dice are rolled as soon as they may be.
 */
auto_roll?: boolean, 
/**
 * Whether a turn ends by itself when nothing else can be done.
 */
auto_end?: boolean, 
/**
 * Whether a move can be set while the other player thinks.
 */
premoves?: boolean, 
/**
 * Whether the spaces' names are written into them.
 */
coordinates?: boolean, 
/**
 * Whether what people say is shown.
 */
chat?: boolean, };

export type Presence = { "state": "here", } | { "state": "away", 
/**
 * Since when, in milliseconds since 1970.
 */
since_ms: number, 
/**
 * When it counts as having walked off (live clocks), or when the others may say so (no clock); null if never.
 */
until_ms: number | null, };

export type Preview = { 
/**
 * Where things are.
 */
layout: Layout, 
/**
 * The first position.
 */
view: View, 
/**
 * Which seats are ready, in games with dice: those begin once all are.
 */
ready?: Array<boolean>, 
/**
 * The seats that are taken, in the order in which they were: the first at which a person sits is the host's.
 */
sat: Array<number>, };

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
detail: string, 
/**
 * The first line of a record that is wrong, from 1.
 */
line?: number, 
/**
 * The first entry of a side line that cannot be played, from 1.
 */
entry?: number, };

export type MailConfirmation = { 
/**
 * The code that was sent there.
 */
code: string, };

export type MailRequest = { 
/**
 * The address: `local@domain` in ASCII, at most 254 bytes.
 */
address: string, 
/**
 * What is sent there is written in.
 */
language: Language, };

export type MailStatus = { 
/**
 * Whether this house sends e-mail.
 */
offered: boolean, 
/**
 * Where to; none if one has said nothing.
 */
address: string | null, 
/**
 * Whether one has shown, by the code that was sent there, that it is one's own. Before that nothing else is sent there.
 */
confirmed: boolean, };

export type PushMessage = { 
/**
 * How many tables wait.
 */
count: number, 
/**
 * Some of them, the latest first.
 */
tables: Array<PushTable>, };

export type PushReason = "turn" | "opponent" | "challenge" | "tournament";

export type PushRequest = { 
/**
 * Where the push service takes messages for it: an `https` address, at most 1024 bytes.
 */
endpoint: string, 
/**
 * The public key that messages are encrypted for: a point on P-256, uncompressed, in base64url without padding.
 */
p256dh: string, 
/**
 * The secret that goes into the encryption besides: 16 bytes, in base64url without padding.
 */
auth: string, };

export type PushStatus = { 
/**
 * The house's public key (VAPID), for which a browser subscribes: a point on P-256, uncompressed, in base64url without
 * padding.
 */
key: string, 
/**
 * Whether the session that asks has a subscription.
 */
subscribed: boolean, };

export type PushTable = { 
/**
 * Its address.
 */
table: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The game's name.
 */
title: string, 
/**
 * What for.
 */
why: PushReason, 
/**
 * The names of some of the others, as they are shown.
 */
with: Array<string>, };

export type Puzzle = { 
/**
 * The options that were chosen.
 */
options: Record<string, OptionValue>, 
/**
 * The seat that is to act.
 */
seat: number, 
/**
 * The finished game that the position is from: `/games/{id}`; null if computers played it for the puzzle's sake.
 */
match: string | null, 
/**
 * After how many actions and leavings of that game it stands.
 */
ply: number, 
/**
 * Where things are and what they are called.
 */
layout: Layout, 
/**
 * The position.
 */
view: View, 
/**
 * Every legal action, sorted.
 */
choices: Array<string>, 
/**
 * What they bring in scores, those that bring the same together.
 */
scores: Array<ScoreChange>, 
/**
 * The puzzle: `/puzzles/{id}`.
 */
id: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * How many seats play.
 */
seats: number, 
/**
 * How hard it is: its rating, moved by the first attempt of everybody who has a name.
 */
rating: Rating, 
/**
 * How many first attempts that is from.
 */
attempts: number, 
/**
 * Whether one's own first attempt was right; null without one.
 */
solved: boolean | null, };

export type PuzzleAnswer = { 
/**
 * Whether the action was the solution.
 */
right: boolean, 
/**
 * Whether it was one's first attempt, the one that counts.
 */
counted: boolean, 
/**
 * The best action.
 */
solution: string, 
/**
 * The solution and how it may go on from there, as the events that a table's watchers would see.
 */
line: Array<Event>, 
/**
 * The part of the victory that the seat can expect after the solution, in percent.
 */
best: number, 
/**
 * The same after the second best action.
 */
second: number, 
/**
 * The puzzle's rating now.
 */
rating: Rating, 
/**
 * One's own rating in puzzles: as one's first attempt at this one found and left it. Null without a name.
 */
own: RatingChange | null, };

export type PuzzleObjection = { 
/**
 * Why; null if it may.
 */
objection: Objection | null, };

export type PuzzleAttempt = { 
/**
 * Its notation.
 */
action: string, };

export type PuzzleOfTheDay = { 
/**
 * The day (UTC), as `2026-01-31`.
 */
day: string, 
/**
 * Its puzzle.
 */
puzzle: Puzzle, };

export type PuzzlePage = { 
/**
 * The puzzles.
 */
puzzles: Array<PuzzleSummary>, 
/**
 * `?cursor=` of the next page; null at the end.
 */
next: string | null, 
/**
 * One's own rating in puzzles; null before one's first attempt.
 */
own: Rating | null, };

export type PuzzleSummary = { 
/**
 * The puzzle: `/puzzles/{id}`.
 */
id: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * How many seats play.
 */
seats: number, 
/**
 * How hard it is: its rating, moved by the first attempt of everybody who has a name.
 */
rating: Rating, 
/**
 * How many first attempts that is from.
 */
attempts: number, 
/**
 * Whether one's own first attempt was right; null without one.
 */
solved: boolean | null, };

export type Rating = { 
/**
 * To the nearest whole number.
 */
rating: number, 
/**
 * The rating deviation: the truth is within twice this with 95 %.
 */
deviation: number, 
/**
 * Whether too little is known yet to rely on it.
 */
provisional: boolean, };

export type ExactRating = { 
/**
 * In Glicko-2's scale around 1500, to two decimals.
 */
rating: number, 
/**
 * The rating deviation, to two decimals.
 */
deviation: number, 
/**
 * How much the player's strength goes up and down in a week, to six decimals.
 */
volatility: number, };

export type RatingChange = { 
/**
 * As it was when the game ended; null for somebody's first rated game.
 */
before: Rating | null, 
/**
 * As the game left it.
 */
after: Rating, 
/**
 * The same with decimals; of puzzles it is not told.
 */
exact?: ExactRating, };

export type RatingHistory = { 
/**
 * The games.
 */
points: Array<RatingPoint>, 
/**
 * `?cursor=` of the next page; null at the end.
 */
next: string | null, };

export type RatingPoint = { 
/**
 * The game's place in the order of finishing.
 */
number: number, 
/**
 * The game's id: `/games/{id}`.
 */
id: string, 
/**
 * When it ended, in milliseconds since 1970.
 */
ms: number, 
/**
 * The rating that it left.
 */
rating: Rating, 
/**
 * The same with decimals.
 */
exact: ExactRating, };

export type ProvedRoll = { 
/**
 * The seat whose turn it opened.
 */
roller: number, 
/**
 * What the server had told of its secret before.
 */
seal: Bytes32, 
/**
 * The secret.
 */
secret: Bytes32, 
/**
 * What the other seat gave in between; null if it adds nothing.
 */
waiting: Share | null, 
/**
 * What the roller had pledged; null if it adds nothing, or if the roll is void because the share was lost.
 */
share: Share | null, 
/**
 * The roller's next pledge; null if it adds nothing.
 */
pledge: Bytes32 | null, 
/**
 * What was rolled; null if the roll is void.
 */
dice: [number, number] | null, };

export type ProofStatement = { 
/**
 * The form's name.
 */
scheme: string, 
/**
 * The game's place in the order of finishing, from 1.
 */
number: number, 
/**
 * Its text, in the notation of records.
 */
record: string, 
/**
 * The record of its dice; null for a game without dice, or from before they were proved.
 */
dice: DiceProof | null, 
/**
 * Who sat at each seat at the end, and what the game did to their ratings.
 */
seats: Array<ProofSeat>, 
/**
 * The version of the rule by which it was rated; null if it was not.
 */
rating_rule: number | null, };

export type ProofSeat = { 
/**
 * Who sat there.
 */
player: Player, 
/**
 * What the game did to their rating; null if it was not rated.
 */
rating: ProofRating | null, };

export type ProofRating = { 
/**
 * As the player's last game in that pool left it; null for the first.
 */
before: ProofStanding | null, 
/**
 * As this game left it.
 */
after: ProofStanding, };

export type ProofStanding = { 
/**
 * In Glicko-2's scale around 1500, to six decimals.
 */
rating: number, 
/**
 * The rating deviation, to six decimals.
 */
deviation: number, 
/**
 * How much the player's strength goes up and down in a week, to nine decimals.
 */
volatility: number, 
/**
 * When that game ended, in milliseconds since 1970.
 */
last_ms: number, };

export type ProofSeal = { 
/**
 * The sealed game before this one by number.
 */
before: ChainLink, 
/**
 * The house's public key, of Ed25519.
 */
key: Bytes32, 
/**
 * What that key has signed: both of the statement and of the game before.
 */
signature: Signature, };

export type ChainLink = { 
/**
 * The game's number; 0 before the first.
 */
number: number, 
/**
 * What its statement and all before it come to; zeros before the first.
 */
link: Bytes32, };

export type Signature = string;

export type ProofPart = "line" | "dice" | "result" | "ratings" | "signature" | "key" | "chain";

export type ProofFinding = { 
/**
 * Which part.
 */
part: ProofPart, 
/**
 * Whether it was compared with anything: not the dice of a game without dice, nor a key that nobody vouches for.
 */
checked: boolean, 
/**
 * What was found, in one sentence.
 */
sentence: string, };

export type ProofCheck = { 
/**
 * The game's place in the order of finishing.
 */
number: number, 
/**
 * Its id.
 */
id: string, 
/**
 * What was found, a finding a part.
 */
findings: Array<ProofFinding>, };

export type PublishedKey = { 
/**
 * The public key, of Ed25519.
 */
key: Bytes32, 
/**
 * The number of the first game that it signs.
 */
first_game: number, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, 
/**
 * What the key before has signed of it; null for the first.
 */
signature: Signature | null, };

export type SigningKeys = { 
/**
 * The keys; the last signs what ends now.
 */
keys: Array<PublishedKey>, };

export type RecordCheck = { 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * Actions that stand, and leavings.
 */
plies: number, 
/**
 * How the game ended; null if it goes on.
 */
outcome: Outcome | null, 
/**
 * The last position.
 */
view: View, };

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
 * True if its player, instead of acting, took the other's side: from here on each sits where the other did.
 */
swap?: boolean, 
/**
 * True if it had lost what it had pledged for its dice: that roll is void.
 */
lost?: boolean, 
/**
 * How many actions were taken back by consent, to before its last turn.
 */
takeback?: number, 
/**
 * Why it left, if it did.
 */
left?: LeaveReason, 
/**
 * Who sat there until a computer took the seat over.
 */
takeover_of?: Player, 
/**
 * When, in milliseconds since 1970.
 */
ms: number, 
/**
 * What its clock got back for the way through the net, and for the wait in the house, in milliseconds.
 */
credit_ms?: number, 
/**
 * What the seat had left behind it, in milliseconds; only with `clocks=true`, and only in games with clocks.
 */
left_ms?: number, 
/**
 * The position in which it came; only with `positions=true`.
 */
position?: NamedPosition, };

export type Replay = { 
/**
 * The table.
 */
info: TableInfo, 
/**
 * The events.
 */
events: Array<Event>, };

export type ReviewPlace = { 
/**
 * After how many entries of the game's line.
 */
step: number, 
/**
 * The entries of the side line, in the notation of records; none in the game itself.
 */
line: Array<string>, 
/**
 * How many of them have been played in the position that is shown; all, if there are not so many.
 */
shown: number, };

export type Reviewer = { 
/**
 * Tells people of one review apart; never used twice there.
 */
number: number, 
/**
 * Their name; none for a guest without one.
 */
name?: string, };

export type Room = "players" | "watchers";

export type Scope = "read" | "play" | "chat";

export type SeatKey = { 
/**
 * The key: whoever has it plays for this seat.
 */
key: string, };

export type SeatRequest = { 
/**
 * The table.
 */
table: string, 
/**
 * The seat's key.
 */
key: string, };

export type SeatState = { "state": "free", } | { "state": "reserved", 
/**
 * Who may take it.
 */
player: Player, } | { "state": "taken", 
/**
 * Who.
 */
player: Player, 
/**
 * Their rating in this game when they sat down, if they had one.
 */
rating?: Rating, };

export type Series = { 
/**
 * The table of its first game: what all its games have in common.
 */
id: string, 
/**
 * Which of its games this is, from 1.
 */
number: number, 
/**
 * How many games it is of.
 */
games: number, 
/**
 * What each seat had before this game, in sixtieths of a point: a game is worth one, shared by those with the first rank.
 */
score: Array<number>, 
/**
 * Whether no other game follows though there were to be more: this one was aborted, or somebody has walked off.
 */
ended?: boolean, };

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
 * The one table that the session is for, if it was opened by a seat's link: elsewhere one is nobody.
 */
table?: string, 
/**
 * A client that has nothing to say should ping at least this often, in milliseconds.
 */
ping_every_ms: number, 
/**
 * The server's time, in milliseconds since 1970.
 */
ms: number, 
/**
 * How long people are waited for, and what they may wish.
 */
limits: HouseLimits, } | { "type": "ok", 
/**
 * The message's id.
 */
id: number, 
/**
 * The table that was made or found, for `create`, `quick` and `rematch`.
 */
table?: string, 
/**
 * The seat that was taken, for `create`, `quick`, `sit` and `rematch`.
 */
seat?: number, 
/**
 * The key of a private table, for `create` and `rematch`.
 */
key?: string, 
/**
 * The offer that was made, for `offer`.
 */
offer?: number, 
/**
 * Why the action may not be taken, for `explain`; none if it may.
 */
objection?: Objection, 
/**
 * The server's time, for `ping`, in milliseconds since 1970.
 */
ms?: number, } | { "type": "error", 
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
tables: Array<ListedTable>, 
/**
 * How many there are, if more than are listed here.
 */
total: number, } | { "type": "lobby_diff", 
/**
 * The version that this leads to.
 */
version: number, 
/**
 * Tables that are new or have changed.
 */
set: Array<ListedTable>, 
/**
 * Tables that are no longer listed.
 */
gone: Array<string>, 
/**
 * How many there are, if more than are listed here.
 */
total: number, } | { "type": "own_games", 
/**
 * They, the newest first.
 */
tables: Array<TableInfo>, } | { "type": "own_game", 
/**
 * What.
 */
what: OwnGameEvent, 
/**
 * The number of the table's last event.
 */
at: number, 
/**
 * The table as it stands now.
 */
info: TableInfo, } | { "type": "table", 
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
 * The board as it will be when the game starts, until then.
 */
preview?: Preview, 
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
 * What actions bring in scores, those together that bring the same; those that bring nobody anything stand in none.
 */
scores?: Array<ScoreChange>, 
/**
 * Whether an action of this turn can be taken back.
 */
undo: boolean, 
/**
 * Whether one may take the other's side instead of acting.
 */
swap?: boolean, } | { "type": "analysis", 
/**
 * The game's table.
 */
table: string, 
/**
 * Positions that were looked at.
 */
done: number, 
/**
 * All there are; 0 while the game is still to be read.
 */
all: number, 
/**
 * Whether it can be read now.
 */
ready: boolean, 
/**
 * Of a game that is on: the number of the event by which all allowed it.
 */
until?: number, 
/**
 * Why it comes to nothing, if it does.
 */
error?: ErrorCode, } | { "type": "review", 
/**
 * The review.
 */
review: string, 
/**
 * The game's table.
 */
table: string, 
/**
 * One's own number there.
 */
you: number, 
/**
 * The number of whoever leads.
 */
leader: number, 
/**
 * All who take part, in the order of coming.
 */
people: Array<Reviewer>, 
/**
 * What the leader shows; null until they show something.
 */
place: ReviewPlace | null, } | { "type": "shown", 
/**
 * The review.
 */
review: string, 
/**
 * The place.
 */
place: ReviewPlace, } | { "type": "hint", 
/**
 * The table.
 */
table: string, 
/**
 * The position this is for: what `act` quotes.
 */
at: number, 
/**
 * The action, in notation.
 */
action: string, 
/**
 * What the pieces would do, to be drawn.
 */
motions: Array<Motion>, } | { "type": "presence", 
/**
 * The table.
 */
table: string, 
/**
 * Each seat.
 */
seats: Array<Presence>, 
/**
 * Those who watch without sitting there.
 */
watchers: Watchers, } | { "type": "chat", 
/**
 * The table.
 */
table: string, 
/**
 * Where.
 */
room: Room, 
/**
 * What, in order.
 */
lines: Array<ChatLine>, } | { "type": "rematch", 
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
 * The one table that the session is for, if it was opened by a seat's link: elsewhere one is nobody.
 */
table?: string, 
/**
 * What the token that asks is good for; absent where it is a session, which is good for everything.
 */
scopes?: Array<Scope>, 
/**
 * The token, given once to programs that asked for it.
 */
token?: string, };

export type SessionList = { 
/**
 * One's sessions, the newest first.
 */
sessions: Array<OwnSession>, };

export type SessionRequest = { 
/**
 * The name.
 */
name: string, 
/**
 * Programs ask for a bearer token; browsers get a cookie that scripts cannot read.
 */
bearer?: boolean, };

export type Share = string;

export type Sound = "move" | "capture" | "lay" | "sink" | "roll" | "turn" | "low" | "over";

export type TableCode = { 
/**
 * The code: Crockford's base 32, from five letters and digits on.
 */
code: string, 
/**
 * The table, or the game that was played there. A private one wants its key besides.
 */
table: string, };

export type CommandAnswer = { 
/**
 * The table that was made or found, for `create`, `quick` and `rematch`.
 */
table?: string, 
/**
 * The seat that was taken, for `create`, `quick`, `sit` and `rematch`.
 */
seat?: number, 
/**
 * The key of a private table, for `create` and `rematch`.
 */
key?: string, 
/**
 * The offer that was made, for `offer`.
 */
offer?: number, 
/**
 * Why the action may not be taken, for `explain`; none if it may.
 */
objection?: Objection, };

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
 * How much time each seat has.
 */
clock: TimeControl, 
/**
 * Whether only those with the key find it.
 */
private: boolean, 
/**
 * Whether its game counts for the players' ratings.
 */
rated: boolean, 
/**
 * Why it does not, though it was to.
 */
unrated?: Unrated, 
/**
 * Its place in a series of games, if it is one of several.
 */
series?: Series, 
/**
 * The tournament that it is a game of, if it is one.
 */
tournament?: TournamentRound, 
/**
 * Whether the player who did not act first may take that side: `swap`. Not by the designer's rules.
 */
pie?: boolean, 
/**
 * Where it stands.
 */
status: TableStatus, 
/**
 * When it was made, in milliseconds since 1970.
 */
created_ms: number, 
/**
 * The table it is a rematch of, or of which it is the next in a series.
 */
rematch_of: string | null, 
/**
 * Its own rematch, once someone asked for it, or the next table of its series.
 */
rematch: string | null, };

export type TablePage = { 
/**
 * The tables.
 */
tables: Array<ListedTable>, 
/**
 * How many there are of that kind in all.
 */
total: number, };

export type TableStatus = "open" | "playing" | "finished" | "aborted";

export type TimeControl = { "type": "none", } | { "type": "fischer", 
/**
 * For the whole game, in seconds: from ten seconds to three hours.
 */
initial_s: number, 
/**
 * With every turn, in seconds: up to three minutes.
 */
increment_s: number, } | { "type": "correspondence", 
/**
 * For one turn, in days: up to two weeks.
 */
days: number, };

export type TokenList = { 
/**
 * One's tokens, the newest first.
 */
tokens: Array<OwnToken>, };

export type TokenRequest = { 
/**
 * What one knows it by, written as a player's name is.
 */
name: string, 
/**
 * What it is good for, besides reading.
 */
scopes: Array<Scope>, };

export type TournamentFormat = { "kind": "swiss", 
/**
 * How many rounds are played.
 */
rounds: number, } | { "kind": "round_robin", } | { "kind": "arena", 
/**
 * For so long games are begun, in minutes.
 */
minutes: number, };

export type TournamentRequest = { 
/**
 * What it is called, written as a player's name is.
 */
name: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * How many sit at a table.
 */
seats: number, 
/**
 * Options that differ from the default.
 */
options: Record<string, OptionValue>, 
/**
 * How much time each seat has: a live clock.
 */
clock: TimeControl, 
/**
 * Whether its games count for ratings.
 */
rated: boolean, 
/**
 * How players are paired.
 */
format: TournamentFormat, 
/**
 * When it begins, in milliseconds since 1970: within the next four weeks.
 */
starts_ms: number, 
/**
 * The club that it is of: one to which whoever sets it up belongs. Its members join it, and nobody else. Without one it is for everybody.
 */
club?: string, };

export type TournamentStatus = "open" | "running" | "finished" | "cancelled";

export type TournamentSummary = { 
/**
 * Its address: `/tournaments/{id}`.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * How many sit at a table.
 */
seats: number, 
/**
 * Options that differ from the default.
 */
options: Record<string, OptionValue>, 
/**
 * How much time each seat has.
 */
clock: TimeControl, 
/**
 * Whether its games count for ratings.
 */
rated: boolean, 
/**
 * How players are paired.
 */
format: TournamentFormat, 
/**
 * Where it stands.
 */
status: TournamentStatus, 
/**
 * Who has set it up.
 */
host: Player, 
/**
 * The club that it is of, as long as there is that.
 */
club?: ClubName, 
/**
 * When it begins or began, in milliseconds since 1970.
 */
starts_ms: number, 
/**
 * When it was over, in milliseconds since 1970.
 */
ended_ms?: number, 
/**
 * The round that was paired last, from 1; 0 before the first. In an arena each pairing is one.
 */
round: number, 
/**
 * How many have joined, those who have withdrawn included.
 */
players: number, };

export type TournamentPage = { 
/**
 * The tournaments.
 */
tournaments: Array<TournamentSummary>, 
/**
 * The cursor of the next page, if there is one.
 */
next?: string, };

export type Tournament = { 
/**
 * Everybody who has joined, the first first.
 */
standings: Array<TournamentStanding>, 
/**
 * Every game and every bye, the last round first.
 */
games: Array<TournamentGame>, 
/**
 * Its address: `/tournaments/{id}`.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Which game, by its id.
 */
game: string, 
/**
 * How many sit at a table.
 */
seats: number, 
/**
 * Options that differ from the default.
 */
options: Record<string, OptionValue>, 
/**
 * How much time each seat has.
 */
clock: TimeControl, 
/**
 * Whether its games count for ratings.
 */
rated: boolean, 
/**
 * How players are paired.
 */
format: TournamentFormat, 
/**
 * Where it stands.
 */
status: TournamentStatus, 
/**
 * Who has set it up.
 */
host: Player, 
/**
 * The club that it is of, as long as there is that.
 */
club?: ClubName, 
/**
 * When it begins or began, in milliseconds since 1970.
 */
starts_ms: number, 
/**
 * When it was over, in milliseconds since 1970.
 */
ended_ms?: number, 
/**
 * The round that was paired last, from 1; 0 before the first. In an arena each pairing is one.
 */
round: number, 
/**
 * How many have joined, those who have withdrawn included.
 */
players: number, };

export type TournamentStanding = { 
/**
 * Their place, from 1: those who stand exactly alike share one.
 */
place: number, 
/**
 * Who.
 */
player: Player, 
/**
 * Their points, in parts of which 120 make one.
 */
score: number, 
/**
 * The points of all whom they have met, in the same parts: of those who have as many points, whoever met stronger ones goes first.
 */
opponents_score: number, 
/**
 * How many of their games are over.
 */
games: number, 
/**
 * Whether they take no further part.
 */
withdrawn?: boolean, };

export type TournamentGame = { 
/**
 * Its round, from 1.
 */
round: number, 
/**
 * Its table; none for a bye.
 */
table?: string, 
/**
 * The players, by the seats that they began at; one alone has a bye.
 */
players: Array<string>, 
/**
 * What each of them got for it, once it is over, in parts of which 120 make a point.
 */
points?: Array<number>, };

export type TournamentRound = { 
/**
 * The tournament.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * The round, from 1.
 */
round: number, };

export type ClubRequest = { 
/**
 * What it is called, written as a player's name is. No two clubs have names that look the same.
 */
name: string, 
/**
 * A few words about itself: plain text, without links, and 500 characters at most.
 */
about: string, };

export type ClubOwnerRequest = { 
/**
 * A member of it.
 */
player: string, };

export type ClubName = { 
/**
 * Its address: `/clubs/{id}`.
 */
id: string, 
/**
 * What it is called.
 */
name: string, };

export type ClubSummary = { 
/**
 * Its address: `/clubs/{id}`.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * A few words about itself; perhaps none.
 */
about: string, 
/**
 * Whose it is.
 */
owner: Player, 
/**
 * How many belong to it, its owner included.
 */
members: number, 
/**
 * When it was founded, in milliseconds since 1970.
 */
founded_ms: number, };

export type ClubPage = { 
/**
 * The clubs.
 */
clubs: Array<ClubSummary>, 
/**
 * The cursor of the next page, if there is one.
 */
next?: string, };

export type ClubMember = { 
/**
 * Who.
 */
player: Player, 
/**
 * Since when, in milliseconds since 1970.
 */
joined_ms: number, };

export type Club = { 
/**
 * Everybody who belongs to it, whoever has for the longest time first.
 */
roster: Array<ClubMember>, 
/**
 * The public tables, open or on, at which one of them sits: the newest first, 100 at most.
 */
tables: Array<TableInfo>, 
/**
 * Whom the owner has put out and not let in again: told to the owner alone.
 */
expelled?: Array<Player>, 
/**
 * Its address: `/clubs/{id}`.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * A few words about itself; perhaps none.
 */
about: string, 
/**
 * Whose it is.
 */
owner: Player, 
/**
 * How many belong to it, its owner included.
 */
members: number, 
/**
 * When it was founded, in milliseconds since 1970.
 */
founded_ms: number, };

export type Unrated = "not_all_moved" | "too_often";

export type Watchers = { 
/**
 * How many there are.
 */
count: number, 
/**
 * Those of them who have said a name, in the order of coming; the first few.
 */
names: Array<string>, };

export type Words = { "type": "text", 
/**
 * One line, of at most 200 characters, without links.
 */
text: string, } | { "type": "phrase", 
/**
 * Which.
 */
phrase: Phrase, };
