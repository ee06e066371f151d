//! Games that cannot be begun, and seats that cannot leave, worked out from what each game says of itself.

use cydonia_rules::{GameInfo, GameKind, OptionInfo, OptionKind, OptionValue, Setup};
use cydonia_tests::Conversation;
use serde_json::{Value, json};

use super::{begun, refused};

/// That what should begin a game is refused, as a first line and as a new game; returns the sentence.
fn no_start(start: &Value, code: &str) -> String {
    let mut talk = Conversation::default();
    let message = refused(&mut talk, &start.to_string(), code);
    let mut talk = begun(GameKind::MartianChess, &Setup::for_seats(2));
    assert_eq!(refused(&mut talk, &json!({ "new": start }).to_string(), code), message);
    message
}

#[test]
fn games_that_do_not_exist() {
    for kind in GameKind::ALL {
        let id = kind.id();
        let odd = [
            id.to_uppercase(),
            format!("{id} "),
            format!(" {id}"),
            id.replace('-', "_"),
            id.replace('-', "–"),
            format!("{id}\u{200b}"),
            id.replace("a", "а"),
            format!("{id}-{id}"),
            kind.info().title.to_owned(),
            String::new(),
        ];
        // Not every name has a dash.
        for odd in odd.iter().filter(|odd| *odd != id) {
            no_start(&json!({ "game": odd, "players": 2 }), "bad_game");
        }
    }
}

#[test]
fn seats_that_a_game_has_not() {
    for kind in GameKind::ALL {
        let GameInfo { id, min_seats, max_seats, .. } = *kind.info();
        let range = i64::from(min_seats)..=i64::from(max_seats);
        let odd = [i64::MIN, -254, -2, 255, 256, 258, 65_538, i64::MAX];
        for players in (-1..=9).chain(odd).filter(|players| !range.contains(players)) {
            let message = no_start(&json!({ "game": id, "players": players }), "bad_players");
            assert!(
                [min_seats, max_seats].iter().all(|seats| message.contains(&seats.to_string())),
                "{message}"
            );
        }
        for players in [json!("2"), json!(2.5), json!(null), json!([2]), json!(true), json!(1e300)] {
            no_start(&json!({ "game": id, "players": players }), "bad_line");
        }
        for players in min_seats..=max_seats {
            let start = |first: Value| json!({ "game": id, "players": players, "first": first });
            for first in [-1, players.into(), 255, 256, 65_536, i64::MIN, i64::MAX] {
                let message = no_start(&start(first.into()), "bad_first");
                assert!(message.contains("first"), "{message}");
            }
            no_start(&start("0".into()), "bad_line");
            let mut talk = begun(*kind, &Setup::for_seats(players));
            for seat in [-1, players.into(), 255, 256, 65_536, i64::MIN, i64::MAX] {
                let line = json!({ "leave": seat, "reason": "timeout" }).to_string();
                let message = refused(&mut talk, &line, "bad_seat");
                assert!(message.contains(&seat.to_string()), "{line}: {message}");
            }
            for reason in [
                "",
                "Resigned",
                "RESIGNED",
                "resigned ",
                " timeout",
                "abandoned\u{200b}",
                "walked-off",
                "empty",
            ] {
                let message =
                    refused(&mut talk, &json!({ "leave": 0, "reason": reason }).to_string(), "bad_reason");
                assert!(
                    ["resigned", "timeout", "abandoned"].iter().all(|reason| message.contains(reason)),
                    "{message}"
                );
            }
            let leave = r#"{"leave":1,"reason":"timeout"}"#;
            talk.say(leave).expect("a seat may leave");
            refused(&mut talk, leave, if players == 2 { "over" } else { "bad_seat" });
        }
    }
}

/// Values that an option does not take.
fn wrong_values(option: &OptionInfo) -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(0),
        json!(1),
        json!(7.5),
        json!([]),
        json!({}),
        json!(""),
        json!("true"),
        json!("\u{202e}"),
    ];
    match &option.kind {
        OptionKind::Switch { .. } => values.extend([json!("on"), json!("false"), json!([true])]),
        OptionKind::Choices { choices } => {
            values.extend([json!(true), json!(false)]);
            for choice in *choices {
                values.push(json!([choice.value]));
                values.push(json!({ "value": choice.value }));
                values.push(json!(choice.value.to_uppercase()));
                values.push(json!(format!("{} ", choice.value)));
                values.push(json!(format!("{}\u{200b}", choice.value)));
            }
        }
    }
    values
}

#[test]
fn options_that_a_game_does_not_take() {
    for kind in GameKind::ALL {
        let info = kind.info();
        for seats in info.min_seats..=info.max_seats {
            let refuses = |name: &str, value: &Value| {
                let mut options = serde_json::Map::new();
                options.insert(name.to_owned(), value.clone());
                let message =
                    no_start(&json!({ "game": info.id, "players": seats, "options": options }), "bad_option");
                assert!(message.contains(&format!("“{name}”")), "{} {name} {value}: {message}", info.id);
            };
            for option in info.options {
                for value in wrong_values(option) {
                    refuses(option.name, &value);
                }
                let values = option.kind.values();
                // The default is taken for any number of seats, another value for those that it is for.
                let default = Setup {
                    options: [(option.name.to_owned(), values[0].clone())].into(),
                    ..Setup::for_seats(seats)
                };
                begun(*kind, &default);
                if !option.only_seats.is_empty() && !option.only_seats.contains(&seats) {
                    for value in &values[1..] {
                        refuses(option.name, &serde_json::to_value(value).expect("an option is JSON"));
                    }
                }
                for odd in [option.name.to_uppercase(), format!("{} ", option.name), option.label.to_owned()]
                {
                    if odd != option.name {
                        refuses(&odd, &serde_json::to_value(&values[0]).expect("an option is JSON"));
                    }
                }
            }
            let others = GameKind::ALL.iter().flat_map(|other| other.info().options);
            for option in others.filter(|option| info.option(option.name).is_none()) {
                for value in option.kind.values() {
                    refuses(option.name, &serde_json::to_value(&value).expect("an option is JSON"));
                }
            }
        }
        for options in [json!(null), json!([]), json!("rules"), json!(7)] {
            no_start(&json!({ "game": info.id, "players": 2, "options": options }), "bad_line");
        }
    }
}

#[test]
fn what_is_wrong_with_an_option_is_told_in_signs_that_show() {
    let name = "\u{202e}speed\u{0}".repeat(1_000);
    for value in [OptionValue::Switch(true), OptionValue::Choice("x".to_owned())] {
        let options = json!({ &name: value });
        let message =
            no_start(&json!({ "game": "martian-chess", "players": 2, "options": options }), "bad_option");
        assert!(message.contains(r"\u{202e}speed"), "{message}");
    }
    let unknown = json!({ "game": "martian-chess", "players": 2, &name: 1 });
    let message = no_start(&unknown, "bad_line");
    assert!(message.contains("speed") && !message.contains('\u{202e}'), "{message}");
}
