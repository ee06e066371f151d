//! `cydonia nodes`: which nodes of a house there are, and how each stands.

use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};

use super::arguments::Data;
use super::{CommandError, block_on};
use crate::config::Database;
use crate::limits;
use crate::store::{ListedNode, nodes};

pub(super) fn run(data: Data) -> Result<ExitCode, CommandError> {
    let Database::Postgres(url) = data.database()? else { return Err(CommandError::NothingShared) };
    let nodes = block_on(async { Ok(nodes(&url).await?) })?;
    if nodes.is_empty() {
        println!("no nodes: the house is closed, or one server has the database alone");
        return Ok(ExitCode::SUCCESS);
    }
    println!("{:>6}  {:>6}  {:>5}  {:<9}  {:<29}  hears", "node", "weight", "slots", "state", "since");
    for node in nodes {
        let ListedNode { number, begun_ms, weight, slots, hears, .. } = &node;
        let since = UNIX_EPOCH + Duration::from_millis(u64::try_from(*begun_ms).unwrap_or(0));
        let since = httpdate::fmt_http_date(since);
        let hears = hears.trim_matches(['[', ']']).replace(',', " ");
        println!("{number:>6}  {weight:>6}  {slots:>5}  {:<9}  {since:<29}  {hears}", state(&node));
    }
    Ok(ExitCode::SUCCESS)
}

fn state(node: &ListedNode) -> &'static str {
    if node.silent_ms > 2 * limits::NODE_BEAT.as_millis() as i64 {
        "silent"
    } else if node.leaving {
        // So does one that is opening its store: it is given nothing yet.
        "not open"
    } else {
        "open"
    }
}
