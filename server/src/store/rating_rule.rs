//! The rule by which ratings were worked out. A program that has another works all of them out anew when it opens the database, as
//! figures of two rules could not be compared.

use super::engine::{Connection, Lenient, Statement, WriterConnection};
use super::{StoreError, recompute};
use crate::glicko::RULE;

/// Brings all ratings to this program's rule, in one transaction: whatever interrupts it, the next opening begins again. A damaged
/// game keeps nobody out of the house: ratings then stay as they are until it is mended.
pub(super) async fn run(owner: &mut WriterConnection) -> Result<(), StoreError> {
    let found: Vec<Lenient<(i64,)>> =
        Statement::of("SELECT version FROM rating_rule").fetch_all(&mut owner.begin().await?).await?;
    if matches!(found[..], [Lenient(Ok((RULE,)))]) {
        return Ok(());
    }
    match recompute::work_out(owner, true).await {
        Ok(done) if done.games == 0 => Ok(()),
        Ok(done) => {
            tracing::info!(
                games = done.games,
                ratings = done.ratings,
                "all ratings were worked out by a new rule"
            );
            Ok(())
        }
        Err(StoreError::Damaged(damage)) => {
            tracing::error!(%damage, "ratings stay by an older rule: a game that they follow from is damaged");
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Notes down that all ratings are by this program's rule.
pub(super) async fn keep(connection: &mut Connection<'_>) -> Result<(), StoreError> {
    Statement::of("DELETE FROM rating_rule").execute(connection).await?;
    Statement::of("INSERT INTO rating_rule (version) VALUES ($1)").bind(RULE).execute(connection).await?;
    Ok(())
}
