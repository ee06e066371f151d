//! Colours: those of the web client by day, and what becomes of two that are mixed.

use std::fmt;

/// A colour, part by part from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    pub(crate) const WHITE: Self = Self(0xff, 0xff, 0xff);
    pub(crate) const BLACK: Self = Self(0, 0, 0);

    /// So much of another in it, from 0 to 1: `color-mix(in srgb, …)`.
    pub(crate) fn mixed(self, other: Self, share: f64) -> Self {
        let part =
            |own: u8, other: u8| (f64::from(own) * (1.0 - share) + f64::from(other) * share).round() as u8;
        Self(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Each by the name that it has in `app.css`.
macro_rules! colours {
    ($($name:ident $css:literal $value:expr;)+) => {
        $(pub(crate) const $name: Colour = $value;)+

        #[cfg(test)]
        const NAMED: &[(&str, Colour)] = &[$(($css, $name)),+];
    };
}

colours! {
    PAGE "page" Colour(0xfb, 0xf7, 0xf2);
    SUNKEN "sunken" Colour(0xf4, 0xec, 0xe2);
    INK "ink" Colour(0x2b, 0x21, 0x1c);
    CELL_LIGHT "cell-light" Colour(0xf8, 0xee, 0xdf);
    CELL_DARK "cell-dark" Colour(0xec, 0xd9, 0xc1);
    CELL_GROUND "cell-ground" Colour(0xf1, 0xe6, 0xd8);
    CELL_NAME "cell-name" Colour(0x5b, 0x46, 0x36);
    STONE "stone" Colour(0xb8, 0x97, 0x7c);
    STONE_DARK "stone-dark" Colour(0x8a, 0x5a, 0x44);
    RIM "rim" Colour(0x4d, 0x34, 0x28);
    RIM_EDGE "rim-edge" Colour(0x7d, 0x5a, 0x45);
    RIM_UNDER "rim-under" Colour(0x2c, 0x1b, 0x13);
    RIM_INK "rim-ink" Colour(0x24, 0x15, 0x0e);
    RIM_NAME "rim-name" Colour(0xec, 0xd9, 0xc5);
    SHADE "shade" Colour(0x46, 0x28, 0x1a);
    WATER "water" Colour(0x3f, 0x9b, 0xb0);
    BANK "bank" Colour(0xfd, 0xf6, 0xea);
    GLINT "glint" Colour(0xb9, 0xe2, 0xea);
    GOLD "gold" Colour(0xd9, 0xac, 0x4e);
    GOLD_INK "gold-ink" Colour(0x82, 0x60, 0x0f);
    SEAT_0 "seat-0" Colour(0xd9, 0x57, 0x2b);
    SEAT_1 "seat-1" Colour(0x2e, 0x86, 0xc9);
    SEAT_2 "seat-2" Colour(0x1e, 0x9e, 0x78);
    SEAT_3 "seat-3" Colour(0xd9, 0xa9, 0x00);
    SEAT_4 "seat-4" Colour(0x9b, 0x5f, 0xc0);
    SEAT_5 "seat-5" Colour(0x6b, 0x74, 0x80);
    SEAT_NONE "seat-none" Colour(0x8b, 0x7d, 0xa2);
}

/// How much of a seat's colour is in its ground.
pub(crate) const ZONE: f64 = 0.10;

/// A seat's colour, or that of pieces that are whoever's ground they are on.
pub(crate) fn of_seat(seat: Option<u8>) -> Colour {
    const SEATS: [Colour; 6] = [SEAT_0, SEAT_1, SEAT_2, SEAT_3, SEAT_4, SEAT_5];
    seat.map_or(SEAT_NONE, |seat| SEATS[usize::from(seat) % SEATS.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever changes the page's colours is told that they are here, too.
    #[test]
    fn the_colours_are_the_pages_by_day() {
        let css = include_str!("../../web-client/src/app.css");
        let (_, root) = css.split_once(":root {").expect("colours");
        let (root, _) = root.split_once('}').expect("their end");
        let value = |name: &str| {
            let (_, rest) = root.split_once(&format!("--{name}: ")).unwrap_or_else(|| panic!("--{name}"));
            let (value, _) = rest.split_once(';').expect("a value");
            value
                .strip_prefix("light-dark(")
                .map_or(value, |both| both.split(',').next().unwrap_or(both))
                .to_owned()
        };
        for (name, colour) in NAMED {
            let told = value(name);
            let told = if told.len() == 4 { told.replace("#fff", "#ffffff") } else { told };
            assert_eq!(told, colour.to_string(), "--{name}");
        }
        assert_eq!(value("zone"), format!("{}%", ZONE * 100.0));
        assert_eq!(value("shade-share"), crate::slab::SHADE_SHARE.to_string());
    }

    #[test]
    fn colours_mix_as_a_browser_mixes_them() {
        assert_eq!(SEAT_0.mixed(Colour::WHITE, 0.2).to_string(), "#e17955");
        assert_eq!(SEAT_0.mixed(Colour::BLACK, 0.0), SEAT_0);
        assert_eq!(SEAT_0.mixed(Colour::BLACK, 1.0), Colour::BLACK);
    }
}
