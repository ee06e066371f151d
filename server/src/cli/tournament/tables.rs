//! Tables: what a tournament came to, as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::play::{Played, Schedule};
use super::standings::{Proportion, ratings};

/// Every table, with a sentence on what the figures are.
pub(super) fn tables(schedule: &Schedule, results: &[Played]) -> String {
    let mut text = format!("{}: {} games, seed {}\n\n", schedule.title(), results.len(), schedule.seed);
    // Writing to a text does not fail.
    let _ = write_ratings(&mut text, schedule, results);
    let _ = write_pairings(&mut text, schedule, results);
    let _ = write_seats(&mut text, schedule, results);
    let _ = write_ends(&mut text, results);
    text
}

fn write_ratings(text: &mut String, schedule: &Schedule, results: &[Played]) -> std::fmt::Result {
    let mut rated: Vec<_> = schedule
        .players
        .iter()
        .zip(ratings(schedule, results))
        .filter_map(|(player, rating)| Some((player, rating?)))
        .collect();
    rated.sort_by(|(_, one), (_, other)| other.rating.total_cmp(&one.rating));
    writeln!(text, "| player | rating (Glicko-2) | deviation |\n|---|---|---|")?;
    for (player, standing) in rated {
        writeln!(text, "| {} | {:.0} | {:.0} |", player.name(), standing.rating, standing.deviation)?;
    }
    writeln!(text)
}

fn write_pairings(text: &mut String, schedule: &Schedule, results: &[Played]) -> std::fmt::Result {
    let is_for_two = schedule.setup.seats == 2;
    let against = if is_for_two { "against" } else { "one among" };
    writeln!(
        text,
        "| player | {against} | games | won | shared | lost | part of the victory | 95 % (Wilson) | from each seat, % |\n|---|---|---|---|---|---|---|---|---|"
    )?;
    for (number, pairing) in schedule.pairings.iter().enumerate() {
        let games: Vec<&Played> = results.iter().filter(|game| game.pairing == number).collect();
        let parts: Vec<f64> = games.iter().map(|game| f64::from(game.shares().to(game.seat))).collect();
        let won = parts.iter().filter(|part| **part >= 1.0).count();
        let lost = parts.iter().filter(|part| **part <= 0.0).count();
        let (one, rest) = (schedule.players[pairing.one].name(), schedule.players[pairing.rest].name());
        let part = figures(Proportion::of(parts.iter().sum(), parts.len()));
        let shared = games.len() - won - lost;
        let by_seat = by_seat(schedule.setup.seats, &games);
        writeln!(
            text,
            "| {one} | {rest} | {} | {won} | {shared} | {lost} | {part} | {by_seat} |",
            games.len()
        )?;
    }
    writeln!(text)
}

/// The one's part from each seat: where who begins wins, both figures together say little.
fn by_seat(seats: u8, games: &[&Played]) -> String {
    let from = |seat| {
        let parts: Vec<f64> = games
            .iter()
            .filter(|game| game.seat == seat)
            .map(|game| f64::from(game.shares().to(seat)))
            .collect();
        format!("{:.0}", 100.0 * Proportion::of(parts.iter().sum(), parts.len()).part)
    };
    (0..seats).map(from).collect::<Vec<_>>().join(" : ")
}

fn write_seats(text: &mut String, schedule: &Schedule, results: &[Played]) -> std::fmt::Result {
    writeln!(text, "| seat | part of the victory, whoever sat there | 95 % (Wilson) |\n|---|---|---|")?;
    for seat in 0..schedule.setup.seats {
        let won = results.iter().map(|game| f64::from(game.shares().to(seat))).sum();
        writeln!(text, "| {} | {} |", seat + 1, figures(Proportion::of(won, results.len())))?;
    }
    writeln!(text)
}

fn write_ends(text: &mut String, results: &[Played]) -> std::fmt::Result {
    let mut ends: BTreeMap<&'static str, (usize, u64)> = BTreeMap::new();
    for game in results {
        let (games, actions) = ends.entry(game.reason().name()).or_default();
        *games += 1;
        *actions += u64::from(game.actions);
    }
    writeln!(text, "| ended by | games | part | actions on average |\n|---|---|---|---|")?;
    for (reason, (games, actions)) in ends {
        let part = 100.0 * games as f64 / results.len() as f64;
        writeln!(text, "| {reason} | {games} | {part:.1} % | {:.1} |", actions as f64 / games as f64)?;
    }
    Ok(())
}

fn figures(Proportion { part, low, high }: Proportion) -> String {
    format!("{:.1} % | {:.1} to {:.1} %", 100.0 * part, 100.0 * low, 100.0 * high)
}
