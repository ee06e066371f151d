//! Letters in parts, and what is no announcement.

use bytes::Bytes;
use cydonia_cluster::{Incarnation, Place};

use super::announcement::{Announced, Announcement, LineState};
use super::parts::{Assembler, PART, cut};

fn letter(length: usize) -> Bytes {
    (0..length).map(|at| (at % 251) as u8).collect()
}

#[test]
fn a_letter_of_any_length_comes_as_it_was_sent() {
    let mut assembler = Assembler::default();
    for (number, length) in [0, 1, PART, PART + 1, 2 * PART, 2 * PART + 77].into_iter().enumerate() {
        let parts = cut(Incarnation(3), number as u64, &letter(length));
        assert!(parts.iter().all(|part| part.len() <= PART + 32));
        let came: Vec<_> = parts.into_iter().filter_map(|part| assembler.take(part)).collect();
        assert_eq!(came, [letter(length)], "{length}");
    }
}

#[test]
fn letters_of_several_nodes_come_between_each_other() {
    let mut assembler = Assembler::default();
    let [one, other] = [1, 2].map(|node| cut(Incarnation(node), 5, &letter(PART + node as usize)));
    let mixed = one.into_iter().zip(other).flat_map(|(one, other)| [one, other]);
    let came: Vec<_> = mixed.filter_map(|part| assembler.take(part)).collect();
    assert_eq!(came, [letter(PART + 1), letter(PART + 2)]);
}

#[test]
fn a_letter_of_which_a_part_is_missing_or_comes_twice_is_lost_and_no_other() {
    for (lost, twice) in [(Some(0), None), (Some(1), None), (Some(2), None), (None, Some(1))] {
        let mut assembler = Assembler::default();
        let mut came = Vec::new();
        for (index, part) in cut(Incarnation(1), 0, &letter(3 * PART)).into_iter().enumerate() {
            if lost == Some(index) {
                continue;
            }
            came.extend(assembler.take(part.clone()));
            if twice == Some(index) {
                came.extend(assembler.take(part));
            }
        }
        assert!(came.is_empty(), "{lost:?} {twice:?}");
        let next = cut(Incarnation(1), 1, &letter(PART + 1));
        came.extend(next.into_iter().filter_map(|part| assembler.take(part)));
        assert_eq!(came, [letter(PART + 1)]);
    }
}

#[test]
fn what_is_no_part_is_nothing() {
    let mut assembler = Assembler::default();
    for none in [&b""[..], b"\x01", b"\x02\0\0\0\0\0\0\0\x01", b"\x07 whatever"] {
        assert_eq!(assembler.take(Bytes::from_static(none)), None, "{none:?}");
    }
}

#[test]
fn what_is_no_announcement_of_this_version_is_not_read() {
    let line = LineState::new(Incarnation(4), Place { epoch: 2, n: 9 }, Some(1));
    let beat = Announcement::Beat { lines: vec![line], told: 5 };
    let said = Announced::encode(Incarnation(3), 8, beat.clone());
    assert_eq!(Announced::decode(&said), Some((Incarnation(3), 8, beat)));
    let text = String::from_utf8(said.to_vec()).expect("JSON");
    for other in [text.replace(r#""version":1"#, r#""version":2"#), text.replace("beat", "bleat"), text + "}"]
    {
        assert_eq!(Announced::decode(other.as_bytes()), None, "{other}");
    }
}
