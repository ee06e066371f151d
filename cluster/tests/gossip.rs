//! Gossip over a channel that loses, doubles, delays and reorders: whatever happens, a mirror becomes what was published, and on the way
//! whoever applies what it says has the same.

use std::collections::BTreeMap;

use cydonia_cluster::{Changes, Incarnation, Mirror, Mirrored, Published, Whole};
use fastrand::Rng;

const NODE: Incarnation = Incarnation(7);

#[derive(Clone)]
enum Message {
    Changes(Changes<u8, u32>),
    Whole(Whole<u8, u32>),
}

/// Whoever keeps up by what a mirror says.
#[derive(Default)]
struct Reader {
    mirror: Mirror<u8, u32>,
    all: BTreeMap<u8, u32>,
}

impl Reader {
    /// Takes a message in; whether the whole is to be asked for.
    fn hear(&mut self, message: Message) -> bool {
        let mirrored = match message {
            Message::Changes(changes) => self.mirror.hear_changes(NODE, changes),
            Message::Whole(whole) => self.mirror.hear_whole(NODE, whole),
        };
        match mirrored {
            Mirrored::Known => false,
            Mirrored::Behind => true,
            Mirrored::Changed(entries) => {
                for (key, value) in entries {
                    match value {
                        Some(value) => drop(self.all.insert(key, value)),
                        None => drop(self.all.remove(&key)),
                    }
                }
                false
            }
        }
    }
}

fn change(published: &mut Published<u8, u32>, chance: &mut Rng) {
    let (key, value) = (chance.u8(..12), chance.u32(..4));
    match chance.u8(..6) {
        0 => published.remove(&key),
        1 => published.set_last(key, value),
        _ => published.set(key, value),
    }
}

#[test]
fn a_mirror_becomes_what_was_published_whatever_the_channel_does() {
    for seed in 0..3_000 {
        let mut chance = Rng::with_seed(seed);
        let (mut published, mut reader) = (Published::default(), Reader::default());
        let mut under_way: Vec<Message> = Vec::new();
        for _ in 0..60 {
            match chance.u8(..8) {
                0..=2 => change(&mut published, &mut chance),
                3 | 4 => under_way.extend(published.take_changes().map(Message::Changes)),
                5 if !under_way.is_empty() => {
                    // Lost, or come twice.
                    let at = chance.usize(..under_way.len());
                    let message = under_way.remove(at);
                    if chance.bool() {
                        under_way.extend([message.clone(), message]);
                    }
                }
                _ if !under_way.is_empty() => {
                    let at = chance.usize(..under_way.len());
                    if reader.hear(under_way.remove(at)) {
                        under_way.push(Message::Whole(published.whole()));
                    }
                }
                _ => {}
            }
        }
        // All that is said from now on arrives, the beats among it.
        while let Some(changes) = published.take_changes() {
            if reader.hear(Message::Changes(changes)) {
                reader.hear(Message::Whole(published.whole()));
            }
        }
        if reader.mirror.is_behind(NODE, published.n()) {
            reader.hear(Message::Whole(published.whole()));
        }
        for late in under_way {
            reader.hear(late);
        }
        let all: BTreeMap<u8, u32> = published.whole().entries.into_iter().collect();
        assert_eq!(reader.all, all, "seed {seed}");
    }
}

#[test]
fn what_was_said_for_the_last_time_is_said_once_and_then_gone() {
    let mut published = Published::default();
    published.set(1, 10);
    published.set_last(1, 11);
    assert_eq!(published.take_changes(), Some(Changes { n: 1, entries: vec![(1, Some(11))] }));
    assert!(published.whole().entries.is_empty());
    assert_eq!(published.take_changes(), Some(Changes { n: 2, entries: vec![(1, None)] }));
    assert_eq!(published.take_changes(), None);
    // Unless it is so once more.
    published.set_last(2, 20);
    published.set(2, 21);
    published.take_changes();
    assert_eq!(published.whole().entries, [(2, 21)]);
}

#[test]
fn of_a_node_that_has_ended_nothing_is_left() {
    let (mut published, mut mirror) = (Published::default(), Mirror::default());
    published.set(1, 10);
    published.set(2, 20);
    mirror.hear_changes(NODE, published.take_changes().expect("two"));
    assert_eq!(mirror.of(&1).collect::<Vec<_>>(), [(NODE, &10)]);
    assert_eq!(mirror.lose(NODE), [1, 2]);
    assert_eq!(mirror.of(&1).count(), 0);
    // What it said before comes late: it may be behind, and asks for what nobody answers.
    assert!(mirror.is_behind(NODE, 1));
}
