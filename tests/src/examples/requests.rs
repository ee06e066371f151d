//! What one may ask the house of the examples.

use serde_json::{Value, json};
use uuid::Uuid;

use super::ExampleHouse;
use super::accounts::{about_accounts, about_merging};
use super::apps::about_apps;
use super::clubs::about_clubs;
use super::tournaments::about_tournaments;

/// A position of Martian Mud Wrestling in which few pieces are left.
const NEAR_THE_END: &str = "martian-mud-wrestling:2/a1.01,b2.1312/0/-/-";

/// A request as the document shows it.
pub struct ExampleRequest {
    /// What is asked, by its operation's id.
    pub operation: &'static str,
    /// What it is an example of.
    pub summary: &'static str,
    /// Its parameters, wherever they belong.
    pub parameters: Value,
    /// What it brings along; text goes as plain text, all else as JSON, or as a form where the operation wants one.
    pub body: Option<Value>,
    /// Whose session it comes with.
    pub guest: Option<usize>,
    /// Whether the answer is short enough to be shown.
    pub is_shown: bool,
}

impl ExampleHouse {
    /// One request or two for each operation, and some that are refused.
    #[must_use]
    pub fn requests(&self) -> Vec<ExampleRequest> {
        let parts = [
            self.about_games(),
            self.about_one_game(),
            self.about_tables(),
            self.about_people(),
            self.about_contacts(),
            self.about_moderation(),
            self.about_sessions(),
            about_apps(&self.code),
            about_accounts(),
            about_tournaments(self.tournament, self.club),
            about_clubs(self.club, self.guests[3].player.id, self.guests[4].player.id),
            about_merging(self.guests[4].player.id),
            about_the_house(),
        ];
        parts.into_iter().flatten().collect()
    }

    fn about_games(&self) -> Vec<ExampleRequest> {
        let (chess, frisby) = (self.chess, self.frisby);
        let [ada, ben] = [0, 1].map(|place: usize| self.guests[place].player.id);
        vec![
            read("listMatches", "The last game", json!({ "limit": 1 })),
            read("listMatches", "What Ada won at", json!({ "player": ada, "result": "won", "limit": 10 })),
            read(
                "listMatches",
                "Ada against Ben at Martian Chess with the classic rules",
                json!({ "player": ada, "opponent": ben, "game": "martian-chess", "seats": 2, "options.rules": "classic" }),
            ),
            read(
                "listMatches",
                "Given up in January, the oldest first",
                json!({ "reason": "resigned", "finished_from": "2026-01-01", "finished_to": "2026-01-31", "order": "oldest", "limit": 1 }),
            ),
            read("listMatches", "Rated games of two", json!({ "rated": true, "seats": 2, "limit": 1 })),
            read("listMatches", "Too many at once", json!({ "limit": 1_000_000 })),
            read("listMatches", "A day that there is not", json!({ "finished_from": "2026-02-30" })),
            read("streamMatches", "All games", none()),
            read("streamMatches", "One game whole", json!({ "game": "martian-chess", "whole": true })),
            read(
                "streamMatches",
                "What came after the first",
                json!({ "after": 1, "order": "oldest", "limit": 1 }),
            ),
            read("listDumps", "A house that makes none", none()),
            read("readDump", "No dump", json!({ "dump": "2026-01-01T00-05-00Z", "file": "games.parquet" })),
            read("readMatch", "A game", json!({ "id": chess })),
            read("readMatch", "With what was left on the clocks", json!({ "id": chess, "clocks": true })),
            long("readMatch", "With the position of each entry", json!({ "id": frisby, "positions": true })),
            long("streamTable", "A game that is over", json!({ "id": chess })),
            read("followMatches", "Behind a game that nobody has played yet", json!({ "after": 1_000_000 })),
            read("streamTables", "No such game", json!({ "game": "chess" })),
            read("streamOwnGames", "Nobody’s", none()),
            read("streamTable", "No table", json!({ "id": Uuid::nil() })),
            read("readMatch", "No game", json!({ "id": Uuid::nil() })),
        ]
    }

    fn about_one_game(&self) -> Vec<ExampleRequest> {
        let (chess, frisby) = (self.chess, self.frisby);
        let record = "[Game \"martian-chess\"]\n[Seats \"2\"]\n\n1. b3-a4\n2. leave 1 resigned\n";
        vec![
            read("readRecord", "A game with dice", json!({ "id": frisby })),
            read("readPosition", "After two plies", json!({ "id": chess, "ply": 2 })),
            read("readPosition", "Later than the end", json!({ "id": chess, "ply": 1_000 })),
            long("readWhatIf", "A side line of one move", json!({ "id": chess, "step": 0, "line": "b3-a4" })),
            read(
                "readWhatIf",
                "What is not legal there",
                json!({ "id": chess, "step": 0, "line": "b3-a4,b3-a4" }),
            ),
            read(
                "playLine",
                "From a position that is given",
                json!({ "position": NEAR_THE_END, "line": "a1-a2" }),
            ),
            long("playLine", "From the start", json!({ "position": "martian-go:2", "line": "c4-2-d4" })),
            read("playLine", "No position", json!({ "position": "martian-go:9" })),
            read(
                "explore",
                "The first actions",
                json!({ "position": "martian-chess:2", "computers": false }),
            ),
            read("explore", "No position", json!({ "position": "martian-chess:2/-" })),
            read(
                "listMatches",
                "In which a position stood",
                json!({ "position": "martian-chess:2", "limit": 1 }),
            ),
            long("drawMatch", "After two plies", json!({ "id": chess, "ply": 2 })),
            read("drawMatch", "Later than the end", json!({ "id": chess, "ply": 1_000 })),
            long("paintMatch", "The end", json!({ "id": chess })),
            long("filmMatch", "From one ply to another", json!({ "id": chess, "from": 2, "to": 5 })),
            long("replayMatch", "A game with dice", json!({ "id": frisby })),
            read("readDice", "A game with dice", json!({ "id": frisby })),
            read("readDice", "A game without dice", json!({ "id": chess })),
            read("readProof", "A game with dice", json!({ "id": frisby })),
            read("readProof", "No game", json!({ "id": Uuid::nil() })),
            read("readSigningKeys", "The house's keys", none()),
            long("readAnalysis", "A game", json!({ "id": chess })),
            read("readAnalysis", "A game of which nobody has wanted one", json!({ "id": frisby })),
            read("analyseMatch", "A game that was analysed before", json!({ "id": chess })),
            read("analyseMatch", "No game", json!({ "id": Uuid::nil() })),
            send("checkProof", "A game with dice", json!(self.proof)),
            send("checkProof", "What is none", json!("{}\n{}\n")),
            send("checkRecord", "A short game", json!(record)),
            send("checkRecord", "A move that is not legal", json!(record.replace("b3-a4", "b3-b3"))),
        ]
    }

    fn about_tables(&self) -> Vec<ExampleRequest> {
        let (open, live) = (self.open, self.live);
        vec![
            read("listTables", "All tables", none()),
            read("listTables", "No such game", json!({ "game": "chess" })),
            long("readTable", "A table with a free seat", json!({ "id": open })),
            long("drawTable", "A game that is on", json!({ "id": live })),
            long("paintTable", "A table with a free seat", json!({ "id": open })),
            long("readLiveAnalysis", "A game that both let be analysed so far", json!({ "id": live })),
            read("readLiveAnalysis", "A table at which nobody plays yet", json!({ "id": open })),
            long("readLiveWhatIf", "Where both let it be analysed", json!({ "id": live })),
            read("readLiveWhatIf", "A table at which nobody plays yet", json!({ "id": open })),
            read("analyseTable", "A game that was analysed as far as that", json!({ "id": live })),
            read("analyseTable", "No table", json!({ "id": Uuid::nil() })),
            read("giveTableCode", "A table with a free seat", json!({ "id": open })),
            read("giveTableCode", "No table", json!({ "id": Uuid::nil() })),
            read("readTableCode", "What is none", json!({ "code": "7QK3U" })),
            ExampleRequest { guest: Some(0), ..read("makeSeatKey", "Ada's seat", json!({ "id": open })) },
            read("makeSeatKey", "Nobody's seat", json!({ "id": open })),
            read("readSeatKey", "A wrong key", json!({ "id": open, "x-seat-key": "0" })),
        ]
    }

    fn about_people(&self) -> Vec<ExampleRequest> {
        let [ada, ben] = [0, 1].map(|place: usize| self.guests[place].player.id);
        vec![
            read("readPlayer", "Ada", json!({ "id": ada })),
            read("readPlayer", "Nobody", json!({ "id": Uuid::nil() })),
            read("findPlayers", "Whose name begins so", json!({ "name": "a", "limit": 10 })),
            read("findPlayers", "By no name", json!({})),
            read("readResults", "Ada against Ben", json!({ "id": ada, "opponent": ben })),
            read("readOpponents", "Ada's", json!({ "id": ada })),
            read("readActivity", "Ada's at Martian Chess", json!({ "id": ada, "game": "martian-chess" })),
            read("readActivity", "Nobody's", json!({ "id": Uuid::nil() })),
            read("readRatings", "Ada", json!({ "id": ada })),
            read("readRatings", "Nobody", json!({ "id": Uuid::nil() })),
            read("readRatingHistory", "Ada at Martian Chess", json!({ "id": ada, "game": "martian-chess" })),
            read("readRatingHistory", "No such game", json!({ "id": ada, "game": "chess" })),
            read("readLeaderboard", "Nobody has played enough", json!({ "game": "martian-chess" })),
            read("readLeaderboard", "Too many at once", json!({ "game": "martian-chess", "limit": 1_000 })),
            long("listPuzzles", "The first puzzle", json!({ "limit": 1 })),
            read("listPuzzles", "No such game", json!({ "game": "chess" })),
            long("readPuzzleOfTheDay", "Today’s", none()),
            read("readPuzzle", "No puzzle", json!({ "id": Uuid::nil() })),
            read("explainPuzzle", "No puzzle", json!({ "id": Uuid::nil(), "action": "b3-b4" })),
            ExampleRequest {
                body: Some(json!({ "action": "b3-a4" })),
                ..read("attemptPuzzle", "No puzzle", json!({ "id": Uuid::nil() }))
            },
        ]
    }

    fn about_contacts(&self) -> Vec<ExampleRequest> {
        let adas = |example: ExampleRequest| ExampleRequest { guest: Some(0), ..example };
        let [ada, ben] = [0, 1].map(|place: usize| json!({ "id": self.guests[place].player.id }));
        let settings = json!({ "challenges": "registered", "shows_online": true });
        vec![
            adas(read("follow", "Ada follows Ben", ben.clone())),
            adas(read("follow", "Ada follows herself", ada.clone())),
            adas(read("listFollows", "Ada’s", none())),
            read("listFollows", "Nobody’s", none()),
            adas(read("unfollow", "Ada follows Ben no more", ben.clone())),
            read("unfollow", "Nobody", ben.clone()),
            adas(read("block", "Ada blocks Ben", ben.clone())),
            adas(read("block", "Ada blocks herself", ada)),
            adas(read("follow", "Ada has blocked Ben", ben.clone())),
            adas(read("listBlocks", "Ada’s", none())),
            read("listBlocks", "Nobody’s", none()),
            adas(read("unblock", "Ada takes it back", ben.clone())),
            read("unblock", "Nobody", ben),
            adas(read("readContactSettings", "Ada’s", none())),
            read("readContactSettings", "Nobody’s", none()),
            adas(send("keepContactSettings", "Challenges from those who have an account", settings.clone())),
            send("keepContactSettings", "Nobody’s", settings),
        ]
    }

    fn about_moderation(&self) -> Vec<ExampleRequest> {
        let by = |guest: usize, example: ExampleRequest| ExampleRequest { guest: Some(guest), ..example };
        let [ada, ben] = [0, 1].map(|place: usize| self.guests[place].player.id);
        let of_ben =
            json!({ "player": ben, "reason": "insults", "table": self.chess, "text": "All the time." });
        let upheld = json!({ "outcome": "upheld", "note": "Muted for a day." });
        let mute = |player: Uuid| json!({ "kind": "mute", "target": { "type": "player", "player": player }, "hours": 24, "reason": "Insults" });
        let range = json!({
            "kind": "ban", "target": { "type": "addresses", "range": "203.0.113.0/24" }, "hours": 48,
            "reason": "A flood of names",
        });
        let number = |number: i64| json!({ "number": number });
        let close = |number: i64| ExampleRequest {
            body: Some(upheld.clone()),
            parameters: json!({ "number": number }),
            ..read("closeReport", if number == 1 { "The first one" } else { "No report" }, none())
        };
        vec![
            by(0, send("reportPlayer", "Ada reports Ben", of_ben)),
            by(0, send("reportPlayer", "Ada reports herself", json!({ "player": ada, "reason": "other" }))),
            by(2, read("listReports", "What is to be looked at", none())),
            by(0, read("listReports", "Ada is no moderator", none())),
            by(2, read("readPlayerFile", "Ben", json!({ "id": ben }))),
            by(2, read("readPlayerFile", "Nobody", json!({ "id": Uuid::nil() }))),
            by(2, read("takeName", "Nobody’s", json!({ "id": Uuid::nil() }))),
            by(0, read("takeName", "Ada is no moderator", json!({ "id": ben }))),
            by(2, send("imposeSanction", "Ben says nothing for a day", mute(ben))),
            by(2, send("imposeSanction", "Guests from some addresses", range)),
            by(2, send("imposeSanction", "A moderator", mute(self.guests[2].player.id))),
            by(2, read("listSanctions", "In force", none())),
            read("listSanctions", "For nobody", none()),
            by(1, read("readStanding", "Ben’s", none())),
            read("readStanding", "Anybody’s", none()),
            by(2, close(1)),
            by(2, close(1_000_000)),
            by(2, read("liftSanction", "The first one", number(1))),
            by(2, read("liftSanction", "The first one again", number(1))),
            by(2, read("readAuditLog", "What was done", none())),
            by(0, read("readAuditLog", "Ada is no moderator", none())),
        ]
    }

    fn about_sessions(&self) -> Vec<ExampleRequest> {
        let open = self.open;
        vec![
            ExampleRequest { guest: Some(0), ..read("whoAmI", "Ada", none()) },
            read("whoAmI", "Nobody yet", none()),
            send("sayName", "A program", json!({ "name": "Eve", "bearer": true })),
            send("sayName", "No name", json!({ "name": "" })),
            ExampleRequest { guest: Some(1), ..send("changeName", "Ben", json!({ "name": "Benjamin" })) },
            send("openSeat", "A wrong key", json!({ "table": open, "key": "0" })),
            ExampleRequest {
                guest: Some(0),
                ..send("createToken", "For a bot of Ada’s", json!({ "name": "My bot", "scopes": ["play"] }))
            },
            send("createToken", "Nobody", json!({ "name": "My bot", "scopes": [] })),
            ExampleRequest { guest: Some(0), ..read("listTokens", "Ada’s", none()) },
            read("listTokens", "Nobody’s", none()),
            ExampleRequest {
                guest: Some(0),
                ..read("revokeToken", "None of Ada’s", json!({ "id": 1_000_000 }))
            },
            ExampleRequest { guest: Some(0), ..read("listSessions", "Ada’s", none()) },
            read("listSessions", "Nobody’s", none()),
            ExampleRequest {
                guest: Some(0),
                ..send("keepPreferences", "A dark board", json!({ "scheme": "dark", "board": "basalt" }))
            },
            ExampleRequest { guest: Some(0), ..read("readPreferences", "Ada’s", none()) },
            read("readPreferences", "Nobody’s", none()),
            send("keepPreferences", "Nobody’s", json!({ "scheme": "dark" })),
            ExampleRequest {
                guest: Some(1),
                ..read("endSession", "None of Ben’s", json!({ "id": 1_000_000 }))
            },
            ExampleRequest {
                guest: Some(0),
                ..read("endOtherSessions", "All of Ada’s but this one", none())
            },
            read("pushStatus", "Nobody", none()),
            ExampleRequest {
                guest: Some(0),
                ..send("subscribe", "Ada’s browser", subscription("https://push.example/ada"))
            },
            ExampleRequest {
                guest: Some(0),
                ..send("subscribe", "Nowhere", subscription("https://127.0.0.1/ada"))
            },
            ExampleRequest { guest: Some(0), ..read("unsubscribe", "Ada", none()) },
            read("unsubscribe", "Nobody", none()),
            ExampleRequest { guest: Some(1), ..read("signOut", "Ben", none()) },
            read("signOut", "Nobody", none()),
        ]
    }
}

fn about_the_house() -> Vec<ExampleRequest> {
    // Of version 7, as careful clients want one.
    let wished = Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_1267);
    vec![
        ExampleRequest {
            guest: Some(0),
            ..send(
                "command",
                "Ada sets up a table",
                json!({ "type": "create", "request": wished, "game": "martian-go", "seats": 3 }),
            )
        },
        ExampleRequest {
            guest: Some(0),
            ..send("command", "What is said over a socket", json!({ "type": "ping" }))
        },
        send("command", "Nobody", json!({ "type": "resign", "table": Uuid::nil() })),
        long("listGames", "All games", none()),
        long("paintGame", "Martian Go", json!({ "game": "martian-go" })),
        read("paintGame", "No such game", json!({ "game": "chess" })),
        long("readSchema", "Of a list of games", json!({ "file": "match-page.json" })),
        read("readSchema", "Of nothing", json!({ "file": "nothing.json" })),
        long("readOpenApi", "This document", none()),
        read("isAlive", "A house that is open", none()),
        read("isReady", "A house that is open", none()),
    ]
}

/// A browser's, with the keys of RFC 8291's own example.
fn subscription(endpoint: &str) -> Value {
    let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    json!({ "endpoint": endpoint, "p256dh": p256dh, "auth": "BTBZMqHH6r4Tts7J_aSIgg" })
}

/// No parameters.
pub(super) fn none() -> Value {
    json!({})
}

pub(super) fn read(operation: &'static str, summary: &'static str, parameters: Value) -> ExampleRequest {
    ExampleRequest { operation, summary, parameters, body: None, guest: None, is_shown: true }
}

/// The same of what answers at such length that the document does not show it.
fn long(operation: &'static str, summary: &'static str, parameters: Value) -> ExampleRequest {
    ExampleRequest { is_shown: false, ..read(operation, summary, parameters) }
}

pub(super) fn send(operation: &'static str, summary: &'static str, body: Value) -> ExampleRequest {
    ExampleRequest { body: Some(body), ..read(operation, summary, none()) }
}
