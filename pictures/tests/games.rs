//! Every game at each number of seats, from its first position to its end, as a picture.

use cydonia_pictures::{CARD_HEIGHT, CARD_WIDTH, Position};
use cydonia_rules::{AnyGame, GameKind, Layout, Phase, Setup, View};

/// A game played on at random, and how it stood after every so many steps.
fn positions(kind: GameKind, seats: u8) -> (Layout, Vec<View>) {
    let mut random = fastrand::Rng::with_seed(u64::from(seats));
    let mut game = AnyGame::start(kind, &Setup::for_seats(seats)).expect("it starts");
    let mut views = vec![game.view()];
    for step in 1..120 {
        match game.phase() {
            Phase::Act { .. } => {
                let actions = game.actions();
                game.play(&actions[random.usize(..actions.len())]).expect("legal");
            }
            Phase::Roll { .. } => game.roll([random.u8(1..=6), random.u8(1..=6)]).expect("asked for"),
            Phase::Over => break,
        }
        if step % 40 == 0 {
            views.push(game.view());
        }
    }
    views.push(game.view());
    (game.layout(), views)
}

#[test]
fn every_game_has_pictures() {
    for kind in GameKind::ALL {
        let info = kind.info();
        for seats in info.min_seats..=info.max_seats {
            let (layout, views) = positions(*kind, seats);
            let mut seen = Vec::new();
            for view in &views {
                let svg = Position { layout: &layout, view }.svg(info.title);
                assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{}", info.id);
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{} {seats}: {svg}", info.id);
                assert!(svg.len() < 250_000, "{} {seats}: {} bytes", info.id, svg.len());
                let pieces: usize = view.spaces.iter().map(|space| space.stack.len()).sum();
                // The pips of a piece that nothing covers are drawn; so each such piece is seen.
                assert!(
                    svg.matches("url(#lit)").count() <= pieces,
                    "{}: a piece has one side in the light",
                    info.id
                );
                seen.push(svg);
            }
            assert_ne!(seen.first(), seen.last(), "{} {seats}: a game changes its picture", info.id);
        }
    }
}

/// The head of a PNG tells its size; and the board is on it.
#[test]
fn a_card_has_the_size_that_previews_want() {
    for kind in GameKind::ALL {
        let info = kind.info();
        let (layout, views) = positions(*kind, info.min_seats);
        let (first, last) = (&views[0], &views[views.len() - 1]);
        let card = |view| Position { layout: &layout, view }.png().expect("painted");
        let png = card(last);
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
        assert_eq!((&png[..8], number(16), number(20)), (&b"\x89PNG\r\n\x1a\n"[..], CARD_WIDTH, CARD_HEIGHT));
        assert!(png.len() < 400_000, "{}: {} bytes", info.id, png.len());
        assert_ne!(png, card(first), "{}: it shows the position", info.id);
    }
}

/// What a film holds is read again by another hand: the decoder of the crate that packed it.
#[test]
fn a_film_has_a_frame_for_each_position_that_differs() {
    for kind in GameKind::ALL {
        let info = kind.info();
        let (layout, views) = positions(*kind, info.max_seats);
        let still = Position { layout: &layout, view: &views[0] };
        let mut shown = vec![still, still];
        shown.extend(views[1..].iter().map(|view| Position { layout: &layout, view }));
        let film = cydonia_pictures::film(&shown).expect("it can be packed");
        let mut decoder = gif::DecodeOptions::new().read_info(&film[..]).expect("a film");
        let (width, height) = (decoder.width(), decoder.height());
        assert_eq!(width.max(height), 480, "{}", info.id);
        let mut delays = Vec::new();
        let mut covered = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            delays.push(frame.delay);
            covered.push(u32::from(frame.width) * u32::from(frame.height));
            assert!(frame.left + frame.width <= width && frame.top + frame.height <= height);
        }
        assert_eq!(covered[0], u32::from(width) * u32::from(height), "the first is whole");
        assert!(delays.len() < shown.len(), "{}: what stands still is not painted twice", info.id);
        assert_eq!(delays[0], 140, "it is shown for as long as two");
        assert_eq!(
            delays.iter().map(|delay| u32::from(*delay)).sum::<u32>(),
            70 * (shown.len() as u32 - 1) + 300
        );
    }
    assert!(cydonia_pictures::film(&[]).is_err(), "there is nothing to show");
}
