//! Positions as pictures: drawn from a game's layout and view as the web client draws them, by day, from the same measures and
//! colours (tests compare the two). As SVG for whoever shows or prints a board, as PNG for previews of links, which want pixels,
//! and a game as a film in GIF. Everything is a pure function of what is drawn.
//!
//! ```
//! use cydonia_pictures::Position;
//! use cydonia_rules::{AnyGame, GameKind, Setup};
//!
//! let setup = Setup { seats: 2, options: Default::default(), first: 0 };
//! let game = AnyGame::start(GameKind::from_id("martian-chess").unwrap(), &setup).unwrap();
//! let (layout, view) = (game.layout(), game.view());
//! let position = Position { layout: &layout, view: &view };
//! assert!(position.svg("Martian Chess").starts_with("<svg "));
//! let png = position.png().unwrap();
//! assert!(png.starts_with(b"\x89PNG"));
//! ```

mod board;
mod card;
mod colour;
mod film;
mod geometry;
mod pyramid;
mod raster;
mod shapes;
mod sign;
mod slab;
mod stack;
mod svg;

use cydonia_rules::{Layout, View};

pub use raster::PictureError;

/// How wide a picture for previews is, in pixels, as those who show previews like it best.
pub const CARD_WIDTH: u32 = 1200;
/// How high it is.
pub const CARD_HEIGHT: u32 = 630;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Position<'p> {
    /// Where things are.
    pub layout: &'p Layout,
    /// What is there.
    pub view: &'p View,
}

impl Position<'_> {
    /// The board as SVG, as the first seat sees it, with its title for those who listen.
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        let board = board::draw(*self, 0.0);
        svg::write(&board, title)
    }

    /// The board on a card of [`CARD_WIDTH`] by [`CARD_HEIGHT`] pixels, as PNG, without a word on it: names and results are told
    /// beside it, by whoever shows it.
    ///
    /// # Errors
    /// If it cannot be put into pixels.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        raster::paint(&card::lay_out(*self), CARD_WIDTH, CARD_HEIGHT)
    }
}

/// Positions of one game as an animated GIF that begins again at its end: the board alone, 480 pixels along its longer side, each
/// position for 0.7 seconds and the last for 3.
///
/// # Errors
/// If there is no position, or they cannot be put into pixels.
pub fn film(positions: &[Position<'_>]) -> Result<Vec<u8>, PictureError> {
    film::develop(positions)
}
