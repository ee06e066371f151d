//! Setting a table up, with somebody sitting at it from the start.

use cydonia_protocol::{ErrorCode, Player, SeatState, TableInfo, TableStatus};
use cydonia_rules::{GameKind, Options, Seat, Setup};
use uuid::Uuid;

use super::record::Record;
use super::refused::Refused;
use super::task::load;
use crate::app::App;
use crate::store::{NewTable, StoreError};

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
    /// Whether the table is reached by its key only.
    pub(crate) private: bool,
    /// The player's own seat.
    pub(crate) seat: Seat,
}

/// A table that was set up.
#[derive(Debug)]
pub(crate) struct Created {
    /// Its id.
    pub(crate) id: Uuid,
    /// The seat of whoever asked for it, if still there.
    pub(crate) seat: Option<Seat>,
    /// A private table's key.
    pub(crate) key: Option<String>,
}

/// Carries a wish out, or finds the table that it was carried out with before.
///
/// # Errors
/// If the wish does not fit the game, or the store does not take it.
pub(crate) async fn create(app: &App, player: &Player, wish: Wish) -> Result<Created, Refused> {
    let now = app.clock.now_ms();
    let id = app.entropy.id(now);
    let kind = GameKind::from_id(&wish.game)
        .ok_or_else(|| Refused::new(ErrorCode::BadGame, "there is no such game"))?;
    let setup = Setup { seats: wish.seats, options: wish.options, first: 0 };
    setup.check(kind.info())?;
    if wish.seat >= wish.seats {
        return Err(Refused::new(ErrorCode::BadSeat, "there is no such seat"));
    }
    let info = TableInfo {
        id,
        game: wish.game,
        options: setup.options,
        seats: vec![SeatState::Free {}; usize::from(wish.seats)],
        first: 0,
        private: wish.private,
        status: TableStatus::Open,
        created_ms: now,
        rematch_of: None,
        rematch: None,
    };
    let key = wish.private.then(|| app.entropy.secret::<16>());
    let new = seated(info, key.clone(), Some((player.id, wish.request)), wish.seat, player.clone(), now);
    let made = app.store.create_table(new).await.map_err(unavailable)?;
    if made == id {
        app.lobby.touch();
        return Ok(Created { id, seat: Some(wish.seat), key });
    }
    let first = load(app, made).await.map_err(unavailable)?;
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

#[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
fn unavailable(error: StoreError) -> Refused {
    tracing::error!(%error, "a table could not be set up");
    Refused::new(ErrorCode::Unavailable, "the table could not be set up just now; try again")
}
