//! A dump is made: page after page of the kept games, each read when the one before is written, so that it takes no more memory than
//! a page and what the tables gather.

use std::fs;

use cydonia_protocol::Dump;
use cydonia_table::LineDetail;

use super::write::{DumpWriter, flush_folder};
use super::{DumpError, Dumps, UNFINISHED, name_at};
use crate::background::yield_core;
use crate::limits;
use crate::store::{MatchFilter, Order, Store, StoreError, ToldGame, Unpacker, WholeGame, left_out};

/// Makes a dump of all public games that are kept now, and removes those that are older than the last few. Whatever stops it, no half
/// of one is ever taken for one.
///
/// # Errors
/// If the games cannot be read, or the dump cannot be written.
pub(crate) async fn make(store: &Store, dumps: &Dumps, now_ms: i64) -> Result<Dump, DumpError> {
    let through = store.last_number().await?;
    let folder = dumps.0.join(UNFINISHED);
    let (own, unfinished) = (dumps.clone(), folder.clone());
    let mut writer = on_disk(store, move || {
        own.prepare()?;
        own.tidy(limits::DUMPS_KEPT)?;
        DumpWriter::begin(&unfinished)
    })
    .await?;
    let oldest = MatchFilter { order: Order::Oldest, ..MatchFilter::default() };
    let mut after = 0;
    while after < through {
        let found = store.look_up(&oldest, Some(after), limits::MAX_PAGE_SIZE).await?;
        let Some(reached) = found.reached() else { break };
        after = reached;
        // What is kept meanwhile is for the next one: the ratings of this are of one moment.
        let games: Vec<_> = found.games.into_iter().filter(|game| game.number <= through).collect();
        let mut ahead = store.ahead(games, LineDetail::default()).await?;
        while !ahead.is_empty() {
            let games = store.next_whole(&mut ahead).await?;
            writer = on_disk(store, move || add(writer, games)).await?;
        }
    }
    let name = name_at(now_ms);
    let place = dumps.0.join(&name);
    let dump = on_disk(store, move || writer.finish(name, now_ms, through)).await?;
    let own = dumps.clone();
    on_disk(store, move || {
        fs::rename(&folder, &place).map_err(DumpError::io(&place))?;
        flush_folder(&own.0)?;
        own.tidy(limits::DUMPS_KEPT)
    })
    .await?;
    tracing::info!(name = dump.name, games = dump.games, through, "a dump was made");
    Ok(dump)
}

fn add(mut writer: DumpWriter, games: Vec<WholeGame>) -> Result<DumpWriter, DumpError> {
    let mut unpacker = Unpacker::new().map_err(StoreError::unwritable("game"))?;
    for game in games {
        let number = game.number();
        let read = game.told(LineDetail::default(), &mut unpacker, yield_core).and_then(ToldGame::read);
        match read {
            Ok(game) => writer.add(&game)?,
            Err(damage) => left_out(number, "the dump", &damage),
        }
        yield_core();
    }
    Ok(writer)
}

/// Has something done on a thread of low priority, where a disk may be waited for.
async fn on_disk<T: Send + 'static>(
    store: &Store,
    job: impl FnOnce() -> Result<T, DumpError> + Send + 'static,
) -> Result<T, DumpError> {
    let done = store.background().carry(async { job() }).await;
    done.ok_or(StoreError::Unavailable)?
}
