//! Games that are on: how far all who play have let them be analysed, and what was made of that. It is kept in memory: a game goes
//! on, and when it is over it is analysed whole. Whoever asks after a restart has it made anew.

use std::collections::VecDeque;

use cydonia_protocol::ErrorCode;
use cydonia_table::Table;
use uuid::Uuid;

use super::subject::{End, Played, Subject, UnderWay};
use super::{Analyses, tell};
use crate::background::yield_core;
use crate::limits;
use crate::store::{Store, StoreError};

/// The documents that were made last, the latest at the end.
#[derive(Debug, Default)]
pub(super) struct LatestDocuments(VecDeque<Made>);

/// One of them.
#[derive(Debug)]
struct Made {
    subject: Subject,
    document: String,
    /// How many positions were looked at.
    all: u32,
}

impl LatestDocuments {
    pub(super) fn get(&self, subject: Subject) -> Option<(&str, u32)> {
        let made = self.0.iter().find(|made| made.subject == subject)?;
        Some((&made.document, made.all))
    }

    pub(super) fn keep(&mut self, subject: Subject, document: String, all: u32) {
        self.0.retain(|made| made.subject != subject);
        if self.0.len() >= limits::ANALYSES_IN_MEMORY {
            self.0.pop_front();
        }
        self.0.push_back(Made { subject, document, all });
    }

    fn lapse(&mut self, is_over: impl Fn(Subject) -> bool) {
        self.0.retain(|made| !is_over(made.subject));
    }
}

impl Analyses {
    /// A game that is on, for whoever may see it.
    ///
    /// # Errors
    /// If the database fails, or its journal does not replay.
    pub(crate) async fn under_way(
        &self,
        table: Uuid,
        player: Option<Uuid>,
        key: Option<&str>,
    ) -> Result<Option<UnderWay>, StoreError> {
        let found = match self.read_table(table).await {
            // Its row was a commit behind its journal, perhaps, which is over by now.
            Err(StoreError::Damaged(_)) => self.read_table(table).await?,
            read => read?,
        };
        let found = found.filter(|found| found.playing().is_some() && found.admits(player, key));
        Ok(found.map(|found| UnderWay { table, until: found.analysed_until() }))
    }

    /// What was made of a game that is on, as far as all who play have allowed it.
    pub(crate) fn of_under_way(&self, game: UnderWay) -> Option<String> {
        let subject = Subject { table: game.table, until: Some(game.until?) };
        self.latest().get(subject).map(|(document, _)| document.to_owned())
    }

    /// Takes in how far a game that is on may be analysed from now on, if at all: whatever was made of it under other leave is let
    /// go, and what is being made comes to nothing.
    pub(crate) fn lapse(&self, table: Uuid, until: Option<u64>) {
        let is_over =
            |subject: Subject| subject.table == table && subject.until.is_some() && subject.until != until;
        self.latest().lapse(is_over);
        let ended: Vec<_> = self.lock().extract_if(|subject, _| is_over(*subject)).collect();
        for (subject, job) in ended {
            for outbox in &job.listeners {
                tell(Some(outbox), subject, job.progress, Some(ErrorCode::Stale));
            }
        }
    }

    /// A table as it stands, from its journal.
    async fn read_table(&self, id: Uuid) -> Result<Option<Table>, StoreError> {
        let store = self.store.clone();
        let read = async move {
            let Some((row, journal)) = store.table(id).await? else { return Ok(None) };
            let (table, _) = Table::of_row(row, &journal)?;
            Ok(Some(table))
        };
        self.store.background().carry(read).await.unwrap_or(Err(StoreError::Unavailable))
    }
}

/// What was played of a game that is on, as far as all who play have allowed it; none if that holds no longer.
pub(super) async fn played(store: &Store, subject: Subject) -> Result<Option<Played>, StoreError> {
    let Some(until) = subject.until else { return Ok(None) };
    let Some((row, journal)) = store.table(subject.table).await? else { return Ok(None) };
    let played = Table::acted_until(row, &journal, until, yield_core)?;
    Ok(played.map(|(acted, stands)| Played { acted, end: End::Stands(Box::new(stands)) }))
}
