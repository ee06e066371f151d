//! Setting a table up, with somebody sitting at it from the start.

use cydonia_protocol::{ErrorCode, Player, SeatState, ServerMessage, TableInfo, TableStatus, TimeControl};
use cydonia_rules::{GameKind, Options, Seat, Setup};
use uuid::Uuid;

use super::record::Record;
use super::refused::Refused;
use super::task::load;
use crate::app::App;
use crate::socket::Outbox;
use crate::store::NewTable;

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
    /// The player's own seat.
    pub(crate) seat: Seat,
}

/// A table that was set up.
#[derive(Debug)]
struct Created {
    id: Uuid,
    /// The seat of whoever asked for it, if still there.
    seat: Option<Seat>,
    /// A private table's key.
    key: Option<String>,
}

/// Carries a wish out, or finds the table that it was carried out with before, and answers.
pub(crate) async fn create(app: &App, outbox: &Outbox, id: u64, wish: Wish) {
    let created = match outbox.player() {
        Some(player) => set_up(app, player, wish).await,
        None => Err(Refused::no_session()),
    };
    outbox.send(&match created {
        Ok(Created { id: table, seat, key }) => {
            ServerMessage::Ok { id, table: Some(table), seat, key, offer: None, ms: None }
        }
        Err(Refused { code, message }) => ServerMessage::Error { id: Some(id), code, message },
    });
}

async fn set_up(app: &App, player: &Player, wish: Wish) -> Result<Created, Refused> {
    let now = app.clock.now_ms();
    let id = app.entropy.id(now);
    let kind = GameKind::from_id(&wish.game)
        .ok_or_else(|| Refused::new(ErrorCode::BadGame, "there is no such game"))?;
    let setup = Setup { seats: wish.seats, options: wish.options, first: 0 };
    setup.check(kind.info())?;
    wish.clock.check().map_err(|why| Refused::new(ErrorCode::BadClock, why.to_string()))?;
    if wish.seat >= wish.seats {
        return Err(Refused::new(ErrorCode::BadSeat, "there is no such seat"));
    }
    let info = TableInfo {
        id,
        game: wish.game,
        options: setup.options,
        seats: vec![SeatState::Free {}; usize::from(wish.seats)],
        first: 0,
        clock: wish.clock,
        private: wish.private,
        status: TableStatus::Open,
        created_ms: now,
        rematch_of: None,
        rematch: None,
    };
    let key = wish.private.then(|| app.entropy.secret::<16>());
    let new = seated(info, key.clone(), Some((player.id, wish.request)), wish.seat, player.clone(), now);
    let unmade = |error| Refused::by_store(&error, "the table could not be set up just now; try again");
    let has_all = app.store.tables_of(player.id).await.map_err(unmade)? >= app.gate.limits().tables;
    if has_all && app.store.wished(player.id, wish.request).await.map_err(unmade)?.is_none() {
        return Err(Refused::new(
            ErrorCode::TooMany,
            "you have as many tables as one may have: finish a game first",
        ));
    }
    let listed = new.info.clone();
    let made = app.store.create_table(new).await.map_err(unmade)?;
    if made == id {
        app.lobby.put(&listed);
        return Ok(Created { id, seat: Some(wish.seat), key });
    }
    let first = load(app, made).await.map_err(unmade)?;
    if let Some((table, _)) = &first {
        app.lobby.put(&table.info);
    }
    let (seat, key) = first.map(|(table, _)| (table.seat_of(player.id), table.key)).unwrap_or_default();
    Ok(Created { id: made, seat, key })
}

/// A new table at which `player` sits.
pub(super) fn seated(
    mut info: TableInfo,
    key: Option<String>,
    wish: Option<(Uuid, Uuid)>,
    seat: Seat,
    player: Player,
    now: i64,
) -> NewTable {
    if let Some(state) = info.seats.get_mut(usize::from(seat)) {
        *state = SeatState::Taken { player: player.clone() };
    }
    NewTable { info, key, wish, records: vec![(now, Record::Sit { seat, player })] }
}
