//! Clubs: one with two members, and what is refused about it.

use serde_json::{Value, json};
use uuid::Uuid;

use super::requests::{ExampleRequest, none, read, send};

/// The one that there is in the example house.
pub(super) fn first() -> Value {
    json!({ "name": "Red Canal", "about": "We play on Fridays, and look at our games on Saturdays." })
}

/// Ada, who has an account by then, founds a club and joins another, whose `id` it is and which is Tom's; Una belongs to it, too.
pub(super) fn about_clubs(id: Uuid, tom: Uuid, una: Uuid) -> Vec<ExampleRequest> {
    let by = |guest: usize, example: ExampleRequest| ExampleRequest { guest: Some(guest), ..example };
    let told = |guest: usize, example: ExampleRequest, parameters: Value| ExampleRequest {
        guest: Some(guest),
        parameters,
        ..example
    };
    let [one, nothing] = [json!({ "id": id }), json!({ "id": Uuid::nil() })];
    let of_una = json!({ "id": id, "player": una });
    let to = |player: Uuid| json!({ "player": player });
    vec![
        read("listClubs", "All", none()),
        read("listClubs", "Whose names begin so", json!({ "name": "red" })),
        read("listClubs", "Tom’s", json!({ "player": tom })),
        read("listClubs", "Too many at once", json!({ "limit": 1000 })),
        read("readClub", "One with two members", one.clone()),
        read("readClub", "None", nothing),
        by(0, send("foundClub", "Ada’s own", json!({ "name": "Redoubt" }))),
        by(0, send("foundClub", "One that is called so", json!({ "name": "red-canal" }))),
        by(2, send("foundClub", "Mia has no account", json!({ "name": "Basin" }))),
        by(0, read("joinClub", "Ada", one.clone())),
        by(2, read("joinClub", "Mia has no account", one.clone())),
        by(0, read("leaveClub", "Ada", one.clone())),
        by(0, read("leaveClub", "Ada again", one.clone())),
        by(3, read("expelMember", "Una", of_una.clone())),
        by(3, read("expelMember", "Una again", of_una.clone())),
        by(3, read("admitMember", "Una may come again", of_una.clone())),
        by(0, read("admitMember", "Ada does not own it", of_una)),
        told(3, send("changeClub", "Tom has it tell something else", first()), one.clone()),
        told(0, send("changeClub", "Ada does not own it", first()), one.clone()),
        told(3, send("handOverClub", "To Una, who is out", to(una)), one.clone()),
        told(3, send("handOverClub", "To Tom, whose it is", to(tom)), one.clone()),
        by(0, read("closeClub", "Ada does not own it", one.clone())),
        by(3, read("closeClub", "Tom", one)),
    ]
}
