//! What every game must do, whatever its rules: random playouts of every configuration, checked at every step.

use cydonia_rules::{
    AnyGame, Game, GameKind, Layout, LeaveReason, OptionKind, OptionValue, Options, Outcome, Phase, Reason,
    Refusal, Setup, TokenKind, Turn, View, martian_chess::MartianChess,
};
use fastrand::Rng;

/// Every combination of options that the game takes for each number of seats, with every seat first once.
pub(crate) fn configurations(kind: GameKind) -> Vec<Setup> {
    let info = kind.info();
    let mut all = Vec::new();
    for seats in info.min_seats..=info.max_seats {
        let mut sets = vec![Options::new()];
        for option in info.options {
            let values: Vec<OptionValue> = match &option.kind {
                OptionKind::Switch { .. } => vec![OptionValue::Switch(false), OptionValue::Switch(true)],
                OptionKind::Choices { choices } => {
                    choices.iter().map(|choice| OptionValue::Choice(choice.value.to_owned())).collect()
                }
            };
            let with = |set: &Options, value: &OptionValue| {
                let mut set = set.clone();
                set.insert(option.name.to_owned(), value.clone());
                set
            };
            sets = sets.iter().flat_map(|set| values.iter().map(|value| with(set, value))).collect();
        }
        let setups = sets.into_iter().map(|options| Setup { seats, options, first: 0 });
        for setup in setups.filter(|setup| setup.check(info).is_ok()) {
            all.extend((0..seats).map(|first| Setup { first, ..setup.clone() }));
        }
    }
    all
}

#[test]
fn martian_chess_conforms() {
    conforms::<MartianChess>(GameKind::MartianChess, 6);
}

/// Plays `rounds` random games of every configuration, half of them with seats leaving now and then.
fn conforms<G: Game>(kind: GameKind, rounds: u64) {
    for (number, setup) in (0u64..).zip(configurations(kind)) {
        for round in 0..rounds {
            let mut rng = Rng::with_seed(number << 16 | round);
            let leavers = round % 2 == 1;
            playout::<G>(kind, &setup, leavers, &mut rng);
        }
    }
}

/// What was done to a game, to do it again.
enum Input {
    Act(String),
    Roll([u8; 2]),
    Leave(u8, LeaveReason),
}

fn playout<G: Game>(kind: GameKind, setup: &Setup, leavers: bool, rng: &mut Rng) {
    let mut game = G::start(setup).expect("a listed configuration starts");
    let mut live = AnyGame::start(kind, setup).expect("a listed configuration starts");
    let layout = game.layout();
    through_json(&layout);
    layout_is_whole(&layout, setup);
    let mut folded = game.view();
    let all_pieces = pieces(&folded);
    let mut line = Vec::new();
    let mut acted = 0;
    loop {
        let view = game.view();
        assert_eq!(view, live.view());
        assert_eq!(view, folded, "folding differences gives the view");
        through_json(&view);
        view_fits(&view, &layout, &game, setup);
        assert!(pieces(&view) <= all_pieces, "pieces never appear from nowhere");
        let input = match game.phase() {
            Phase::Over => break,
            Phase::Roll { .. } => {
                refuses(&game, |game| game.play("pass"), "wrong_phase");
                refuses(&game, |game| game.roll([0, 7]), "bad_dice");
                Input::Roll([rng.u8(1..=6), rng.u8(1..=6)])
            }
            Phase::Act { seat } => {
                assert!(game.seats().is_in(seat), "only a seat that is in acts");
                let action = legal_agrees_with_checked_play(&game, &layout, rng);
                refuses(&game, |game| game.roll([1, 2]), "wrong_phase");
                if leavers && rng.u8(..) < 4 {
                    let staying: Vec<u8> =
                        game.seats().all().filter(|seat| game.seats().is_in(*seat)).collect();
                    let reasons = [LeaveReason::Resigned, LeaveReason::Timeout, LeaveReason::Abandoned];
                    Input::Leave(staying[rng.usize(..staying.len())], reasons[rng.usize(..3)])
                } else {
                    Input::Act(action)
                }
            }
        };
        refuses(&game, |game| game.leave(setup.seats, LeaveReason::Resigned), "bad_seat");
        match &input {
            Input::Act(text) => {
                acted += 1;
                assert!(acted <= game.action_bound(), "a game ends within its declared bound");
                game.play(text).expect("a listed action is legal");
                live.play(text).expect("a listed action is legal");
            }
            Input::Roll(dice) => {
                game.roll(*dice).expect("dice are asked for");
                live.roll(*dice).expect("dice are asked for");
            }
            Input::Leave(seat, reason) => {
                game.leave(*seat, *reason).expect("a seat that is in may leave");
                live.leave(*seat, *reason).expect("a seat that is in may leave");
                refuses(
                    &game,
                    |game| game.leave(*seat, *reason),
                    if game.outcome().is_some() { "over" } else { "bad_seat" },
                );
            }
        }
        line.push(input);
        let diff = view.diff(&game.view());
        through_json(&diff);
        folded.fold(&diff);
    }
    ends_well(&game, kind, setup);
    assert_eq!(live.outcome(), game.outcome());
    replays_to(kind, setup, &line, &live);
}

/// The list, the predicate and the notation must tell the same; returns one action of the list.
fn legal_agrees_with_checked_play<G: Game>(game: &G, layout: &Layout, rng: &mut Rng) -> String {
    let mut listed = Vec::new();
    game.legal(&mut listed);
    let texts = game.actions();
    assert!(!texts.is_empty(), "a seat to act has something to do");
    assert!(texts.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once: {texts:?}");
    assert_eq!(texts.len(), listed.len());
    for action in &listed {
        let text = game.notation(*action);
        assert_eq!(game.parse(&text), Some(*action), "notation reads back: {text}");
        for part in text.split('-') {
            assert!(layout.tokens.iter().any(|token| token.text == part), "{part} is described");
        }
        assert_eq!(game.clone().play(&text), Ok(()));
    }
    // Any action made of this game's tokens is either listed or refused.
    let token = |rng: &mut Rng| layout.tokens[rng.usize(..layout.tokens.len())].text.clone();
    for _ in 0..8 {
        let text = (0..rng.usize(1..=3)).map(|_| token(rng)).collect::<Vec<_>>().join("-");
        if texts.contains(&text) {
            continue;
        }
        let code = if game.parse(&text).is_some() { "illegal" } else { "bad_notation" };
        refuses(game, |game| game.play(&text), code);
    }
    for odd in [
        "",
        "-",
        "a1",
        "a1-",
        "a1--a2",
        "A1-b2",
        "а1-b2",
        "a1-b2-",
        "pass ",
        "pass-pass",
        "a1-b2-clock-clock",
        "\u{0}",
        "🜂",
    ] {
        if let Some(action) = game.parse(odd) {
            assert_eq!(game.notation(action), odd, "only what is written reads back");
        } else {
            refuses(game, |game| game.play(odd), "bad_notation");
        }
    }
    texts[rng.usize(..texts.len())].clone()
}

/// A refused input has that code and leaves everything that can be seen as it was.
fn refuses<G: Game>(game: &G, input: impl FnOnce(&mut G) -> Result<(), Refusal>, code: &str) {
    let mut tried = game.clone();
    let refusal = input(&mut tried).expect_err("refused");
    assert_eq!(refusal.code(), code, "{refusal}");
    assert!(!refusal.to_string().is_empty());
    assert_eq!(format!("{tried:?}"), format!("{game:?}"), "a refusal changes nothing");
}

fn through_json<T>(value: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(value).expect("serialises");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("reads back"), value);
}

fn layout_is_whole(layout: &Layout, setup: &Setup) {
    let seats = usize::from(setup.seats);
    assert_eq!(layout.sides.len(), seats);
    assert!(layout.teams.is_empty() || layout.teams.len() == seats);
    for (place, space) in layout.spaces.iter().enumerate() {
        assert!(space.outline.len() >= 3 && space.unit > 0 && !space.spoken.is_empty());
        assert!(layout.spaces[..place].iter().all(|other| other.name != space.name), "names differ");
        assert!(layout.spaces[..place].iter().all(|other| other.centre != space.centre), "places differ");
    }
    for token in &layout.tokens {
        assert!(!token.text.contains('-') && !token.label.is_empty() && !token.spoken.is_empty());
        if let TokenKind::Space { space } = token.kind {
            assert_eq!(layout.spaces[usize::from(space)].name, token.text);
        }
    }
}

fn view_fits<G: Game>(view: &View, layout: &Layout, game: &G, setup: &Setup) {
    assert_eq!(view.spaces.len(), layout.spaces.len());
    assert_eq!(view.trays.len(), layout.trays.len());
    assert_eq!(view.counters.len(), layout.counters.len());
    assert_eq!(view.scores, game.scores());
    assert_eq!(view.scores.len(), usize::from(setup.seats));
    assert_eq!(view.left, game.seats().leavers());
    for (value, counter) in view.counters.iter().zip(&layout.counters) {
        assert!(value.is_none_or(|value| value <= counter.limit), "{}", counter.label);
    }
    for last in &view.last {
        assert!(last.spaces.iter().all(|space| usize::from(*space) < layout.spaces.len()));
    }
    match (game.phase(), view.turn) {
        (Phase::Act { seat }, Turn::Act { seat: shown })
        | (Phase::Roll { seat }, Turn::Roll { seat: shown }) => {
            assert_eq!(seat, shown);
        }
        (Phase::Over, Turn::Over {}) => {}
        (phase, turn) => panic!("{phase:?} is shown as {turn:?}"),
    }
}

/// Points in sight: on the board and in trays.
fn pieces(view: &View) -> u32 {
    let board = view.spaces.iter().flat_map(|space| &space.stack).map(|piece| u32::from(piece.size));
    let trays =
        view.trays.iter().flat_map(|tray| (1u32..).zip(tray)).map(|(size, count)| size * u32::from(*count));
    board.sum::<u32>() + trays.sum::<u32>()
}

fn ends_well<G: Game>(game: &G, kind: GameKind, setup: &Setup) {
    let Outcome { scores, ranks, reason } = game.outcome().expect("a game that is over has an outcome");
    assert_eq!(scores, game.scores());
    assert_eq!(ranks.len(), usize::from(setup.seats));
    assert!(ranks.contains(&1));
    let by_leaving = [Reason::RESIGNED, Reason::TIMEOUT, Reason::ABANDONED].contains(&reason);
    assert!(
        by_leaving || kind.info().reasons.iter().any(|info| info.reason == reason),
        "{reason:?} is a listed end"
    );
    for rank in &ranks {
        let better = ranks.iter().filter(|other| *other < rank).count();
        assert_eq!(usize::from(*rank), better + 1, "a rank counts the seats above it: {ranks:?}");
    }
    assert!(game.actions().is_empty());
    refuses(game, |game| game.play("pass"), "over");
    refuses(game, |game| game.roll([1, 1]), "over");
    refuses(game, |game| game.leave(0, LeaveReason::Resigned), "over");
}

fn replays_to(kind: GameKind, setup: &Setup, line: &[Input], live: &AnyGame) {
    let mut again = AnyGame::start(kind, setup).expect("it started before");
    for input in line {
        match input {
            Input::Act(text) => drop(again.play(text).expect("it was legal before")),
            Input::Roll(dice) => again.roll(*dice).expect("it was asked for before"),
            Input::Leave(seat, reason) => again.leave(*seat, *reason).expect("it was taken before"),
        }
    }
    assert_eq!(again.view(), live.view());
    assert_eq!(again.outcome(), live.outcome());
}
