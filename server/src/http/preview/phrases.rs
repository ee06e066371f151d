//! What previews say, in every language of the page. What stands in braces is filled in; it is no markup yet.

use std::collections::HashMap;
use std::sync::LazyLock;

use cydonia_protocol::Language;
use cydonia_rules::GameKind;

/// What previews say in one language.
pub(super) struct Phrases {
    pub(super) language: Language,
    pub(super) house: &'static str,
    pub(super) rules: &'static str,
    pub(super) rules_of: &'static str,
    pub(super) all_rules: &'static str,
    pub(super) about_rules: &'static str,
    pub(super) boards_need_script: &'static str,
    pub(super) games_as_text: &'static str,
    pub(super) finished_games: &'static str,
    /// What is said of their list.
    pub(super) last_games: &'static str,
    pub(super) no_games: &'static str,
    pub(super) invited: &'static str,
    pub(super) take_seat: &'static str,
    pub(super) leads_to_table: &'static str,
    /// Who has set a table up, where nobody has.
    pub(super) nobody: &'static str,
    pub(super) play_with: &'static str,
    pub(super) one_seat: &'static str,
    pub(super) many_seats: &'static str,
    pub(super) being_played: &'static str,
    pub(super) draw: &'static str,
    pub(super) won: &'static str,
    pub(super) share_win: &'static str,
    /// Between two of several names.
    pub(super) and: &'static str,
    pub(super) one_move: &'static str,
    pub(super) many_moves: &'static str,
    pub(super) player: &'static str,
    pub(super) place: &'static str,
    pub(super) score: &'static str,
    pub(super) moves_as_text: &'static str,
    pub(super) board: &'static str,
    pub(super) no_game: &'static str,
    pub(super) one_game: &'static str,
    pub(super) many_games: &'static str,
}

impl Phrases {
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &ENGLISH,
            Language::De => &GERMAN,
            Language::Es => &SPANISH,
            Language::He => &HEBREW,
        }
    }

    /// What a game is about, in a sentence.
    pub(super) fn summary(&self, kind: GameKind) -> &'static str {
        let told = SUMMARIES.get(&self.language).and_then(|games| games.get(&camel_case(kind.id())));
        told.map_or(kind.info().summary, String::as_str)
    }
}

/// What games are about, by their names in the page's own files of languages. In English the rules themselves say so.
static SUMMARIES: LazyLock<HashMap<Language, HashMap<String, String>>> = LazyLock::new(|| {
    #[derive(serde::Deserialize)]
    struct GameInfo {
        summaries: HashMap<String, String>,
    }
    let files = [
        (Language::De, include_str!("../../../../web-client/messages/de/gameInfo.json")),
        (Language::Es, include_str!("../../../../web-client/messages/es/gameInfo.json")),
        (Language::He, include_str!("../../../../web-client/messages/he/gameInfo.json")),
    ];
    let read = |text| serde_json::from_str(text).ok().map(|GameInfo { summaries }| summaries);
    files.into_iter().filter_map(|(language, text)| Some((language, read(text)?))).collect()
});

/// `martian-chess` as that file has it: `martianChess`.
fn camel_case(id: &str) -> String {
    let mut parts = id.split('-');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
        name.push_str(&first.to_uppercase());
        name.push_str(rest);
    }
    name
}

static ENGLISH: Phrases = Phrases {
    language: Language::En,
    house: "Six games. Little pyramids. Your move: play a friend, a stranger or the computer, in any browser.",
    rules: "Rules",
    rules_of: "{game}: the rules",
    all_rules: "The rules of all six games",
    about_rules: "Told in our own words, with worked examples.",
    boards_need_script: "The boards need JavaScript. The rules can be read without:",
    games_as_text: "Finished games as text",
    finished_games: "Finished games",
    last_games: "The last games that were played here, with every move.",
    no_games: "No game has been played here yet.",
    invited: "You are invited to a game",
    take_seat: "Open the link to take your seat. No account needed.",
    leads_to_table: "This link opens a table on Cydonia. Its board needs JavaScript.",
    nobody: "Somebody",
    play_with: "Play {game} with {name}",
    one_seat: "One seat is free.",
    many_seats: "{count} seats are free.",
    being_played: "Being played now. Open the link to watch.",
    draw: "A draw",
    won: "{name} won",
    share_win: "{names} share the win",
    and: " and ",
    one_move: "One move.",
    many_moves: "{count} moves.",
    player: "Player",
    place: "Place",
    score: "Score",
    moves_as_text: "All moves as text",
    board: "The board of this game of {game}",
    no_game: "Plays on Cydonia.",
    one_game: "Has finished one game on Cydonia.",
    many_games: "Has finished {count} games on Cydonia.",
};

static GERMAN: Phrases = Phrases {
    language: Language::De,
    house: "Sechs Spiele. Kleine Pyramiden. Du bist am Zug: gegen Freunde, Fremde oder den Computer, in jedem Browser.",
    rules: "Regeln",
    rules_of: "{game}: die Regeln",
    all_rules: "Die Regeln aller sechs Spiele",
    about_rules: "In unseren eigenen Worten, mit durchgespielten Beispielen.",
    boards_need_script: "Die Bretter brauchen JavaScript. Die Regeln lassen sich ohne lesen:",
    games_as_text: "Beendete Partien als Text",
    finished_games: "Beendete Partien",
    last_games: "Die letzten Partien, die hier gespielt wurden, mit jedem Zug.",
    no_games: "Hier wurde noch keine Partie gespielt.",
    invited: "Du bist zu einer Partie eingeladen",
    take_seat: "Öffne den Link und nimm Platz. Ein Konto brauchst du nicht.",
    leads_to_table: "Dieser Link führt zu einem Tisch auf Cydonia. Das Brett braucht JavaScript.",
    nobody: "jemandem",
    play_with: "Spiel {game} mit {name}",
    one_seat: "Ein Platz ist frei.",
    many_seats: "{count} Plätze sind frei.",
    being_played: "Die Partie läuft. Öffne den Link, um zuzuschauen.",
    draw: "Remis",
    won: "{name} gewinnt",
    share_win: "{names} teilen sich den Sieg",
    and: " und ",
    one_move: "Ein Zug.",
    many_moves: "{count} Züge.",
    player: "Name",
    place: "Platz",
    score: "Punkte",
    moves_as_text: "Alle Züge als Text",
    board: "Das Brett dieser Partie {game}",
    no_game: "Spielt auf Cydonia.",
    one_game: "Hat auf Cydonia eine Partie beendet.",
    many_games: "Hat auf Cydonia {count} Partien beendet.",
};

static SPANISH: Phrases = Phrases {
    language: Language::Es,
    house: "Seis juegos. Pequeñas pirámides. Te toca: contra amigos, desconocidos o el ordenador, en cualquier navegador.",
    rules: "Reglas",
    rules_of: "{game}: las reglas",
    all_rules: "Las reglas de los seis juegos",
    about_rules: "Contadas con nuestras palabras, con ejemplos resueltos.",
    boards_need_script: "Los tableros necesitan JavaScript. Las reglas se pueden leer sin él:",
    games_as_text: "Partidas terminadas como texto",
    finished_games: "Partidas terminadas",
    last_games: "Las últimas partidas jugadas aquí, con todas sus jugadas.",
    no_games: "Aquí no se ha jugado todavía ninguna partida.",
    invited: "Te invitan a una partida",
    take_seat: "Abre el enlace para sentarte. No hace falta cuenta.",
    leads_to_table: "Este enlace abre una mesa en Cydonia. Su tablero necesita JavaScript.",
    nobody: "alguien",
    play_with: "Juega a {game} con {name}",
    one_seat: "Queda un asiento libre.",
    many_seats: "Quedan {count} asientos libres.",
    being_played: "Se está jugando ahora. Abre el enlace para verla.",
    draw: "Tablas",
    won: "Gana {name}",
    share_win: "{names} comparten la victoria",
    and: " y ",
    one_move: "Una jugada.",
    many_moves: "{count} jugadas.",
    player: "Nombre",
    place: "Puesto",
    score: "Puntos",
    moves_as_text: "Todas las jugadas como texto",
    board: "El tablero de esta partida de {game}",
    no_game: "Juega en Cydonia.",
    one_game: "Ha terminado una partida en Cydonia.",
    many_games: "Ha terminado {count} partidas en Cydonia.",
};

static HEBREW: Phrases = Phrases {
    language: Language::He,
    house: "שישה משחקים. פירמידות קטנות. תורך: מול חבר, זר או המחשב, בכל דפדפן.",
    rules: "חוקים",
    rules_of: "{game}: החוקים",
    all_rules: "החוקים של כל ששת המשחקים",
    about_rules: "במילים שלנו, עם דוגמאות פתורות.",
    boards_need_script: "הלוחות דורשים JavaScript. את החוקים אפשר לקרוא גם בלעדיו:",
    games_as_text: "משחקים שהסתיימו, כטקסט",
    finished_games: "משחקים שהסתיימו",
    last_games: "המשחקים האחרונים ששוחקו כאן, עם כל המהלכים.",
    no_games: "עוד לא שוחק כאן אף משחק.",
    invited: "הוזמנת למשחק",
    take_seat: "פותחים את הקישור ותופסים מקום. אין צורך בחשבון.",
    leads_to_table: "הקישור הזה פותח שולחן ב-Cydonia. הלוח דורש JavaScript.",
    nobody: "מישהו",
    play_with: "{game} עם {name}",
    one_seat: "מקום אחד פנוי.",
    many_seats: "{count} מקומות פנויים.",
    being_played: "המשחק מתנהל עכשיו. פותחים את הקישור כדי לצפות.",
    draw: "תיקו",
    won: "ניצחון של {name}",
    share_win: "{names} חולקים את הניצחון",
    and: " ו-",
    one_move: "מהלך אחד.",
    many_moves: "{count} מהלכים.",
    player: "שם",
    place: "מקום",
    score: "ניקוד",
    moves_as_text: "כל המהלכים כטקסט",
    board: "הלוח של משחק {game} זה",
    no_game: "משחקים ב-Cydonia.",
    one_game: "משחק אחד הסתיים ב-Cydonia.",
    many_games: "{count} משחקים הסתיימו ב-Cydonia.",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gaps::names;

    #[test]
    fn every_language_has_the_same_gaps() {
        let gaps = |phrases: &Phrases| {
            let Phrases {
                rules_of,
                play_with,
                many_seats,
                won,
                share_win,
                many_moves,
                board,
                many_games,
                ..
            } = phrases;
            [rules_of, play_with, many_seats, won, share_win, many_moves, board, many_games]
                .map(|sentence| names(sentence))
        };
        for language in Language::ALL {
            let phrases = Phrases::of(language);
            assert_eq!(phrases.language, language);
            assert_eq!(gaps(phrases), gaps(&ENGLISH), "{}", language.tag());
        }
    }

    #[test]
    fn every_language_says_what_each_game_is_about() {
        for kind in GameKind::ALL {
            let told: Vec<&str> =
                Language::ALL.iter().map(|language| Phrases::of(*language).summary(*kind)).collect();
            for (place, one) in told.iter().enumerate() {
                assert!(!one.is_empty() && !told[..place].contains(one), "{}: {told:?}", kind.id());
            }
        }
    }
}
