//! What is shown of a game must fit together: layout, view and position.

use cydonia_rules::{Game, Layout, Phase, Setup, TokenKind, Turn, View};

pub(super) fn through_json<T>(value: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(value).expect("serialises");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("reads back"), value);
}

pub(super) fn layout_is_whole(layout: &Layout, setup: &Setup) {
    let seats = usize::from(setup.seats);
    assert_eq!(layout.sides.len(), seats);
    assert!(layout.teams.is_empty() || layout.teams.len() == seats);
    for (place, space) in layout.spaces.iter().enumerate() {
        assert!(space.outline.len() >= 3 && space.unit > 0 && !space.spoken.is_empty());
        assert!(space.zone.is_none_or(|seat| seat < setup.seats));
        assert!(layout.spaces[..place].iter().all(|other| other.name != space.name), "names differ");
        assert!(layout.spaces[..place].iter().all(|other| other.centre != space.centre), "places differ");
    }
    for (place, tray) in layout.trays.iter().enumerate() {
        assert!(tray.seat < setup.seats && tray.owner.is_none_or(|seat| seat < setup.seats));
        let others = &layout.trays[..place];
        assert!(
            others.iter().all(|other| (other.kind, other.seat) != (tray.kind, tray.seat)),
            "trays differ"
        );
    }
    for (place, token) in layout.tokens.iter().enumerate() {
        assert!(!token.text.contains('-') && !token.label.is_empty() && !token.spoken.is_empty());
        assert!(layout.tokens[..place].iter().all(|other| other.text != token.text), "tokens differ");
        match token.kind {
            TokenKind::Space { space } => assert_eq!(layout.spaces[usize::from(space)].name, token.text),
            TokenKind::Piece { tray, .. } | TokenKind::Off { tray } => {
                assert!(layout.trays.iter().any(|other| other.kind == tray), "{} names a tray", token.text);
            }
            TokenKind::Button {} | TokenKind::Switch {} => {}
        }
    }
}

pub(super) fn view_fits<G: Game>(view: &View, layout: &Layout, game: &G, setup: &Setup) {
    assert_eq!(view.spaces.len(), layout.spaces.len());
    assert_eq!(view.trays.len(), layout.trays.len());
    assert_eq!(view.counters.len(), layout.counters.len());
    assert_eq!(view.scores, game.scores());
    assert_eq!(view.scores.len(), usize::from(setup.seats));
    assert_eq!(view.left, game.seats().leavers());
    for piece in view.spaces.iter().flat_map(|space| &space.stack) {
        assert!((1..=3).contains(&piece.size) && piece.owner.is_none_or(|seat| seat < setup.seats));
        assert!(piece.points_at.is_none_or(|space| usize::from(space) < layout.spaces.len()));
    }
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
    dice_fit(view, game, setup);
}

fn dice_fit<G: Game>(view: &View, game: &G, setup: &Setup) {
    if !G::INFO.dice {
        assert!(view.dice.is_empty() && game.unspent_dice().is_empty(), "there are no dice");
        return;
    }
    for die in &view.dice {
        assert!((1..=6).contains(&die.face) && die.seat < setup.seats);
    }
    if matches!(game.phase(), Phase::Act { .. }) {
        let mut unspent: Vec<u8> = view.dice.iter().filter(|die| !die.spent).map(|die| die.face).collect();
        unspent.sort_unstable();
        assert_eq!(unspent, game.unspent_dice(), "the dice not yet used are those shown so");
    } else {
        assert!(game.unspent_dice().is_empty(), "dice are for acting");
    }
}
