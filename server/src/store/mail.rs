//! E-mail: where players want to be told, what shows that it is theirs, and when they last were.

use cydonia_protocol::{Language, MailStatus};
use uuid::Uuid;

use super::engine::{Statement, from_row};
use super::write::{Batch, Write};
use super::{Store, StoreError, TokenHash};
use crate::limits;

/// Keeps where somebody wants to be told, in place of where they did before. Nothing is sent there until they have shown that it
/// is theirs. What ends it stays as it is for one and the same address: letters have it.
#[derive(Clone, Debug)]
pub(crate) struct KeepMailAddress {
    /// Who.
    pub player: Uuid,
    /// Where.
    pub address: String,
    /// What is sent there is written in.
    pub language: Language,
    /// Of the code that is sent there.
    pub code: TokenHash,
    /// What ends it again, in the letters themselves.
    pub unsubscribe: String,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Takes an address for somebody's own, if they have the code that was sent there. Another one counts as a guess.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConfirmMailAddress {
    /// Who.
    pub player: Uuid,
    /// The hash of what they have.
    pub code: TokenHash,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Sends somebody nothing any more.
#[derive(Clone, Debug)]
pub(crate) enum ForgetMail {
    /// A player, who says so.
    Of(Uuid),
    /// Whoever has what stood in a letter.
    By(String),
}

/// Forgets addresses that nobody has shown to be theirs for longer than a code is good.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForgetUnconfirmedMail {
    /// The code was sent before then, in milliseconds since 1970.
    pub before_ms: i64,
}

/// Claims the right to write to somebody now, before anything is sent: whatever becomes of the house in between, they are not written to
/// again today. Not where they have ended it meanwhile, or given another address.
#[derive(Clone, Debug)]
pub(crate) struct ClaimLetter {
    /// Who, as they were found.
    pub recipient: MailRecipient,
    /// When it was looked what waits, in milliseconds since 1970: what begins to wait later is told the next time.
    pub looked_ms: i64,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// What became of a look whether somebody is to be written to, or of a letter that was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MailOutcome {
    /// There was nothing to tell.
    Nothing,
    /// The relay has a letter, or may have it.
    Sent,
    /// It surely has it not, and may take it another time.
    Later,
    /// It would not take it for this address.
    Refused,
}

/// Notes down what became of it.
#[derive(Clone, Debug)]
pub(crate) struct NoteMail {
    /// Who, as they were found.
    pub recipient: MailRecipient,
    /// What.
    pub outcome: MailOutcome,
    /// When, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Somebody who may be written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MailRecipient {
    /// Who.
    pub player: Uuid,
    /// Where.
    pub address: String,
    /// What ends it again.
    pub unsubscribe: String,
    /// When they last were, in milliseconds since 1970.
    pub told_ms: i64,
    language: String,
}

from_row!(MailRecipient: player, address, unsubscribe, told_ms, language);

impl MailRecipient {
    /// What they are written to in.
    pub(crate) fn language(&self) -> Language {
        Language::from_tag(&self.language).unwrap_or_default()
    }
}

impl Write for KeepMailAddress {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of(
            "INSERT INTO mail (player, address, language, unsubscribe, code_hash, code_ms, tries, due_ms, told_ms, failures)
             SELECT id, $2, $3, $4, $5, $6, 0, $6, 0, 0 FROM players WHERE id = $1 AND deleted_ms IS NULL
             ON CONFLICT (player) DO UPDATE SET address = excluded.address, language = excluded.language,
             unsubscribe = CASE WHEN mail.address = excluded.address THEN mail.unsubscribe ELSE excluded.unsubscribe END,
             code_hash = excluded.code_hash, code_ms = excluded.code_ms, tries = 0,
             due_ms = excluded.due_ms, told_ms = excluded.told_ms, failures = 0",
        )
        .bind(self.player)
        .bind(self.address)
        .bind(self.language.tag())
        .bind(self.unsubscribe)
        .bind(self.code.bytes())
        .bind(self.now_ms)
        .execute(&mut batch.connection)
        .await?;
        Ok(())
    }
}

impl Write for ConfirmMailAddress {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let connection = &mut batch.connection;
        let since_ms = self.now_ms - limits::MAIL_CODE.as_millis() as i64;
        let confirmed = Statement::of(
            "UPDATE mail SET code_hash = NULL, due_ms = $4
             WHERE player = $1 AND code_hash = $2 AND code_ms > $3 AND tries < $5",
        )
        .bind(self.player)
        .bind(self.code.bytes())
        .bind(since_ms)
        .bind(self.now_ms)
        .bind(limits::MAIL_TRIES)
        .execute(connection)
        .await?;
        if confirmed == 0 {
            Statement::of("UPDATE mail SET tries = tries + 1 WHERE player = $1 AND code_hash IS NOT NULL")
                .bind(self.player)
                .execute(connection)
                .await?;
        }
        Ok(confirmed > 0)
    }
}

impl Write for ForgetMail {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        match self {
            Self::Of(player) => Statement::of("DELETE FROM mail WHERE player = $1").bind(player),
            Self::By(unsubscribe) => {
                Statement::of("DELETE FROM mail WHERE unsubscribe = $1").bind(unsubscribe)
            }
        }
        .execute(&mut batch.connection)
        .await?;
        Ok(())
    }
}

impl Write for ForgetUnconfirmedMail {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        Statement::of("DELETE FROM mail WHERE code_hash IS NOT NULL AND code_ms < $1")
            .bind(self.before_ms)
            .execute(&mut batch.connection)
            .await?;
        Ok(())
    }
}

impl Write for ClaimLetter {
    type Output = bool;

    async fn apply(self, batch: &mut Batch<'_>) -> Result<bool, StoreError> {
        let claimed = Statement::of(
            "UPDATE mail SET due_ms = $3, told_ms = $4
             WHERE player = $1 AND unsubscribe = $2 AND address = $5 AND code_hash IS NULL AND due_ms <= $6",
        )
        .bind(self.recipient.player)
        .bind(self.recipient.unsubscribe)
        .bind(self.now_ms + limits::MAIL_PAUSE.as_millis() as i64)
        .bind(self.looked_ms)
        .bind(self.recipient.address)
        .bind(self.now_ms)
        .execute(&mut batch.connection)
        .await?;
        Ok(claimed > 0)
    }
}

impl Write for NoteMail {
    type Output = ();

    async fn apply(self, batch: &mut Batch<'_>) -> Result<(), StoreError> {
        let Self { recipient: MailRecipient { player, unsubscribe, address, told_ms, .. }, outcome, now_ms } =
            self;
        let connection = &mut batch.connection;
        let again_ms = now_ms + limits::MAIL_LOOK.as_millis() as i64;
        // Whoever has given another address meanwhile begins anew.
        let ours = |statement| Statement::of(statement).bind(player).bind(&unsubscribe).bind(&address);
        match outcome {
            MailOutcome::Nothing => {
                ours("UPDATE mail SET due_ms = $4 WHERE player = $1 AND unsubscribe = $2 AND address = $3").bind(again_ms)
            }
            MailOutcome::Sent => {
                ours("UPDATE mail SET failures = 0 WHERE player = $1 AND unsubscribe = $2 AND address = $3")
            }
            // What was not told is to be told still.
            MailOutcome::Later => ours(
                "UPDATE mail SET due_ms = $4, told_ms = $5 WHERE player = $1 AND unsubscribe = $2 AND address = $3",
            )
            .bind(again_ms)
            .bind(told_ms),
            MailOutcome::Refused => ours(
                "UPDATE mail SET failures = failures + 1, told_ms = $4
                 WHERE player = $1 AND unsubscribe = $2 AND address = $3",
            )
            .bind(told_ms),
        }
        .execute(connection)
        .await?;
        if outcome == MailOutcome::Refused {
            Statement::of("DELETE FROM mail WHERE player = $1 AND failures >= $2")
                .bind(player)
                .bind(limits::MAIL_FAILURES)
                .execute(connection)
                .await?;
        }
        Ok(())
    }
}

impl Store {
    /// Where somebody is told.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn mail_status(&self, player: Uuid, offered: bool) -> Result<MailStatus, StoreError> {
        let found: Option<(String, bool)> =
            Statement::of("SELECT address, code_hash IS NULL FROM mail WHERE player = $1")
                .bind(player)
                .fetch_optional(&mut self.readers.play.lend().await?)
                .await?;
        Ok(match found {
            Some((address, confirmed)) => MailStatus { offered, address: Some(address), confirmed },
            None => MailStatus { offered, ..MailStatus::default() },
        })
    }

    /// Some of those at whom it is time to look, the longest first.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn mail_due(&self, now_ms: i64) -> Result<Vec<MailRecipient>, StoreError> {
        Statement::of(
            "SELECT player, address, unsubscribe, told_ms, language FROM mail
             WHERE code_hash IS NULL AND due_ms <= $1 ORDER BY due_ms LIMIT $2",
        )
        .bind(now_ms)
        .bind(limits::MAIL_BATCH)
        .fetch_all(&mut self.readers.play.lend().await?)
        .await
    }
}
