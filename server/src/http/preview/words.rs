//! Preview texts: what is said of tables, games and people where no script runs. English, in one place.

use cydonia_protocol::{Language, MatchSummary, PlayerPage, SeatState, TableInfo, TableStatus};
use cydonia_rules::GameKind;

use super::page::{Preview, escaped};

/// What is said of the house, wherever there is nothing else to say.
pub(super) fn house() -> Preview {
    let links = rules_list();
    Preview {
        language: Language::En,
        title: "Cydonia".to_owned(),
        description: "Six games. Little pyramids. Your move: play a friend, a stranger or the computer, in any browser."
            .to_owned(),
        picture: Some(picture_of(GameKind::ALL[0])),
        still: still(
            "Cydonia",
            &format!(
                "<p>The boards need JavaScript. The rules can be read without:</p>{links}\
                 <p>Finished games can be read as text, too: <a href=\"./api/v1/matches\">the list</a>.</p>"
            ),
        ),
    }
}

/// The rules of all games, as a list of links.
pub(super) fn rules_list() -> String {
    let link = |kind: &GameKind| {
        let info = kind.info();
        let (title, summary) = (escaped(info.title), escaped(info.summary));
        format!("<li><a href=\"./rules/{}\">{title}</a>: {summary}</li>", info.id)
    };
    format!("<ul>{}</ul>", GameKind::ALL.iter().map(link).collect::<String>())
}

/// A game's first position.
pub(super) fn picture_of(kind: GameKind) -> String {
    format!("api/v1/games/{}/picture.png", kind.id())
}

/// All that is said of a private table, and of none.
pub(super) fn invitation() -> Preview {
    let title = "You are invited to a game";
    Preview {
        language: Language::En,
        title: title.to_owned(),
        description: "Open the link to take your seat. No account needed.".to_owned(),
        picture: None,
        still: still(title, "<p>This link opens a table on Cydonia. Its board needs JavaScript.</p>"),
    }
}

/// A public table that is open or where the game is on.
pub(super) fn table(info: &TableInfo) -> Preview {
    let game = game_title(&info.game);
    let names: Vec<&str> =
        info.seats.iter().filter_map(SeatState::sitter).map(|player| player.name.as_str()).collect();
    let free = info.seats.len() - names.len();
    let (title, description) = match info.status {
        TableStatus::Open if free > 0 => {
            let host = names.first().copied().unwrap_or("Somebody");
            let seats =
                if free == 1 { "One seat is free.".to_owned() } else { format!("{free} seats are free.") };
            (format!("Play {game} with {host}"), seats)
        }
        _ => {
            (format!("{game}: {}", names.join(" – ")), "Being played now. Open the link to watch.".to_owned())
        }
    };
    let picture = format!("api/v1/tables/{}/picture", info.id);
    Preview {
        language: Language::En,
        still: still(&title, &format!("<p>{}</p>{}", escaped(&description), image(&picture, game))),
        title,
        description,
        picture: Some(format!("{picture}.png")),
    }
}

/// A finished game that everybody may see.
pub(super) fn game(summary: &MatchSummary) -> Preview {
    let game = game_title(&summary.game);
    let names: Vec<&str> = summary.seats.iter().map(|seat| seat.player.name.as_str()).collect();
    let title = format!("{game}: {}", names.join(" – "));
    let moves = if summary.plies == 1 { "One move.".to_owned() } else { format!("{} moves.", summary.plies) };
    let description = format!("{} {moves}", result(summary));
    let picture = format!("api/v1/matches/{}/picture", summary.id);
    let rows: String = summary
        .seats
        .iter()
        .map(|seat| {
            let place = seat.rank;
            format!("<tr><td>{}</td><td>{place}</td><td>{}</td></tr>", escaped(&seat.player.name), seat.score)
        })
        .collect();
    Preview {
        language: Language::En,
        still: still(
            &title,
            &format!(
                "<p>{}</p>{}<table><thead><tr><th>Player</th><th>Place</th><th>Score</th></tr></thead><tbody>{rows}\
                 </tbody></table><p><a href=\"./api/v1/matches/{}/record\">All moves as text</a></p>",
                escaped(&description),
                image(&picture, game),
                summary.id,
            ),
        ),
        title,
        description,
        picture: Some(format!("{picture}.png")),
    }
}

/// Somebody who plays here.
pub(super) fn player(page: &PlayerPage) -> Preview {
    let name = &page.player.name;
    let finished: u32 = page.finished.values().sum();
    let description = match finished {
        0 => "Plays on Cydonia.".to_owned(),
        1 => "Has finished one game on Cydonia.".to_owned(),
        many => format!("Has finished {many} games on Cydonia."),
    };
    let rows: String = page
        .finished
        .iter()
        .map(|(game, count)| format!("<li>{}: {count}</li>", escaped(game_title(game))))
        .collect();
    Preview {
        language: Language::En,
        title: name.clone(),
        still: still(name, &format!("<p>{}</p><ul>{rows}</ul>", escaped(&description))),
        description,
        picture: None,
    }
}

/// How a game ended.
fn result(summary: &MatchSummary) -> String {
    let first: Vec<&str> =
        summary.seats.iter().filter(|seat| seat.rank == 1).map(|seat| seat.player.name.as_str()).collect();
    let won = match first[..] {
        _ if first.len() == summary.seats.len() => "A draw".to_owned(),
        [name] => format!("{name} won"),
        _ => format!("{} share the win", first.join(" and ")),
    };
    let has_score = GameKind::from_id(&summary.game).is_some_and(|kind| kind.info().score.is_some());
    if !has_score {
        return format!("{won}.");
    }
    let scores: Vec<String> = summary.seats.iter().map(|seat| seat.score.to_string()).collect();
    format!("{won}, {}.", scores.join("–"))
}

/// What stands on a page without JavaScript.
pub(super) fn still(title: &str, body: &str) -> String {
    format!(
        "<main class=\"page prose\"><p><a href=\"./\">Cydonia</a> · <a href=\"./rules\">Rules</a></p>\
         <h1>{}</h1>{body}</main>",
        escaped(title)
    )
}

fn image(picture: &str, game: &str) -> String {
    format!(
        "<p><img src=\"./{picture}.svg\" alt=\"The board of this game of {}\" width=\"480\" /></p>",
        escaped(game)
    )
}

fn game_title(game: &str) -> &'static str {
    GameKind::from_id(game).map_or("Cydonia", |kind| kind.info().title)
}
