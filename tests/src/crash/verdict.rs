//! Verdict: what was kept, compared with what was said and seen: every event has one message that asked for it, and every
//! message that was acknowledged has its event.

use std::collections::BTreeSet;
use std::sync::Mutex;

use cydonia_protocol::dice::DiceReport;
use cydonia_protocol::{Command, Event, EventKind, MatchRecord, Replay, TableStatus};
use cydonia_rules::{LeaveReason, Seat};
use uuid::Uuid;

use super::company::Link;
use super::house::{Downtime, House, Told};
use super::ledger::{Intent, Ledger, State};
use super::{Figures, lock};
use crate::{Folded, TestClient};

/// Compares everything, once all games are over.
pub(super) async fn compare(house: &House, ledger: &Mutex<Ledger>) -> Figures {
    let mut ledger = std::mem::take(&mut *lock(ledger));
    let mut figures =
        Figures { seat_keys: ledger.keys_opened, unanswered: ledger.unanswered, ..Figures::default() };
    let mut auditor = house.auditor().await;
    let links: Vec<Link> = ledger.tables.values().map(|seen| seen.link.clone()).collect();
    let mut ends = Vec::new();
    for link in &links {
        let Some(end) = whole(house, &mut auditor, &mut ledger, link, &mut figures).await else { continue };
        attribute(link.table, &end.log, &mut ledger.intents, &mut figures);
        count(&end, &mut figures);
        ends.push(end);
    }
    let alive: BTreeSet<i64> = ends.iter().flat_map(|end| &end.log).map(|event| event.ms).collect();
    for end in &ends {
        check_downtimes(end, &house.downtimes, &alive, &mut figures);
    }
    for intent in &ledger.intents {
        let is_made = intent.made.is_some();
        match intent.state {
            State::Acknowledged if is_made => figures.acknowledged += 1,
            State::Acknowledged => figures.lost.push(format!("{intent:?}")),
            State::Sent => figures.flaws.push(format!("never answered: {intent:?}")),
            State::Refused(_) => {}
        }
        if intent.was_sent_again {
            figures.sent_again += 1;
            figures.carried_out_unanswered += usize::from(is_made && intent.state != State::Acknowledged);
        }
    }
    let (kept, wishes) = house.kept().await;
    let unknown: Vec<&Uuid> = kept.iter().filter(|id| !ledger.tables.contains_key(id)).collect();
    if !unknown.is_empty() || kept.len() != ledger.tables.len() {
        figures.doubled.push(format!("{} tables are kept, {unknown:?} were never told", kept.len()));
    }
    let wished =
        ledger.intents.iter().filter(|intent| matches!(intent.command, Command::Create { .. })).count();
    if wishes != wished {
        figures.doubled.push(format!("{wished} wishes were carried out {wishes} times"));
    }
    figures.flaws.append(&mut ledger.flaws);
    figures
}

/// A table at its end.
struct End {
    log: Vec<Event>,
    folded: Folded,
}

/// A table's whole log, folded by somebody who checks everything, and compared with what the house keeps of it.
async fn whole(
    house: &House,
    auditor: &mut TestClient,
    ledger: &mut Ledger,
    link: &Link,
    figures: &mut Figures,
) -> Option<End> {
    let table = link.table;
    let told = house.told(auditor, link).await;
    match &told {
        Told::Finished(_) => {
            let replay: Replay = house.document(link, "/replay").await;
            ledger.saw(table, &replay.events);
        }
        Told::Log(log) => ledger.saw(table, log),
    }
    let Some(log) = ledger.tables.get(&table).and_then(super::ledger::Seen::whole) else {
        figures.lost.push(format!("{table}: there are holes in what was seen"));
        return None;
    };
    let mut folded = Folded::of(0, &house.empty_table(auditor, link).await, None);
    for event in &log {
        if let Err(noticed) = folded.take(event) {
            figures.flaws.push(format!("{table}: {noticed} in {event:?}"));
            return None;
        }
    }
    if let Told::Finished(kept) = told {
        folded.info.clone_from(&kept.info);
        if *kept != folded {
            figures.flaws.push(format!("{table}: the game that is kept is not the one that was played"));
        }
        check_documents(house, link, &folded, &log, figures).await;
    } else if folded.info.status != TableStatus::Aborted {
        figures.flaws.push(format!("{table}: the game has not come to an end"));
    }
    Some(End { log, folded })
}

/// The documents of a finished game.
async fn check_documents(house: &House, link: &Link, end: &Folded, log: &[Event], figures: &mut Figures) {
    let record: MatchRecord = house.document(link, "").await;
    let outcome = end.outcome.as_ref();
    let ranks: Vec<u8> = record.summary.seats.iter().map(|seat| seat.rank).collect();
    let scores: Vec<i32> = record.summary.seats.iter().map(|seat| seat.score).collect();
    let is_same = outcome.is_some_and(|outcome| {
        (&outcome.ranks, &outcome.scores, outcome.reason) == (&ranks, &scores, record.summary.reason)
    });
    // The document tells what was undone and its undoing; whoever followed has neither any more.
    let undone = record.line.iter().filter(|step| step.undo).count();
    if !is_same || record.line.len() != end.line.len() + 2 * undone {
        figures.flaws.push(format!("{}: {outcome:?} is kept as {:?}", link.table, record.summary));
    }
    if end.dice.is_some() {
        let report: DiceReport = house.document(link, "/dice").await;
        let proved: Vec<_> = report.proof.rolls.iter().map(|roll| roll.dice).collect();
        let rolled = log.iter().filter_map(|event| match event.what {
            EventKind::Roll { dice, .. } => Some(Some(dice)),
            EventKind::Lost { .. } => Some(None),
            _ => None,
        });
        if !report.fits || !rolled.eq(proved) {
            figures.flaws.push(format!("{}: {}", link.table, report.sentence));
        }
    }
}

/// Finds the one message that asked for each event.
fn attribute(table: Uuid, log: &[Event], intents: &mut [Intent], figures: &mut Figures) {
    let mut seated: Vec<Option<Uuid>> = Vec::new();
    let mut at = 0;
    // Of a thousand kills there are tens of thousands of messages, and as many events.
    let mut own: Vec<&mut Intent> = intents.iter_mut().filter(|intent| intent.table == Some(table)).collect();
    for event in log {
        if let EventKind::Sit { seat, player, .. } = &event.what {
            seated.resize(seated.len().max(usize::from(*seat) + 1), None);
            seated[usize::from(*seat)] = Some(player.id);
        }
        if !follows_by_itself(event) {
            let may_be = |intent: &&mut &mut Intent| {
                let may_have_been = match intent.state {
                    State::Acknowledged | State::Sent => true,
                    State::Refused(_) => intent.was_sent_again,
                };
                may_have_been && intent.made.is_none() && asked_for(intent, event, at, &seated)
            };
            let acknowledged = |intent: &&mut &mut Intent| intent.state != State::Acknowledged;
            match own.iter_mut().filter(may_be).min_by_key(acknowledged) {
                Some(intent) => intent.made = Some(event.n),
                None => figures.doubled.push(format!("{table}: nobody asked for {event:?}")),
            }
        }
        if let EventKind::Swap { .. } = event.what {
            seated.reverse();
        }
        if event.what.moves_position() {
            at = event.n;
        }
    }
}

/// Whether an event comes by itself, with another or with time.
fn follows_by_itself(event: &Event) -> bool {
    match &event.what {
        EventKind::Start { .. }
        | EventKind::Takeback { .. }
        | EventKind::AllowAnalysis {}
        | EventKind::Pause {}
        | EventKind::Outage { .. }
        | EventKind::Finish { .. }
        | EventKind::Leave { reason: LeaveReason::Timeout, .. } => true,
        // Those of a seat that adds nothing.
        EventKind::Roll { share, .. } => share.is_none(),
        _ => false,
    }
}

/// Whether a message asks for just this event, `at` being the position before it.
fn asked_for(intent: &Intent, event: &Event, position: u64, seated: &[Option<Uuid>]) -> bool {
    let by = |seat: &Seat| seated.get(usize::from(*seat)).copied().flatten() == Some(intent.player);
    match (&event.what, &intent.command) {
        (
            EventKind::Sit { player, .. },
            Command::Create { .. } | Command::Rematch { .. } | Command::Sit { .. },
        ) => player.id == intent.player,
        (EventKind::Stand { seat }, Command::Stand { .. })
        | (EventKind::Leave { seat, reason: LeaveReason::Resigned }, Command::Resign { .. })
        | (EventKind::Resume { seat }, Command::Resume { .. })
        | (EventKind::Abort { seat }, Command::Abort { .. }) => by(seat),
        (EventKind::Ready { seat, pledge }, Command::Ready { pledge: said, .. }) => {
            by(seat) && pledge == said
        }
        (EventKind::Act { seat, action, share, .. }, Command::Act { at, action: said, share: given, .. }) => {
            by(seat) && *at == position && (action, share) == (said, given)
        }
        (EventKind::Share { seat, k, share }, Command::Share { k: number, share: given, .. }) => {
            by(seat) && (k, share) == (number, given)
        }
        (
            EventKind::Roll { seat, k, opened: Some(opened), share: Some(share), .. },
            Command::Roll { k: number, share: shown, pledge, .. },
        ) => by(seat) && (k, share, opened.pledge) == (number, shown, Some(*pledge)),
        (EventKind::Lost { seat, k, opened }, Command::Lost { k: number, pledge, .. }) => {
            by(seat) && (k, opened.pledge) == (number, Some(*pledge))
        }
        (EventKind::Undo { seat }, Command::Undo { at, .. })
        | (EventKind::Swap { seat }, Command::Swap { at, .. }) => by(seat) && *at == position,
        (EventKind::Offer { seat, what, .. }, Command::Offer { what: said, .. }) => by(seat) && what == said,
        (EventKind::Answer { seat, offer, agree }, Command::Answer { offer: to, agree: said, .. }) => {
            by(seat) && (offer, agree) == (to, said)
        }
        (EventKind::Withdraw { seat, offer }, Command::Withdraw { offer: said, .. }) => {
            by(seat) && offer == said
        }
        _ => false,
    }
}

/// Whoever's clock ran while the program was gone has got that back, and nothing of the time in which it was `alive`:
/// at every event of any table. That nothing could be kept may show only after an event of the same turn, and is given back then.
fn check_downtimes(end: &End, downtimes: &[Downtime], alive: &BTreeSet<i64>, figures: &mut Figures) {
    // Whose clock runs, since when, and what they were given back since.
    let mut turn = (None, i64::MIN, 0);
    for pair in end.log.windows(2) {
        let [before, event] = pair else { continue };
        let running = before.clocks.as_ref().and_then(|clocks| clocks.running);
        if running != turn.0 {
            turn = (running, before.ms, 0);
        }
        if running.is_none() {
            continue;
        }
        let within =
            |since_ms: i64, from_ms: i64, to_ms: i64| (to_ms.min(event.ms) - from_ms.max(since_ms)).max(0);
        let gone_ms: i64 = downtimes.iter().map(|down| within(before.ms, down.from_ms, down.to_ms)).sum();
        let seen_ms = |down: &Downtime| alive.range(..=down.from_ms).next_back().copied().unwrap_or(i64::MIN);
        let unseen_ms: i64 = downtimes.iter().map(|down| within(turn.1, seen_ms(down), down.up_ms)).sum();
        let unseen_ms = unseen_ms - turn.2;
        let given_back_ms = match event.what {
            EventKind::Outage { credit_ms } => credit_ms,
            _ => 0,
        };
        turn.2 += given_back_ms;
        if given_back_ms < gone_ms || given_back_ms > unseen_ms {
            figures.flaws.push(format!(
                "{}: of {} ms the program was gone for {gone_ms} to {unseen_ms}, and {given_back_ms} were given back: {event:?}",
                end.folded.info.id,
                event.ms - before.ms
            ));
        }
    }
}

fn count(end: &End, figures: &mut Figures) {
    figures.events += end.log.len();
    figures.rolls += end.folded.rolls as usize;
    figures.outages += end.log.iter().filter(|event| matches!(event.what, EventKind::Outage { .. })).count();
    match &end.folded.outcome {
        Some(outcome) => *figures.finished.entry(outcome.reason.name()).or_default() += 1,
        None => figures.aborted += 1,
    }
}
