//! Tournaments: one that has not begun, and what is refused about it.

use serde_json::{Value, json};
use uuid::Uuid;

use super::requests::{ExampleRequest, none, read, send};

/// A tournament of Martian Go, an hour from the time at which the example house stands still.
fn wish(seats: u8, format: &Value) -> Value {
    json!({
        "name": "Go on Friday", "game": "martian-go", "seats": seats, "options": {}, "rated": true, "format": format,
        "clock": { "type": "fischer", "initial_s": 600, "increment_s": 5 }, "starts_ms": 1_767_229_200_000_i64,
    })
}

/// The one that stands open in the example house.
pub(super) fn first() -> Value {
    wish(2, &json!({ "kind": "round_robin" }))
}

/// Ada, who has an account by then, sets one up; `id` is that of another, which Ben has joined. Una belongs to the `club`.
pub(super) fn about_tournaments(id: Uuid, club: Uuid) -> Vec<ExampleRequest> {
    let adas = |example: ExampleRequest| ExampleRequest { guest: Some(0), ..example };
    let of = |club: Uuid| {
        let mut wish = wish(2, &json!({ "kind": "arena", "minutes": 45 }));
        wish["club"] = json!(club);
        wish
    };
    let [one, nothing] = [json!({ "id": id }), json!({ "id": Uuid::nil() })];
    vec![
        read("listTournaments", "All", none()),
        read("listTournaments", "Too many at once", json!({ "limit": 1000 })),
        read("readTournament", "One that has not begun", one.clone()),
        read("readTournament", "None", nothing.clone()),
        adas(read("joinTournament", "Ada", one.clone())),
        read("joinTournament", "Nobody", one.clone()),
        adas(read("withdrawFromTournament", "Ada", one.clone())),
        read("withdrawFromTournament", "Nobody", one.clone()),
        adas(read("cancelTournament", "Ada, who has not set it up", one.clone())),
        ExampleRequest { guest: Some(3), ..read("cancelTournament", "Its host", one) },
        adas(send(
            "createTournament",
            "A Swiss of three rounds",
            wish(2, &json!({ "kind": "swiss", "rounds": 3 })),
        )),
        adas(send(
            "createTournament",
            "An arena of four at a table",
            wish(4, &json!({ "kind": "arena", "minutes": 60 })),
        )),
        adas(send(
            "createTournament",
            "A round robin of four at a table",
            wish(4, &json!({ "kind": "round_robin" })),
        )),
        ExampleRequest { guest: Some(4), ..send("createTournament", "One of Una’s club", of(club)) },
        adas(send("createTournament", "Of a club to which Ada does not belong", of(club))),
        adas(send("createTournament", "Of no club", of(Uuid::nil()))),
        read("listTournaments", "A club’s that have not begun", json!({ "club": club, "status": "open" })),
    ]
}
