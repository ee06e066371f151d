//! Draws every game at each number of seats in the middle of play, for people to look at:
//! `cargo run -p cydonia-pictures --example pictures FOLDER`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use cydonia_pictures::Position;
use cydonia_rules::{AnyGame, GameKind, Phase, Setup};

/// Actions and rolls before each picture.
const STEPS: usize = 14;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("the folder to draw into is missing")?);
    fs::create_dir_all(&folder)?;
    for kind in GameKind::ALL {
        let info = kind.info();
        for seats in info.min_seats..=info.max_seats {
            let game = played(*kind, seats)?;
            let (layout, view) = (game.layout(), game.view());
            let position = Position { layout: &layout, view: &view };
            let name = format!("{}-{seats}", info.id);
            fs::write(folder.join(format!("{name}.svg")), position.svg(info.title))?;
            fs::write(folder.join(format!("{name}.png")), position.png()?)?;
        }
    }
    Ok(())
}

/// A game after some random steps, the same each time.
fn played(kind: GameKind, seats: u8) -> Result<AnyGame, Box<dyn Error>> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut game = AnyGame::start(kind, &Setup::for_seats(seats))?;
    for _ in 0..STEPS {
        match game.phase() {
            Phase::Act { .. } => {
                let actions = game.actions();
                game.play(&actions[random.usize(..actions.len())])?;
            }
            Phase::Roll { .. } => game.roll([random.u8(1..=6), random.u8(1..=6)])?,
            Phase::Over => break,
        }
    }
    Ok(game)
}
