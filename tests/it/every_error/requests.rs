//! Every request over HTTP that can be refused, in every way in which it can, but for what goes for all of them.

use cydonia_protocol::{Command, ErrorCode, Problem, PuzzlePage, SeatKey};
use cydonia_rules::GameKind;
use cydonia_tests::TestServer;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::PAGE;
use crate::browser::Browser;
use crate::schema::{assert_fits, closed};
use crate::support::{create, play_on, seated};
use crate::what_if::{allow, to_the_end};
use crate::{oauth, tokens};

/// As in the page's tables.
const OPEN_SESSION: &str = "POST /api/v1/session";
const RENAME: &str = "PATCH /api/v1/session";
const TAKE_SEAT: &str = "POST /api/v1/session/seat";
const POSITION: &str = "GET /api/v1/matches/{id}/position";
const WHAT_IF: &str = "GET /api/v1/matches/{id}/what-if";
const PLAY_LINE: &str = "GET /api/v1/what-if";
const EXPLORE: &str = "GET /api/v1/explorer";
const LIVE_WHAT_IF: &str = "GET /api/v1/tables/{id}/what-if";
const DRAW: &str = "GET /api/v1/matches/{id}/picture.svg";
const PAINT: &str = "GET /api/v1/matches/{id}/picture.png";
const FILM: &str = "GET /api/v1/matches/{id}/film.gif";
const DRAW_TABLE: &str = "GET /api/v1/tables/{id}/picture.svg";
const PAINT_TABLE: &str = "GET /api/v1/tables/{id}/picture.png";
const PAINT_GAME: &str = "GET /api/v1/games/{game}/picture.png";
const CHECK: &str = "POST /api/v1/check-record";
const CHECK_PROOF: &str = "POST /api/v1/check-proof";
const READ_ANALYSIS: &str = "GET /api/v1/matches/{id}/analysis";
const ANALYSE: &str = "POST /api/v1/matches/{id}/analysis";
const READ_LIVE: &str = "GET /api/v1/tables/{id}/analysis";
const ANALYSE_LIVE: &str = "POST /api/v1/tables/{id}/analysis";
const FOLLOW: &str = "GET /api/v1/tables/{id}/events";
const COMMAND: &str = "POST /api/v1/commands";
const TABLES_LIVE: &str = "GET /api/v1/tables/events";
const OWN_LIVE: &str = "GET /api/v1/session/events";
const TABLES: &str = "GET /api/v1/tables";
const RESULTS: &str = "GET /api/v1/players/{id}/results";
const OPPONENTS: &str = "GET /api/v1/players/{id}/opponents";
const ACTIVITY: &str = "GET /api/v1/players/{id}/activity";
const RATINGS: &str = "GET /api/v1/players/{id}/ratings";
const RATING: &str = "GET /api/v1/players/{id}/ratings/{game}";
/// A cursor that nobody was given: a place beyond all places.
const LAST_PLACE: &str = "/api/v1/leaderboards/martian-go?cursor=4294967295";
const LEADERS: &str = "GET /api/v1/leaderboards/{game}";
const PUZZLES: &str = "GET /api/v1/puzzles";
const PUZZLE: &str = "GET /api/v1/puzzles/{id}";
const EXPLAIN_PUZZLE: &str = "GET /api/v1/puzzles/{id}/objection";
const ATTEMPT: &str = "POST /api/v1/puzzles/{id}/attempts";
const SIGN_OUT: &str = "DELETE /api/v1/session";
const SESSIONS: &str = "GET /api/v1/sessions";
const END_OTHERS: &str = "DELETE /api/v1/sessions";
const END_ONE: &str = "DELETE /api/v1/sessions/{id}";
const TOKENS: &str = "GET /api/v1/tokens";
const CREATE_TOKEN: &str = "POST /api/v1/tokens";
const REVOKE: &str = "DELETE /api/v1/tokens/{id}";
const LET_IN: &str = "POST /api/v1/oauth/authorize";
const PREFERENCES: &str = "/api/v1/session/preferences";
const READ_PREFERENCES: &str = "GET /api/v1/session/preferences";
const KEEP_PREFERENCES: &str = "PUT /api/v1/session/preferences";
const SUBSCRIBE: &str = "POST /api/v1/push";
const UNSUBSCRIBE: &str = "DELETE /api/v1/push";
const LOOK_AT_KEY: &str = "GET /api/v1/tables/{id}/seat-key";
const GIVE_CODE: &str = "POST /api/v1/tables/{id}/code";
const READ_CODE: &str = "GET /api/v1/codes/{code}";
const SEAT_KEY: &str = "POST /api/v1/tables/{id}/seat-key";

/// Has the server say no to every request; gives what was asked, as the page has it, and the code.
#[expect(
    clippy::too_many_lines,
    reason = "it is one list: in parts, each would have to be handed all the ways of asking"
)]
pub(super) async fn provoke(server: &TestServer) -> Vec<(&'static str, ErrorCode)> {
    let (table, mut players) = seated(server, 2).await;
    players[0].call(Command::Resign { table }).await.expect("resigned");
    let (live, _playing) = seated(server, 2).await;
    let open = players[0].call(create(2)).await.expect("a table").table.expect("its id");
    let eve = server.guest("Eve").await;
    let mut line = server.connect(Some(&eve)).await;
    let eves = line.call(create(2)).await.expect("a table").table.expect("its id");
    let token = eve.token.clone();
    let http = Client::new();
    let get = |path: &str| http.get(server.url(path));
    let foreign = |request: RequestBuilder| request.header("origin", "http://elsewhere.example");
    let session = |body: &Value| http.post(server.url("/api/v1/session")).json(body);
    let command = |body: &Value| http.post(server.url("/api/v1/commands")).json(body);
    let rename = |body: &Value| http.patch(server.url("/api/v1/session")).json(body);
    let take_seat = |body: &Value| http.post(server.url("/api/v1/session/seat")).json(body);
    let seat_key = |table: Uuid| http.post(server.url(&format!("/api/v1/tables/{table}/seat-key")));
    let prefer = |body: &Value| http.put(server.url(PREFERENCES)).json(body);
    let give_code = |table: Uuid| http.post(server.url(&format!("/api/v1/tables/{table}/code")));
    let subscribe = |body: &Value| http.post(server.url("/api/v1/push")).json(body);
    let nowhere = json!({ "endpoint": "nowhere", "p256dh": "", "auth": "" });
    let delete = |path: &str| http.delete(server.url(&format!("/api/v1/{path}")));
    let made = seat_key(eves).bearer_auth(&token).send().await.expect("an answer");
    let SeatKey { key: link } = made.json().await.expect("a key");
    let create_token = |body: &Value| http.post(server.url("/api/v1/tokens")).json(body);
    let program = json!({ "name": "My bot", "scopes": ["play"] });
    let nameless = json!({ "name": "", "scopes": [] });
    let by_token = tokens::token(server, &eve, &[]).await.token;
    let by_link = Browser::guest_at_seat(server, eves, &link).await.token;
    let check = |body: &'static [u8]| http.post(server.url("/api/v1/check-record")).body(body);
    let check_proof = |body: &'static [u8]| http.post(server.url("/api/v1/check-proof")).body(body);
    let chess: PuzzlePage = server.get("/api/v1/puzzles?game=martian-chess&limit=1").await;
    let puzzle = chess.puzzles[0].id.to_string();
    let attempt = |puzzle: &str, body: &Value| {
        http.post(server.url(&format!("/api/v1/puzzles/{puzzle}/attempts"))).json(body)
    };
    let action = |action: &str| json!({ "action": action });
    let of_player = |what: &str| format!("/api/v1/players/{}/{what}", eve.player.id);
    let analysis = |id: Uuid| format!("/api/v1/matches/{id}/analysis");
    let live_analysis = |id: Uuid| format!("/api/v1/tables/{id}/analysis");
    let (nothing, none) = (Uuid::nil(), json!({ "name": "" }));
    let (ada, odd) = (json!({ "name": "Ada" }), json!({ "name": "Ada", "admin": true }));
    let key = json!({ "table": table, "key": "0" });
    let mut seen = Vec::new();
    for (name, request, code) in [
        (OPEN_SESSION, session(&none), ErrorCode::BadName),
        (OPEN_SESSION, session(&odd), ErrorCode::BadMessage),
        (OPEN_SESSION, foreign(session(&ada)), ErrorCode::BadOrigin),
        (RENAME, rename(&none).bearer_auth(&token), ErrorCode::BadName),
        (RENAME, rename(&odd).bearer_auth(&token), ErrorCode::BadMessage),
        (RENAME, foreign(rename(&ada)), ErrorCode::BadOrigin),
        (RENAME, rename(&ada), ErrorCode::NoSession),
        (TAKE_SEAT, take_seat(&key), ErrorCode::NoTable),
        (TAKE_SEAT, take_seat(&odd), ErrorCode::BadMessage),
        (TAKE_SEAT, foreign(take_seat(&key)), ErrorCode::BadOrigin),
        (SEAT_KEY, seat_key(open), ErrorCode::NoSession),
        (SEAT_KEY, seat_key(open).bearer_auth(&token), ErrorCode::NotSeated),
        (SEAT_KEY, seat_key(nothing).bearer_auth(&token), ErrorCode::NoTable),
        (SEAT_KEY, foreign(seat_key(open)), ErrorCode::BadOrigin),
        (OPEN_SESSION, session(&ada).bearer_auth(&by_link), ErrorCode::SeatOnly),
        (RENAME, rename(&ada).bearer_auth(&by_link), ErrorCode::SeatOnly),
        (SEAT_KEY, seat_key(eves).bearer_auth(&by_link), ErrorCode::SeatOnly),
        (LOOK_AT_KEY, get(&format!("/api/v1/tables/{eves}/seat-key")), ErrorCode::NoTable),
        (GIVE_CODE, give_code(nothing), ErrorCode::NoTable),
        (GIVE_CODE, foreign(give_code(open)), ErrorCode::BadOrigin),
        (READ_CODE, get("/api/v1/codes/7QK3U"), ErrorCode::NoTable),
        (SIGN_OUT, delete("session"), ErrorCode::NoSession),
        (SIGN_OUT, foreign(delete("session")), ErrorCode::BadOrigin),
        (SESSIONS, get("/api/v1/sessions"), ErrorCode::NoSession),
        (SESSIONS, get("/api/v1/sessions").bearer_auth(&by_link), ErrorCode::SeatOnly),
        (READ_PREFERENCES, get(PREFERENCES), ErrorCode::NoSession),
        (READ_PREFERENCES, get(PREFERENCES).bearer_auth(&by_link), ErrorCode::SeatOnly),
        (KEEP_PREFERENCES, prefer(&json!({})), ErrorCode::NoSession),
        (KEEP_PREFERENCES, prefer(&json!({})).bearer_auth(&by_link), ErrorCode::SeatOnly),
        (KEEP_PREFERENCES, prefer(&json!({ "volume": 101 })).bearer_auth(&token), ErrorCode::BadMessage),
        (KEEP_PREFERENCES, foreign(prefer(&json!({}))), ErrorCode::BadOrigin),
        (END_OTHERS, delete("sessions"), ErrorCode::NoSession),
        (END_OTHERS, delete("sessions").bearer_auth(&by_link), ErrorCode::SeatOnly),
        (END_OTHERS, foreign(delete("sessions")), ErrorCode::BadOrigin),
        (SUBSCRIBE, subscribe(&nowhere), ErrorCode::NoSession),
        (SUBSCRIBE, subscribe(&nowhere).bearer_auth(&token), ErrorCode::BadSubscription),
        (SUBSCRIBE, subscribe(&odd).bearer_auth(&token), ErrorCode::BadMessage),
        (SUBSCRIBE, foreign(subscribe(&nowhere)), ErrorCode::BadOrigin),
        (UNSUBSCRIBE, delete("push"), ErrorCode::NoSession),
        (UNSUBSCRIBE, foreign(delete("push")), ErrorCode::BadOrigin),
        (END_ONE, delete("sessions/1"), ErrorCode::NoSession),
        (END_ONE, delete("sessions/1").bearer_auth(&by_link), ErrorCode::SeatOnly),
        (END_ONE, delete("sessions/0").bearer_auth(&token), ErrorCode::NotFound),
        (END_ONE, foreign(delete("sessions/1")), ErrorCode::BadOrigin),
        (TOKENS, get("/api/v1/tokens"), ErrorCode::NoSession),
        (TOKENS, get("/api/v1/tokens").bearer_auth(&by_link), ErrorCode::SeatOnly),
        (CREATE_TOKEN, create_token(&program), ErrorCode::NoSession),
        (CREATE_TOKEN, create_token(&program).bearer_auth(&by_link), ErrorCode::SeatOnly),
        (CREATE_TOKEN, create_token(&odd).bearer_auth(&token), ErrorCode::BadMessage),
        (CREATE_TOKEN, create_token(&nameless).bearer_auth(&token), ErrorCode::BadName),
        (CREATE_TOKEN, foreign(create_token(&program)), ErrorCode::BadOrigin),
        (REVOKE, delete("tokens/1"), ErrorCode::NoSession),
        (REVOKE, delete("tokens/1").bearer_auth(&by_link), ErrorCode::SeatOnly),
        (REVOKE, delete("tokens/0").bearer_auth(&token), ErrorCode::NotFound),
        (REVOKE, foreign(delete("tokens/1")), ErrorCode::BadOrigin),
        // What is about the account is for its owner in person.
        (OPEN_SESSION, session(&ada).bearer_auth(&by_token), ErrorCode::NoScope),
        (RENAME, rename(&ada).bearer_auth(&by_token), ErrorCode::NoScope),
        (SEAT_KEY, seat_key(eves).bearer_auth(&by_token), ErrorCode::NoScope),
        (SESSIONS, get("/api/v1/sessions").bearer_auth(&by_token), ErrorCode::NoScope),
        (END_OTHERS, delete("sessions").bearer_auth(&by_token), ErrorCode::NoScope),
        (END_ONE, delete("sessions/1").bearer_auth(&by_token), ErrorCode::NoScope),
        (READ_PREFERENCES, get(PREFERENCES).bearer_auth(&by_token), ErrorCode::NoScope),
        (KEEP_PREFERENCES, prefer(&json!({})).bearer_auth(&by_token), ErrorCode::NoScope),
        (TOKENS, get("/api/v1/tokens").bearer_auth(&by_token), ErrorCode::NoScope),
        (CREATE_TOKEN, create_token(&program).bearer_auth(&by_token), ErrorCode::NoScope),
        (REVOKE, delete("tokens/1").bearer_auth(&by_token), ErrorCode::NoScope),
        (ATTEMPT, attempt(&puzzle, &action("castle")).bearer_auth(&by_token), ErrorCode::NoScope),
        ("GET /api/v1/matches", get("/api/v1/matches?limit=0"), ErrorCode::BadQuery),
        ("GET /api/v1/matches.ndjson", get("/api/v1/matches.ndjson?limit=0"), ErrorCode::BadQuery),
        ("GET /api/v1/dumps/{dump}/{file}", get("/api/v1/dumps/none/games.parquet"), ErrorCode::NotFound),
        ("GET /api/v1/matches/{id}", get(&format!("/api/v1/matches/{nothing}")), ErrorCode::NoMatch),
        ("GET /api/v1/matches/{id}", get(&format!("/api/v1/matches/{table}?clocks=1")), ErrorCode::BadQuery),
        (FOLLOW, get(&format!("/api/v1/tables/{nothing}/events")), ErrorCode::NoTable),
        (FOLLOW, get(&format!("/api/v1/tables/{open}/events?since=all")), ErrorCode::BadQuery),
        (FOLLOW, get(&format!("/api/v1/tables/{open}/events?since=1000000")), ErrorCode::Regressed),
        (COMMAND, command(&json!({ "type": "ping" })).bearer_auth(&token), ErrorCode::BadMessage),
        (COMMAND, command(&json!({ "type": "resign", "table": open })), ErrorCode::NoSession),
        (COMMAND, foreign(command(&json!({ "type": "resign", "table": open }))), ErrorCode::BadOrigin),
        (
            "GET /api/v1/matches/{id}/record",
            get(&format!("/api/v1/matches/{nothing}/record")),
            ErrorCode::NoMatch,
        ),
        (POSITION, get(&format!("/api/v1/matches/{nothing}/position")), ErrorCode::NoMatch),
        (POSITION, get(&format!("/api/v1/matches/{table}/position?ply=9")), ErrorCode::BadQuery),
        (DRAW, get(&format!("/api/v1/matches/{nothing}/picture.svg")), ErrorCode::NoMatch),
        (DRAW, get(&format!("/api/v1/matches/{table}/picture.svg?ply=9")), ErrorCode::BadQuery),
        (PAINT, get(&format!("/api/v1/matches/{nothing}/picture.png")), ErrorCode::NoMatch),
        (PAINT, get(&format!("/api/v1/matches/{table}/picture.png?ply=9")), ErrorCode::BadQuery),
        (FILM, get(&format!("/api/v1/matches/{nothing}/film.gif")), ErrorCode::NoMatch),
        (FILM, get(&format!("/api/v1/matches/{table}/film.gif?from=2&to=1")), ErrorCode::BadQuery),
        (DRAW_TABLE, get(&format!("/api/v1/tables/{table}/picture.svg")), ErrorCode::NoTable),
        (PAINT_TABLE, get(&format!("/api/v1/tables/{table}/picture.png")), ErrorCode::NoTable),
        (PAINT_GAME, get("/api/v1/games/chess/picture.png"), ErrorCode::NotFound),
        (READ_ANALYSIS, get(&analysis(nothing)), ErrorCode::NoMatch),
        (READ_ANALYSIS, get(&analysis(table)), ErrorCode::NoAnalysis),
        (ANALYSE, http.post(server.url(&analysis(nothing))), ErrorCode::NoMatch),
        (ANALYSE, foreign(http.post(server.url(&analysis(table)))), ErrorCode::BadOrigin),
        (READ_LIVE, get(&live_analysis(nothing)), ErrorCode::NoTable),
        (READ_LIVE, get(&live_analysis(live)), ErrorCode::NoAnalysis),
        (ANALYSE_LIVE, http.post(server.url(&live_analysis(table))), ErrorCode::NoTable),
        (ANALYSE_LIVE, http.post(server.url(&live_analysis(live))), ErrorCode::NotOver),
        (ANALYSE_LIVE, foreign(http.post(server.url(&live_analysis(live)))), ErrorCode::BadOrigin),
        (CHECK_PROOF, check_proof(b"\xff"), ErrorCode::BadMessage),
        (CHECK_PROOF, check_proof(b"{}\n{}\n"), ErrorCode::BadProof),
        (CHECK, check(b"\xff"), ErrorCode::BadMessage),
        (CHECK, check(b"[Game \"chess\"]"), ErrorCode::BadRecord),
        ("GET /api/v1/matches/events", get("/api/v1/matches/events?after=1000000"), ErrorCode::BadQuery),
        (OWN_LIVE, get("/api/v1/session/events"), ErrorCode::NoSession),
        (OWN_LIVE, get("/api/v1/session/events").bearer_auth(&by_link), ErrorCode::SeatOnly),
        (TABLES_LIVE, get("/api/v1/tables/events?seats=two"), ErrorCode::BadQuery),
        (TABLES_LIVE, get("/api/v1/tables/events?game=chess"), ErrorCode::BadGame),
        (TABLES_LIVE, get("/api/v1/tables/events?game=martian-chess&seats=9"), ErrorCode::BadPlayers),
        (TABLES, get("/api/v1/tables?seats=two"), ErrorCode::BadQuery),
        (TABLES, get("/api/v1/tables?game=chess"), ErrorCode::BadGame),
        (TABLES, get("/api/v1/tables?seats=7"), ErrorCode::BadPlayers),
        ("GET /api/v1/tables/{id}", get(&format!("/api/v1/tables/{nothing}")), ErrorCode::NoTable),
        ("GET /api/v1/players/{id}", get("/api/v1/players/nobody"), ErrorCode::NoPlayer),
        ("GET /api/v1/players", get("/api/v1/players"), ErrorCode::BadQuery),
        (RESULTS, get("/api/v1/players/nobody/results"), ErrorCode::NoPlayer),
        (RESULTS, get(&of_player("results?game=chess")), ErrorCode::BadQuery),
        (OPPONENTS, get("/api/v1/players/nobody/opponents"), ErrorCode::NoPlayer),
        (OPPONENTS, get(&of_player("opponents?game=chess")), ErrorCode::BadQuery),
        (ACTIVITY, get("/api/v1/players/nobody/activity"), ErrorCode::NoPlayer),
        (ACTIVITY, get(&of_player("activity?game=chess")), ErrorCode::BadQuery),
        (RATINGS, get("/api/v1/players/nobody/ratings"), ErrorCode::NoPlayer),
        (RATING, get(&format!("/api/v1/players/{nothing}/ratings/martian-go")), ErrorCode::NoPlayer),
        (RATING, get(&format!("/api/v1/players/{nothing}/ratings/chess")), ErrorCode::NotFound),
        (RATING, get(&format!("/api/v1/players/{nothing}/ratings/martian-go?pool=3")), ErrorCode::BadQuery),
        (LEADERS, get("/api/v1/leaderboards/chess"), ErrorCode::NotFound),
        (LEADERS, get(&format!("{LAST_PLACE}.0000000000000000.{nothing}")), ErrorCode::BadQuery),
        (LEADERS, get("/api/v1/leaderboards/martian-go?limit=101"), ErrorCode::BadQuery),
        (PUZZLES, get("/api/v1/puzzles?game=chess"), ErrorCode::BadQuery),
        (PUZZLES, get("/api/v1/puzzles?cursor=set-0"), ErrorCode::BadQuery),
        (PUZZLES, get("/api/v1/puzzles?limit=101"), ErrorCode::BadQuery),
        (PUZZLE, get("/api/v1/puzzles/nothing"), ErrorCode::NoPuzzle),
        (EXPLAIN_PUZZLE, get("/api/v1/puzzles/nothing/objection?action=b3"), ErrorCode::NoPuzzle),
        (EXPLAIN_PUZZLE, get(&format!("/api/v1/puzzles/{puzzle}/objection")), ErrorCode::BadQuery),
        (ATTEMPT, attempt("nothing", &action("a")), ErrorCode::NoPuzzle),
        (ATTEMPT, attempt(&puzzle, &odd), ErrorCode::BadMessage),
        (ATTEMPT, foreign(attempt(&puzzle, &action("a"))), ErrorCode::BadOrigin),
        (ATTEMPT, attempt(&puzzle, &action("?")), ErrorCode::BadNotation),
        (ATTEMPT, attempt(&puzzle, &action("b3-b3")), ErrorCode::Illegal),
        (
            "GET /api/v1/matches/{id}/replay",
            get(&format!("/api/v1/matches/{nothing}/replay")),
            ErrorCode::NoMatch,
        ),
        (
            "GET /api/v1/matches/{id}/proof",
            get(&format!("/api/v1/matches/{nothing}/proof")),
            ErrorCode::NoMatch,
        ),
        (
            "GET /api/v1/matches/{id}/dice",
            get(&format!("/api/v1/matches/{nothing}/dice")),
            ErrorCode::NoMatch,
        ),
        ("GET /api/v1/matches/{id}/dice", get(&format!("/api/v1/matches/{table}/dice")), ErrorCode::NoDice),
        ("GET /api/v1/schema/{file}", get("/api/v1/schema/nothing.json"), ErrorCode::NotFound),
        ("GET /ws", get("/ws?protocol=1"), ErrorCode::BadMessage),
    ] {
        refused(name, request, code).await;
        seen.push((name, code));
    }
    seen.extend(super::oauth::provoke(server, &eve, [&by_link, &by_token]).await);
    seen
}

/// The same of side lines, of a finished game and of one that is on and may be looked at.
pub(super) async fn provoke_side_lines(server: &TestServer) -> Vec<(&'static str, ErrorCode)> {
    let (over, mut players) = seated(server, 2).await;
    players[0].call(Command::Resign { table: over }).await.expect("resigned");
    let (live, _playing) = seated(server, 2).await;
    let (allowed, mut players) = seated(server, 2).await;
    play_on(allowed, &mut players, 1, &mut fastrand::Rng::with_seed(1)).await;
    allow(&mut players, allowed).await;
    let end = to_the_end(GameKind::MartianChess, &[]).join(",");
    let of_match = |id: Uuid, query: &str| format!("/api/v1/matches/{id}/what-if?{query}");
    let of_table = |id: Uuid, query: &str| format!("/api/v1/tables/{id}/what-if?{query}");
    let of_position = |position: &str, line: &str| format!("/api/v1/what-if?position={position}&line={line}");
    let mut seen = Vec::new();
    for (name, path, code) in [
        (WHAT_IF, of_match(Uuid::nil(), "step=0"), ErrorCode::NoMatch),
        (WHAT_IF, of_match(over, "step=9"), ErrorCode::BadQuery),
        (WHAT_IF, of_match(over, "step=0&line=!"), ErrorCode::BadNotation),
        (WHAT_IF, of_match(over, "step=0&line=b3-b3"), ErrorCode::Illegal),
        (WHAT_IF, of_match(over, "step=0&line=roll+1+2"), ErrorCode::WrongPhase),
        (WHAT_IF, of_match(over, "step=1&line=b3-a4"), ErrorCode::Over),
        (PLAY_LINE, of_position("martian-chess:2/-", ""), ErrorCode::BadQuery),
        (PLAY_LINE, of_position("martian-chess:2", "!"), ErrorCode::BadNotation),
        (PLAY_LINE, of_position("martian-chess:2", "b3-b3"), ErrorCode::Illegal),
        (PLAY_LINE, of_position("martian-chess:2", "roll+1+2"), ErrorCode::WrongPhase),
        (PLAY_LINE, of_position("martian-chess:2", &format!("{end},b3-a4")), ErrorCode::Over),
        (EXPLORE, "/api/v1/explorer?position=chess".to_owned(), ErrorCode::BadQuery),
        (LIVE_WHAT_IF, of_table(over, "step=0"), ErrorCode::NoTable),
        (LIVE_WHAT_IF, of_table(live, "step=0"), ErrorCode::NotOver),
        (LIVE_WHAT_IF, of_table(allowed, "step=9"), ErrorCode::BadQuery),
        (LIVE_WHAT_IF, of_table(allowed, "step=0&line=!"), ErrorCode::BadNotation),
        (LIVE_WHAT_IF, of_table(allowed, "step=0&line=b3-b3"), ErrorCode::Illegal),
        (LIVE_WHAT_IF, of_table(allowed, "step=0&line=roll+1+2"), ErrorCode::WrongPhase),
        (LIVE_WHAT_IF, of_table(allowed, &format!("step=0&line={end},b3-a4")), ErrorCode::Over),
    ] {
        refused(name, Client::new().get(server.url(&path)), code).await;
        seen.push((name, code));
    }
    seen
}

/// What a server that admits little answers to all that is too much. Somebody has two sockets there already.
pub(super) async fn provoke_tight(server: &TestServer) -> Vec<(&'static str, ErrorCode)> {
    let http = Client::new();
    let session = || http.post(server.url("/api/v1/session")).json(&json!({ "name": "Ada" }));
    let _held = [server.connect(None).await, server.connect(None).await, server.connect(None).await];
    let socket = http
        .get(server.url("/ws?protocol=1"))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    refused("GET /ws", socket, ErrorCode::TooMany).await;
    let owner = server.guest("Ada").await.token;
    let create_token = || {
        let body = json!({ "name": "A program", "scopes": [] });
        http.post(server.url("/api/v1/tokens")).bearer_auth(&owner).json(&body)
    };
    while create_token().send().await.expect("an answer").status().is_success() {}
    refused(CREATE_TOKEN, create_token(), ErrorCode::TooMany).await;
    let let_in = oauth::consent(server, &oauth::request()).bearer_auth(&owner);
    refused(LET_IN, let_in, ErrorCode::TooMany).await;
    while session().send().await.expect("an answer").status().is_success() {}
    refused(OPEN_SESSION, session(), ErrorCode::TooFast).await;
    let link = || {
        let key = json!({ "table": Uuid::nil(), "key": "0" });
        http.post(server.url("/api/v1/session/seat")).json(&key)
    };
    while link().send().await.expect("an answer").status() == StatusCode::NOT_FOUND {}
    refused(TAKE_SEAT, link(), ErrorCode::TooFast).await;
    let attempt = || {
        let address = server.url(&format!("/api/v1/puzzles/{}/attempts", Uuid::nil()));
        http.post(address).json(&json!({ "action": "a" }))
    };
    while attempt().send().await.expect("an answer").status() == StatusCode::NOT_FOUND {}
    refused(ATTEMPT, attempt(), ErrorCode::TooFast).await;
    let too_fast = [OPEN_SESSION, TAKE_SEAT, ATTEMPT].map(|name| (name, ErrorCode::TooFast));
    ["GET /ws", CREATE_TOKEN, LET_IN]
        .map(|name| (name, ErrorCode::TooMany))
        .into_iter()
        .chain(too_fast)
        .collect()
}

pub(super) async fn refused(name: &str, request: RequestBuilder, code: ErrorCode) {
    let response = request.send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "application/problem+json", "{name}");
    let status = response.status().as_u16();
    let document: Value = response.json().await.expect("JSON");
    assert_fits(&closed("problem"), &document);
    let problem: Problem = serde_json::from_value(document).expect("a problem");
    assert_eq!((problem.code, problem.status), (code, status), "{name}: {}", problem.detail);
    let row = format!("| `{}` | {status} |", code.name());
    assert!(PAGE.contains(&row), "{name}: the page has another status than {status} for {}", code.name());
    assert!(problem.detail.len() > 10, "{name}: a sentence: {}", problem.detail);
}
