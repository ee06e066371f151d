//! Table creation: setting a table up, with somebody sitting at it from the start.

use std::sync::Arc;

use cydonia_protocol::{
    ChallengedSeat, Command, ComputerSeat, ErrorCode, Player, Rating, SeatState, Series, ServerMessage,
    TableInfo, TableStatus, TimeControl,
};
use cydonia_rules::{GameKind, Options, Seat, Setup};
use cydonia_table::journal::{Record, TableRow};
use cydonia_table::{Rejection, Sitter, Table, UnixMs, check_pie, check_rated, check_series, computer};
use uuid::Uuid;

use super::contacts::keep_challenged;
use super::message::{Ask, Asker, Request, TableMessage};
use super::own_games;
use super::push::note_challenged;
use super::rated::check_not_barred;
use super::registry::Registry;
use crate::admission::Address;
use crate::context::Context;
use crate::limits;
use crate::lobby::Origin;
use crate::rejection::by_store;
use crate::store::{CreateTable, Made, NewTable, StoreError};
use crate::text::Company;

/// What somebody wants to play.
#[derive(Debug)]
pub(crate) struct Wish {
    /// The player's own id for this wish: a repeat gets the first answer.
    pub(crate) request: Uuid,
    /// Which game, by its id.
    pub(crate) game: String,
    /// How many seats.
    pub(crate) seats: u8,
    /// Options that differ from the default.
    pub(crate) options: Options,
    /// How much time each seat has.
    pub(crate) clock: TimeControl,
    /// Whether the table is reached by its key only.
    pub(crate) private: bool,
    /// Whether the game counts for the players' ratings.
    pub(crate) rated: bool,
    /// The player's own seat.
    pub(crate) seat: Seat,
    /// Computers for other seats, or for all.
    pub(crate) computers: Vec<ComputerSeat>,
    /// People for whom other seats are kept.
    pub(crate) challenged: Vec<ChallengedSeat>,
    /// How many games are played.
    pub(crate) games: u8,
    /// Whether the player who does not act first may take that side.
    pub(crate) pie: bool,
}

impl Wish {
    /// Whether computers take all seats, so that whoever wishes for them looks on.
    fn looks_on(&self) -> bool {
        self.computers.len() == usize::from(self.seats)
    }

    /// What a client has said it wants; none if that is something else.
    pub(crate) fn said(command: Command) -> Option<Self> {
        let Command::Create {
            request,
            game,
            seats,
            options,
            clock,
            private,
            rated,
            seat,
            computers,
            challenged,
            games,
            pie,
        } = command
        else {
            return None;
        };
        Some(Self {
            request,
            game,
            seats,
            options,
            clock,
            private,
            rated,
            seat,
            computers,
            challenged,
            games,
            pie,
        })
    }
}

/// Which wish it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct WishId {
    /// Whose.
    pub(super) player: Uuid,
    /// The player's own id for it.
    pub(super) request: Uuid,
}

impl WishId {
    /// As the store takes it: whose, and the player's own id for it.
    pub(super) fn of_player(self) -> (Uuid, Uuid) {
        (self.player, self.request)
    }
}

/// What became of a wish.
#[derive(Debug)]
enum SetUp {
    /// There is a new table.
    Now {
        table: Uuid,
        /// None for whoever looks on.
        seat: Option<Seat>,
        /// A private table's key.
        key: Option<String>,
    },
    /// It was carried out before, with this table.
    Before(Uuid),
}

/// Carries a wish out, or has the table answer that it was carried out with before.
pub(crate) async fn create(registry: &Arc<Registry>, from: Asker, wish: Wish) {
    let set_up = match from.outbox.signed_in() {
        Ok(player) => set_up(registry, player, from.outbox.address(), wish).await,
        Err(rejection) => Err(rejection),
    };
    from.outbox.send(&match set_up {
        Ok(SetUp::Now { table, seat, key }) => ServerMessage::Ok {
            id: from.id,
            table: Some(table),
            seat,
            key,
            offer: None,
            objection: None,
            ms: None,
        },
        // How it stands by now, it alone knows.
        Ok(SetUp::Before(table)) => return registry.send(table, Request { from, ask: Ask::Recall }).await,
        Err(rejection) => rejection.told(from.id),
    });
}

async fn set_up(
    registry: &Arc<Registry>,
    player: &Player,
    address: Address,
    wish: Wish,
) -> Result<SetUp, Rejection> {
    let context = registry.context();
    let unmade = |error| by_store(&error, "the table could not be set up just now; try again");
    let now = UnixMs(context.clock.now_ms());
    let id = registry.new_table_id(now.0);
    let kind = GameKind::from_id(&wish.game)
        .ok_or_else(|| Rejection::new(ErrorCode::BadGame, "there is no such game"))?;
    let setup = Setup { seats: wish.seats, options: wish.options.clone(), first: 0 };
    setup.check(kind.info())?;
    wish.clock.check().map_err(|why| Rejection::new(ErrorCode::BadClock, why.to_string()))?;
    if wish.seat >= wish.seats {
        return Err(Rejection::new(ErrorCode::BadSeat, "there is no such seat"));
    }
    let looks_on = wish.looks_on();
    if looks_on || !wish.challenged.is_empty() {
        // A repeat is no further challenge, and takes no further place of those for tables of computers.
        if let Some(table) = context.store.wished(player.id, wish.request).await.map_err(unmade)? {
            return Ok(SetUp::Before(table));
        }
    }
    let (seats, told) = kept_seats(context, player, &wish).await?;
    check_series(wish.games, wish.seats)?;
    let info = TableInfo {
        id,
        game: wish.game,
        options: setup.options,
        seats,
        first: 0,
        clock: wish.clock,
        private: wish.private,
        rated: wish.rated,
        unrated: None,
        status: TableStatus::Open,
        created_ms: now.0,
        rematch_of: None,
        rematch: None,
        series: Series::begin(id, wish.games, usize::from(wish.seats)),
        tournament: None,
        pie: wish.pie,
    };
    check_pie(&info)?;
    check_rated(&info)?;
    if info.rated {
        check_not_barred(context, player.id)?;
    }
    let own = if looks_on {
        None
    } else {
        Some((wish.seat, sitter_at(context, player, &info).await.map_err(unmade)?))
    };
    let seat = own.as_ref().map(|(seat, _)| *seat);
    let key = wish.private.then(|| context.entropy.secret::<16>());
    let wish_id = WishId { player: player.id, request: wish.request };
    if looks_on && !context.lobby.begin_exhibition(id) {
        let why = "as many tables of computers alone are played as this house lets: look on there";
        return Err(Rejection::new(ErrorCode::TooMany, why));
    }
    let computers = computers_of(context, &info).await.map_err(unmade)?;
    let new = seated(info, key.clone(), wish_id, own.into_iter().chain(computers), now);
    let made = keep(registry, new, Origin { player: player.id, address }, &told).await;
    if looks_on && !matches!(made, Ok(Made::Now(_))) {
        context.lobby.end_exhibition(id);
    }
    match made.map_err(unmade)? {
        Made::Now(_) => {
            // They may have been banned in that moment.
            if context.sanctions.bans(player.id) {
                registry.post(id, TableMessage::Banned(player.id)).await;
            }
            Ok(SetUp::Now { table: id, seat, key })
        }
        Made::Before(table) => Ok(SetUp::Before(table)),
        Made::TooMany => Err(too_many()),
        Made::TooManyChallenges => Err(too_many_challenges()),
    }
}

/// The seats of a new table, with those kept for computers and for people who are challenged; and those of them who may be told where they
/// are not.
async fn kept_seats(
    context: &Context,
    player: &Player,
    wish: &Wish,
) -> Result<(Vec<SeatState>, Vec<Uuid>), Rejection> {
    let mut seats = kept_for_computers(wish.seats, &wish.computers)?;
    if !wish.looks_on() && seats[usize::from(wish.seat)] != (SeatState::Free {}) {
        return Err(Rejection::new(ErrorCode::SeatTaken, "you wish for a computer at your own seat"));
    }
    let told = keep_challenged(context, player, wish, &mut seats).await?;
    Ok((seats, told))
}

/// The seats of a new table, with those kept for computers that somebody wishes for.
fn kept_for_computers(count: u8, wishes: &[ComputerSeat]) -> Result<Vec<SeatState>, Rejection> {
    let mut seats = vec![SeatState::Free {}; usize::from(count)];
    for ComputerSeat { seat, level } in wishes {
        let player = computer(*level)?;
        match seats.get_mut(usize::from(*seat)) {
            None => return Err(Rejection::new(ErrorCode::BadSeat, "there is no such seat for a computer")),
            Some(free @ SeatState::Free {}) => *free = SeatState::Reserved { player },
            Some(_) => return Err(Rejection::new(ErrorCode::SeatTaken, "two computers have one seat")),
        }
    }
    Ok(seats)
}

/// Keeps a new table, and has it awake: whoever set it up comes to it next, and it need not be read for that. Those who are challenged
/// there are told by Web Push too.
pub(super) async fn keep(
    registry: &Arc<Registry>,
    new: NewTable,
    origin: Origin,
    told: &[Uuid],
) -> Result<Made, StoreError> {
    let NewTable { info, key, records, deadline_ms, .. } = new.clone();
    let context = registry.context();
    let made =
        context.store.write(CreateTable { table: new, most: context.admission.limits().tables }).await?;
    if let Made::Now(number) = made {
        context.lobby.set_up(&info, origin, registry.plays(info.id));
        // Before any of them can have answered.
        note_challenged(context, &info, told);
        own_games::note_new(context, &info, records.len() as u64);
        let row = TableRow { number, info, key, dice_key: None, deadline_ms: Some(deadline_ms) };
        let (table, _) = Table::of_row(row, &records)?;
        registry.begin(Box::new(table));
    }
    Ok(made)
}

pub(super) fn too_many_challenges() -> Rejection {
    let why = "whom you challenge has not answered as many challenges as one may have: wait for an answer";
    Rejection::new(ErrorCode::TooMany, why)
}

pub(super) fn too_many() -> Rejection {
    Rejection::new(ErrorCode::TooMany, "you have as many tables as one may have: finish a game first")
}

/// A player under the name that they have at a table, with the rating that counts there.
pub(crate) async fn sitter_at(
    context: &Context,
    player: &Player,
    info: &TableInfo,
) -> Result<Sitter, StoreError> {
    let rating = rating_at(context, player.id, info).await?;
    // As they are called by now: a socket may have been open since before.
    let player = context.store.player(player.id).await?.unwrap_or_else(|| player.clone());
    // Nobody there is to be taken for anybody else.
    let name = Company::of(&info.seats).shown(&player);
    Ok(Sitter { player: Player { name, ..player }, rating })
}

/// How somebody stands in a table's pool.
async fn rating_at(context: &Context, player: Uuid, info: &TableInfo) -> Result<Option<Rating>, StoreError> {
    let standing = context.store.standing(player, &info.game, info.pool()).await?;
    Ok(standing.map(|standing| standing.shown(context.clock.now_ms())))
}

/// The same of a computer: in a game that does not count nothing is told of it.
pub(super) async fn computers_rating(
    context: &Context,
    computer: &Player,
    info: &TableInfo,
) -> Result<Option<Rating>, StoreError> {
    if info.rated { rating_at(context, computer.id, info).await } else { Ok(None) }
}

/// The computers for which seats are kept, as they sit down.
pub(super) async fn computers_of(
    context: &Context,
    info: &TableInfo,
) -> Result<Vec<(Seat, Sitter)>, StoreError> {
    let mut computers = Vec::new();
    for (seat, state) in (0..).zip(&info.seats) {
        if let SeatState::Reserved { player } = state
            && player.computer.is_some()
        {
            let rating = computers_rating(context, player, info).await?;
            computers.push((seat, Sitter { player: player.clone(), rating }));
        }
    }
    Ok(computers)
}

/// A new table at which some sit: the first of them, if it is no computer, is the host.
pub(super) fn seated(
    mut info: TableInfo,
    key: Option<String>,
    wish: WishId,
    sitters: impl Iterator<Item = (Seat, Sitter)>,
    now: UnixMs,
) -> NewTable {
    let sit = |(seat, Sitter { player, rating }): (Seat, Sitter)| {
        if let Some(state) = info.seats.get_mut(usize::from(seat)) {
            *state = SeatState::Taken { player: player.clone(), rating };
        }
        (now.0, Record::Sit { seat, player, rating })
    };
    let records = sitters.map(sit).collect();
    let UnixMs(deadline_ms) = now + limits::open_kept(&info.clock).into();
    NewTable { info, key, wish: wish.of_player(), records, deadline_ms }
}
