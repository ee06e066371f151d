//! Set-ups that a game takes, and those that it does not, each named by what is wrong with it.

use cydonia_rules::{
    AnyGame, GameInfo, GameKind, OptionError, OptionInfo, OptionKind, OptionValue, Options, Setup, SetupError,
};

/// Every game for every number of seats that it takes.
fn games() -> impl Iterator<Item = (GameKind, &'static GameInfo, u8)> {
    GameKind::ALL.iter().flat_map(|kind| {
        let info = kind.info();
        (info.min_seats..=info.max_seats).map(move |seats| (*kind, info, seats))
    })
}

fn with_option(seats: u8, name: &str, value: OptionValue) -> Setup {
    Setup { options: Options::from([(name.to_owned(), value)]), ..Setup::for_seats(seats) }
}

fn error(kind: GameKind, setup: &Setup) -> SetupError {
    let error = AnyGame::start(kind, setup).expect_err("refused");
    assert!(!error.to_string().is_empty());
    error
}

/// That a set-up is refused for that option, and the sentence names it.
fn refuses(kind: GameKind, seats: u8, name: &str, value: OptionValue, why: OptionError) {
    let setup = with_option(seats, name, value);
    let error = error(kind, &setup);
    assert_eq!(error, SetupError::BadOption { name: name.to_owned(), why }, "{} {setup:?}", kind.id());
    assert_eq!(error.code(), "bad_option");
    assert!(error.to_string().contains(&format!("“{name}”")), "{error}");
}

#[test]
fn every_listed_set_up_starts_and_none_is_listed_twice() {
    for kind in GameKind::ALL {
        let info = kind.info();
        let setups = info.setups();
        for (place, setup) in setups.iter().enumerate() {
            let game = AnyGame::start(*kind, setup).expect("a listed set-up starts");
            assert_eq!(game.seats().count(), setup.seats);
            assert!(!setups[..place].contains(setup), "{} lists {setup:?} twice", kind.id());
            assert_eq!(setup.options.len(), info.options.len(), "every option is told");
        }
    }
}

#[test]
fn every_value_that_is_taken_is_listed_with_every_first_seat() {
    for (kind, info, seats) in games() {
        let listed: Vec<Setup> = info.setups().into_iter().filter(|setup| setup.seats == seats).collect();
        assert!((0..seats).all(|first| listed.iter().any(|setup| setup.first == first)), "{}", kind.id());
        for option in info.options {
            for value in option.kind.values() {
                let taken = AnyGame::start(kind, &with_option(seats, option.name, value.clone())).is_ok();
                let is_listed = listed.iter().any(|setup| setup.options.get(option.name) == Some(&value));
                assert_eq!(taken, is_listed, "{} for {seats}: {} = {value:?}", kind.id(), option.name);
            }
        }
    }
}

#[test]
fn seats_out_of_range() {
    for kind in GameKind::ALL {
        let GameInfo { min_seats: min, max_seats: max, .. } = *kind.info();
        for seats in (0..=u8::MAX).filter(|seats| !(min..=max).contains(seats)) {
            let error = error(*kind, &Setup::for_seats(seats));
            assert_eq!((&error, error.code()), (&SetupError::BadPlayers { min, max }, "bad_players"));
            assert!([min, max].iter().all(|seats| error.to_string().contains(&seats.to_string())), "{error}");
        }
    }
}

#[test]
fn options_that_a_game_has_not() {
    for (kind, info, seats) in games() {
        let others = GameKind::ALL.iter().flat_map(|other| other.info().options);
        for option in others.filter(|option| info.option(option.name).is_none()) {
            for value in option.kind.values() {
                refuses(kind, seats, option.name, value, OptionError::Unknown);
            }
        }
        for option in info.options {
            for odd in [option.name.to_uppercase(), format!("{} ", option.name), format!("{}s", option.name)]
            {
                let value = option.kind.values().swap_remove(0);
                refuses(kind, seats, &odd, value, OptionError::Unknown);
            }
        }
        refuses(kind, seats, "", OptionValue::Switch(true), OptionError::Unknown);
    }
}

/// Values that no option of that kind takes, and why.
fn wrong_values(option: &OptionInfo) -> Vec<(OptionValue, OptionError)> {
    let text = |text: &str| OptionValue::Choice(text.to_owned());
    match &option.kind {
        OptionKind::Switch { .. } => {
            ["", "true", "false", "on"].iter().map(|odd| (text(odd), OptionError::WrongType)).collect()
        }
        OptionKind::Choices { choices } => {
            let spellings = choices.iter().flat_map(|choice| {
                [
                    choice.value.to_uppercase(),
                    format!(" {}", choice.value),
                    format!("{}\u{200b}", choice.value),
                ]
            });
            let odd = spellings.chain([String::new(), "true".to_owned()]);
            let odd = odd.map(|odd| (text(&odd), OptionError::NoSuchChoice));
            let switches = [true, false].map(|on| (OptionValue::Switch(on), OptionError::WrongType));
            odd.chain(switches).collect()
        }
    }
}

#[test]
fn values_that_an_option_does_not_take() {
    for (kind, info, seats) in games() {
        for option in info.options {
            for (value, why) in wrong_values(option) {
                refuses(kind, seats, option.name, value, why);
            }
        }
    }
}

#[test]
fn a_default_is_taken_even_where_its_condition_fails() {
    let mut failing = 0;
    for (kind, info, seats) in games() {
        for option in info.options {
            let mut values = option.kind.values();
            let default = values.remove(0);
            assert!(AnyGame::start(kind, &with_option(seats, option.name, default)).is_ok());
            let fits = option.only_seats.is_empty() || option.only_seats.contains(&seats);
            for value in values {
                if fits {
                    assert!(AnyGame::start(kind, &with_option(seats, option.name, value)).is_ok());
                } else {
                    failing += 1;
                    refuses(kind, seats, option.name, value, OptionError::NotForSeats);
                }
            }
        }
    }
    assert!(failing > 0, "some option has a condition");
}

#[test]
fn a_first_seat_that_does_not_exist() {
    for (kind, _, seats) in games() {
        for first in [seats, seats + 1, u8::MAX] {
            let error = error(kind, &Setup { first, ..Setup::for_seats(seats) });
            assert_eq!((&error, error.code()), (&SetupError::BadFirst, "bad_first"), "{}", kind.id());
        }
    }
}

#[test]
fn what_is_wrong_is_told_in_order() {
    for (kind, info, seats) in games() {
        let all_wrong = Setup { first: 99, ..Setup::for_seats(info.max_seats + 1).choose("no", "no") };
        assert_eq!(error(kind, &all_wrong).code(), "bad_players");
        assert_eq!(error(kind, &Setup { seats, ..all_wrong }).code(), "bad_option");
    }
}

#[test]
fn odd_names_are_told_in_signs_that_show() {
    for kind in GameKind::ALL {
        let name = "\u{202e}\u{0}".repeat(100);
        let error = error(*kind, &Setup::for_seats(2).switch(&name, true)).to_string();
        assert!(error.contains(r"\u{202e}\0") && !error.contains(['\u{202e}', '\u{0}']), "{error}");
        assert!(error.len() < 400, "{error}");
    }
}

/// What a game says of its seats' chances is of set-ups that there are, and each is told of once.
#[test]
fn advantages_are_of_set_ups_that_can_be_played() {
    let mut told = 0;
    for kind in GameKind::ALL {
        let info = kind.info();
        let setups = info.setups();
        for advantage in info.advantages {
            let is_found =
                |setup: &Setup| info.advantage(setup).is_some_and(|found| std::ptr::eq(found, advantage));
            assert!(setups.iter().any(is_found), "{}: another is always found before", kind.id());
            assert!(
                setups.iter().filter(|setup| is_found(setup)).all(|setup| setup.seats == advantage.seats)
            );
            assert_eq!(advantage.wins.len(), usize::from(advantage.seats), "{}", kind.id());
            assert_eq!(advantage.wins.iter().map(|wins| u32::from(*wins)).sum::<u32>(), 100, "{}", kind.id());
            assert!(
                advantage.sentence.ends_with('.')
                    && advantage.sentence.contains(&advantage.wins[0].to_string())
            );
            for only in advantage.only.iter() {
                let option = info.option(only.option).expect("an option of the game");
                let takes =
                    |value: &str| option.kind.values().contains(&OptionValue::Choice(value.to_owned()));
                assert!(!only.values.is_empty() && only.values.iter().all(|value| takes(value)));
            }
            told += 1;
        }
    }
    assert!(told > 0, "something is known of some game");
}
