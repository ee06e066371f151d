//! Preview texts: what is said of tables, games and people where no script runs, in the language of whoever asks.

use cydonia_protocol::{MatchSummary, PlayerPage, SeatState, TableInfo, TableStatus};
use cydonia_rules::GameKind;

use super::page::{Preview, escaped};
use super::phrases::Phrases;
use crate::gaps::fill;

/// What is said of the house, wherever there is nothing else to say.
pub(super) fn house(phrases: &Phrases) -> Preview {
    let Phrases { house, boards_need_script, finished_games, .. } = phrases;
    let links = rules_list(phrases);
    Preview {
        language: phrases.language,
        title: "Cydonia".to_owned(),
        description: (*house).to_owned(),
        picture: Some(picture_of(GameKind::ALL[0])),
        still: still(
            phrases,
            "Cydonia",
            &format!("<p>{boards_need_script}</p>{links}<p><a href=\"./games\">{finished_games}</a></p>"),
        ),
    }
}

/// The rules of all games, as a list of links.
fn rules_list(phrases: &Phrases) -> String {
    let link = |kind: &GameKind| {
        let info = kind.info();
        let (title, summary) = (escaped(info.title), escaped(phrases.summary(*kind)));
        format!("<li><a href=\"./rules/{}\">{title}</a>: {summary}</li>", info.id)
    };
    format!("<ul>{}</ul>", GameKind::ALL.iter().map(link).collect::<String>())
}

/// A game's first position.
pub(super) fn picture_of(kind: GameKind) -> String {
    format!("api/v1/games/{}/picture.png", kind.id())
}

/// All that is said of a private table, and of none.
pub(super) fn invitation(phrases: &Phrases) -> Preview {
    let Phrases { invited, take_seat, leads_to_table, .. } = phrases;
    Preview {
        language: phrases.language,
        title: (*invited).to_owned(),
        description: (*take_seat).to_owned(),
        picture: None,
        still: still(phrases, invited, &format!("<p>{leads_to_table}</p>")),
    }
}

/// A public table that is open or where the game is on.
pub(super) fn table(phrases: &Phrases, info: &TableInfo) -> Preview {
    let game = game_title(&info.game);
    let names: Vec<&str> =
        info.seats.iter().filter_map(SeatState::sitter).map(|player| player.name.as_str()).collect();
    let free = info.seats.len() - names.len();
    let (title, description) = match info.status {
        TableStatus::Open if free > 0 => {
            let host = names.first().copied().unwrap_or(phrases.nobody);
            let seats = counted(free, phrases.one_seat, phrases.many_seats);
            (fill(phrases.play_with, &[("game", game), ("name", host)]), seats)
        }
        _ => (format!("{game}: {}", names.join(" – ")), phrases.being_played.to_owned()),
    };
    let picture = format!("api/v1/tables/{}/picture", info.id);
    let body = format!("<p>{}</p>{}", escaped(&description), image(phrases, &picture, game));
    Preview {
        language: phrases.language,
        still: still(phrases, &title, &body),
        title,
        description,
        picture: Some(format!("{picture}.png")),
    }
}

/// The last games that everybody may see, the newest first.
pub(super) fn games(phrases: &Phrases, all: &[MatchSummary]) -> Preview {
    let row = |summary: &MatchSummary| {
        let (title, how) = (escaped(&game_and_names(summary)), escaped(&result(phrases, summary)));
        format!("<li><a href=\"./games/{}\">{title}</a>: {how}</li>", summary.id)
    };
    let Phrases { finished_games, last_games, no_games, games_as_text, .. } = phrases;
    let told = if all.is_empty() { no_games } else { last_games };
    let rows: String = all.iter().map(row).collect();
    let body = format!("<p>{told}</p><ol>{rows}</ol><p><a href=\"./api/v1/matches\">{games_as_text}</a></p>");
    Preview {
        language: phrases.language,
        title: (*finished_games).to_owned(),
        description: (*last_games).to_owned(),
        picture: Some(picture_of(GameKind::ALL[0])),
        still: still(phrases, finished_games, &body),
    }
}

/// What was played, and by whom.
fn game_and_names(summary: &MatchSummary) -> String {
    let names: Vec<&str> = summary.seats.iter().map(|seat| seat.player.name.as_str()).collect();
    format!("{}: {}", game_title(&summary.game), names.join(" – "))
}

/// A finished game that everybody may see.
pub(super) fn game(phrases: &Phrases, summary: &MatchSummary) -> Preview {
    let game = game_title(&summary.game);
    let title = game_and_names(summary);
    let moves = counted(summary.plies as usize, phrases.one_move, phrases.many_moves);
    let description = format!("{} {moves}", result(phrases, summary));
    let picture = format!("api/v1/matches/{}/picture", summary.id);
    let rows: String = summary
        .seats
        .iter()
        .map(|seat| {
            let place = seat.rank;
            format!("<tr><td>{}</td><td>{place}</td><td>{}</td></tr>", escaped(&seat.player.name), seat.score)
        })
        .collect();
    let Phrases { player, place, score, moves_as_text, .. } = phrases;
    let body = format!(
        "<p>{}</p>{}<table><thead><tr><th>{player}</th><th>{place}</th><th>{score}</th></tr></thead><tbody>{rows}\
         </tbody></table><p><a href=\"./api/v1/matches/{}/record\">{moves_as_text}</a></p>",
        escaped(&description),
        image(phrases, &picture, game),
        summary.id,
    );
    Preview {
        language: phrases.language,
        still: still(phrases, &title, &body),
        title,
        description,
        picture: Some(format!("{picture}.png")),
    }
}

/// Somebody who plays here.
pub(super) fn player(phrases: &Phrases, page: &PlayerPage) -> Preview {
    let name = &page.player.name;
    let description = match page.finished.values().sum::<u32>() {
        0 => phrases.no_game.to_owned(),
        finished => counted(finished as usize, phrases.one_game, phrases.many_games),
    };
    let rows: String = page
        .finished
        .iter()
        .map(|(game, count)| format!("<li>{}: {count}</li>", escaped(game_title(game))))
        .collect();
    Preview {
        language: phrases.language,
        title: name.clone(),
        still: still(phrases, name, &format!("<p>{}</p><ul>{rows}</ul>", escaped(&description))),
        description,
        picture: None,
    }
}

/// How a game ended.
fn result(phrases: &Phrases, summary: &MatchSummary) -> String {
    let first: Vec<&str> =
        summary.seats.iter().filter(|seat| seat.rank == 1).map(|seat| seat.player.name.as_str()).collect();
    let won = match first[..] {
        _ if first.len() == summary.seats.len() => phrases.draw.to_owned(),
        [name] => fill(phrases.won, &[("name", name)]),
        _ => fill(phrases.share_win, &[("names", &first.join(phrases.and))]),
    };
    let has_score = GameKind::from_id(&summary.game).is_some_and(|kind| kind.info().score.is_some());
    if !has_score {
        return format!("{won}.");
    }
    let scores: Vec<String> = summary.seats.iter().map(|seat| seat.score.to_string()).collect();
    format!("{won}, {}.", scores.join("–"))
}

/// A sentence about one thing or about several.
fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { one.to_owned() } else { fill(many, &[("count", &count.to_string())]) }
}

/// What stands on a page without JavaScript.
fn still(phrases: &Phrases, title: &str, body: &str) -> String {
    format!(
        "<main class=\"page prose\"><p><a href=\"./\">Cydonia</a> · <a href=\"./rules\">{}</a></p>\
         <h1>{}</h1>{body}</main>",
        phrases.rules,
        escaped(title)
    )
}

fn image(phrases: &Phrases, picture: &str, game: &str) -> String {
    let shows = escaped(&fill(phrases.board, &[("game", game)]));
    format!("<p><img src=\"./{picture}.svg\" alt=\"{shows}\" width=\"480\" /></p>")
}

fn game_title(game: &str) -> &'static str {
    GameKind::from_id(game).map_or("Cydonia", |kind| kind.info().title)
}
