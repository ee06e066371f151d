//! Input validation: the schema and the server agree on what can be read: whatever fits is read, and whatever does not is refused.

use std::cell::RefCell;

use cydonia_protocol::dice::{Bytes32, Share};
use cydonia_protocol::{
    ChallengedSeat, ClockKind, Command, ComputerSeat, ErrorCode, LobbyFilter, LobbyStanding, MAX_NUMBER,
    OfferKind, Phrase, Room, TimeControl, Words,
};
use cydonia_rules::{OptionValue, Options};
use cydonia_tests::{CallError, TestClient, TestServer};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::schema::{document, validator};
use crate::support::create;

/// How many frames are tried on a server, at a millisecond each.
const CASES: u32 = 2_000;

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..5u64, 0..=MAX_NUMBER, Just(MAX_NUMBER)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), select(vec!["", "martian-chess", "A22-A11"]).prop_map(str::to_owned)]
}

fn share() -> impl Strategy<Value = Share> {
    prop::collection::vec(any::<u8>(), Share::LENGTH)
        .prop_map(|bytes| Share::new(bytes).expect("of good length"))
}

fn bytes32() -> impl Strategy<Value = Bytes32> {
    any::<[u8; 32]>().prop_map(Bytes32)
}

fn clock() -> impl Strategy<Value = TimeControl> {
    let fischer = (TimeControl::INITIAL_S, TimeControl::INCREMENT_S);
    prop_oneof![
        Just(TimeControl::None {}),
        fischer.prop_map(|(initial_s, increment_s)| TimeControl::Fischer { initial_s, increment_s }),
        TimeControl::DAYS.prop_map(|days| TimeControl::Correspondence { days }),
    ]
}

fn options() -> impl Strategy<Value = Options> {
    let value = prop_oneof![
        any::<bool>().prop_map(OptionValue::Switch),
        any::<String>().prop_map(OptionValue::Choice)
    ];
    prop::collection::btree_map(any::<String>(), value, 0..3)
}

fn filter() -> impl Strategy<Value = LobbyFilter> {
    let clock = select(vec![ClockKind::None, ClockKind::Fischer, ClockKind::Correspondence]);
    let standing = select(vec![LobbyStanding::Open, LobbyStanding::Playing]);
    let all = (
        prop::option::of(text()),
        prop::option::of(any::<u8>()),
        prop::option::of(clock),
        prop::option::of(standing),
        prop::option::of(any::<bool>()),
    );
    all.prop_map(|(game, seats, clock, standing, rated)| LobbyFilter { game, seats, clock, standing, rated })
}

fn words() -> impl Strategy<Value = Words> {
    prop_oneof![
        text().prop_map(|text| Words::Text { text }),
        select(Phrase::ALL.to_vec()).prop_map(|phrase| Words::Phrase { phrase }),
    ]
}

/// Any wish for a table.
fn wish() -> impl Strategy<Value = Command> {
    let id = || any::<u128>().prop_map(Uuid::from_u128);
    let computer = (any::<u8>(), any::<u8>()).prop_map(|(seat, level)| ComputerSeat { seat, level });
    let computers = prop::collection::vec(computer, 0..3);
    let challenged = (any::<u8>(), id());
    let challenged = challenged.prop_map(|(seat, player)| ChallengedSeat { seat, player });
    let challenged = prop::collection::vec(challenged, 0..3);
    let more = (any::<u8>(), computers, challenged, 1..20_u8, any::<bool>());
    let wish = (id(), text(), any::<u8>(), options(), clock(), any::<bool>(), any::<bool>(), more);
    wish.prop_map(|(request, game, seats, options, clock, private, rated, more)| {
        let (seat, computers, challenged, games, pie) = more;
        Command::Create {
            request,
            game,
            seats,
            options,
            clock,
            private,
            rated,
            seat,
            computers,
            challenged,
            games,
            pie,
        }
    })
}

/// Any message at all. Most are about the one table that there is.
fn command(table: Uuid) -> impl Strategy<Value = Command> {
    let table = || prop_oneof![3 => Just(table), 1 => any::<u128>().prop_map(Uuid::from_u128)];
    let id = || any::<u128>().prop_map(Uuid::from_u128);
    let key = || prop::option::of(text());
    let seat = || any::<u8>();
    let what = select(OfferKind::ALL.to_vec());
    let wish = wish();
    let quick = (id(), text(), seat(), clock(), any::<bool>());
    let quick = quick.prop_map(|(request, game, seats, clock, rated)| Command::Quick {
        request,
        game,
        seats,
        clock,
        rated,
    });
    let of_dice = prop_oneof![
        (table(), prop::option::of(bytes32())).prop_map(|(table, pledge)| Command::Ready { table, pledge }),
        (table(), number(), share()).prop_map(|(table, k, share)| Command::Share { table, k, share }),
        (table(), number(), share(), bytes32()).prop_map(|(table, k, share, pledge)| Command::Roll {
            table,
            k,
            share,
            pledge
        }),
        (table(), number(), bytes32()).prop_map(|(table, k, pledge)| Command::Lost { table, k, pledge }),
    ];
    let of_computers = prop_oneof![
        (table(), prop::option::of(seat()), any::<u8>())
            .prop_map(|(table, seat, level)| Command::AddComputer { table, seat, level }),
        (table(), seat()).prop_map(|(table, seat)| Command::RemoveComputer { table, seat }),
    ];
    let of_table = prop_oneof![
        (table(), prop::option::of(seat()), key()).prop_map(|(table, seat, key)| Command::Sit {
            table,
            seat,
            key
        }),
        table().prop_map(|table| Command::Stand { table }),
        (table(), prop::option::of(number()), key(), any::<bool>())
            .prop_map(|(table, since, key, quiet)| Command::Watch { table, since, key, quiet }),
        table().prop_map(|table| Command::Unwatch { table }),
        table().prop_map(|table| Command::Begin { table }),
        (table(), id(), select(vec![Room::Players, Room::Watchers]), words())
            .prop_map(|(table, request, room, words)| Command::Say { table, request, room, words }),
        table().prop_map(|table| Command::Rematch { table }),
    ];
    let of_game = prop_oneof![
        (table(), number(), text(), prop::option::of(share()))
            .prop_map(|(table, at, action, share)| Command::Act { table, at, action, share }),
        (table(), number(), text()).prop_map(|(table, at, action)| Command::Explain { table, at, action }),
        (table(), number()).prop_map(|(table, at)| Command::Undo { table, at }),
        (table(), number()).prop_map(|(table, at)| Command::Swap { table, at }),
        table().prop_map(|table| Command::Resign { table }),
        table().prop_map(|table| Command::Abort { table }),
        (table(), id(), what).prop_map(|(table, request, what)| Command::Offer {
            table,
            request,
            what,
            computer: None,
        }),
        (table(), number(), any::<bool>()).prop_map(|(table, offer, agree)| Command::Answer {
            table,
            offer,
            agree
        }),
        (table(), number()).prop_map(|(table, offer)| Command::Withdraw { table, offer }),
        table().prop_map(|table| Command::Resume { table }),
        (table(), seat()).prop_map(|(table, seat)| Command::Claim { table, seat }),
    ];
    let other =
        prop_oneof![Just(Command::Ping {}), filter().prop_map(|filter| Command::Lobby { on: true, filter })];
    prop_oneof![1 => other, 1 => quick, 3 => wish, 4 => of_dice, 4 => of_table, 1 => of_computers, 6 => of_game]
}

/// What goes wrong with a frame.
#[derive(Clone, Debug)]
enum Mishap {
    /// A field that does not exist.
    Add,
    /// A field is gone.
    Drop,
    /// Something else stands in a value's place.
    Replace(Value),
    /// A value is wrapped in a list.
    Wrap,
    /// An object's values are left without their names.
    Unname,
}

fn mishap() -> impl Strategy<Value = Mishap> {
    let odd = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(300),
        json!(1u64 << 53),
        json!(u64::MAX),
        json!(""),
        json!("none"),
        json!("0F".repeat(32)),
        json!("0f".repeat(15)),
        json!("0f".repeat(65)),
        json!([]),
        json!({}),
        json!({ "type": 0 }),
        json!({ "draw": null }),
        json!({ "type": "fischer", "initial_s": 60, "increment_s": 0.5 }),
    ];
    prop_oneof![
        2 => Just(Mishap::Add),
        2 => Just(Mishap::Drop),
        6 => select(odd).prop_map(Mishap::Replace),
        1 => Just(Mishap::Wrap),
        1 => Just(Mishap::Unname),
    ]
}

/// Where the values of a frame stand, the frame itself first.
fn pointers(value: &Value, at: &str) -> Vec<String> {
    let mut found = vec![at.to_owned()];
    if let Value::Object(fields) = value {
        for (name, field) in fields {
            let name = name.replace('~', "~0").replace('/', "~1");
            found.extend(pointers(field, &format!("{at}/{name}")));
        }
    }
    found
}

/// Lets the mishap happen at one of the places where it can.
fn spoil(frame: &mut Value, place: Index, mishap: &Mishap) {
    let fits = |value: &Value| match mishap {
        Mishap::Add | Mishap::Unname => value.is_object(),
        Mishap::Drop => value.as_object().is_some_and(|fields| !fields.is_empty()),
        Mishap::Replace(_) | Mishap::Wrap => true,
    };
    let mut places = pointers(frame, "");
    places.retain(|at| frame.pointer(at).is_some_and(fits));
    let at: &String = place.get(&places);
    let value = frame.pointer_mut(at).expect("a place in the frame");
    match (mishap, &mut *value) {
        (Mishap::Add, Value::Object(fields)) => {
            fields.insert("extra".to_owned(), json!(1));
        }
        (Mishap::Drop, Value::Object(fields)) => {
            let name = place.get(&fields.keys().cloned().collect::<Vec<_>>()).clone();
            fields.remove(&name);
        }
        (Mishap::Unname, Value::Object(fields)) => *value = fields.values().cloned().collect(),
        (Mishap::Wrap, _) => *value = json!([value.take()]),
        (Mishap::Replace(odd), _) => *value = odd.clone(),
        (Mishap::Add | Mishap::Drop | Mishap::Unname, _) => unreachable!("only objects are chosen"),
    }
}

/// A server with one table, and somebody who says things to it.
struct House {
    runtime: Runtime,
    _server: TestServer,
    client: RefCell<TestClient>,
    table: Uuid,
}

impl House {
    fn open() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let (server, client, table) = runtime.block_on(async {
            let server = TestServer::start().await;
            let mut client = server.join("Ada").await;
            let table = client.call(create(2)).await.expect("a table").table.expect("its id");
            (server, client, table)
        });
        Self { runtime, _server: server, client: RefCell::new(client), table }
    }

    /// Says something and gives the code of the refusal, if it is refused. The answer repeats the id, if there is one.
    fn say(&self, frame: &Value) -> Option<ErrorCode> {
        let id = frame["id"].as_u64().filter(|id| *id <= MAX_NUMBER);
        let mut client = self.client.borrow_mut();
        // Whoever asks for events twice gets them twice: nothing is to be made of them here.
        client.tables.clear();
        self.runtime.block_on(async {
            client.send_raw(Message::text(frame.to_string())).await;
            client.answer(id).await.err().map(|CallError { code, .. }| code)
        })
    }
}

fn runner() -> TestRunner {
    TestRunner::new(Config { cases: CASES, failure_persistence: None, ..Config::default() })
}

#[test]
fn what_fits_the_schema_is_read() {
    let house = House::open();
    let schema = validator(&document("client"));
    let frame = (number(), command(house.table));
    let outcome = runner().run(&frame, |(id, command)| {
        let frame = json!({ "id": id, "do": command });
        prop_assert!(schema.is_valid(&frame), "{}", frame);
        prop_assert_ne!(house.say(&frame), Some(ErrorCode::BadMessage), "{}", frame);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn a_message_is_bad_if_and_only_if_it_does_not_fit_the_schema() {
    let house = House::open();
    let schema = validator(&readable());
    let frame = (number(), command(house.table), any::<Index>(), mishap());
    let outcome = runner().run(&frame, |(id, command, place, mishap)| {
        let mut frame = json!({ "id": id, "do": command });
        spoil(&mut frame, place, &mishap);
        let is_bad = house.say(&frame) == Some(ErrorCode::BadMessage);
        prop_assert_eq!(is_bad, !schema.is_valid(&frame), "{}", frame);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

/// The schema of a client's messages without the ranges of a clock: out of them it can be read, and is refused by a
/// code of its own.
fn readable() -> Value {
    let mut schema = document("client");
    let kinds = schema["$defs"]["TimeControl"]["oneOf"].as_array_mut().expect("kinds of clocks");
    for (field, most) in [("initial_s", u32::MAX), ("increment_s", u32::MAX), ("days", u8::MAX.into())] {
        let figure = kinds.iter_mut().find_map(|kind| kind["properties"].get_mut(field)).expect("a figure");
        figure["minimum"] = json!(0);
        figure["maximum"] = json!(most);
    }
    schema
}
