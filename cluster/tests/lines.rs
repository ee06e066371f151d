//! Lines over a carrier that loses, doubles, delays and reorders: what comes out is what went in, up to a break, and nothing is missing
//! without one.

use cydonia_cluster::{LineReceiver, LineSender, Place, Reception};

/// What became of what was sent, at the receiving end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Took(u64),
    Broke,
}

/// Two nodes, and what is under way between them.
struct Post {
    chance: fastrand::Rng,
    sender: LineSender,
    receiver: LineReceiver,
    /// Letters, and beats that say what was sent last. Whatever is taken out of the middle has been overtaken.
    under_way: Vec<(Option<u64>, Place)>,
    sent: u64,
    events: Vec<Event>,
    /// Of a hundred, how many are lost, doubled, overtaken.
    wear: u8,
}

impl Post {
    fn new(seed: u64) -> Self {
        let chance = fastrand::Rng::with_seed(seed);
        let wear = fastrand::Rng::with_seed(seed).u8(0..30);
        let (sender, receiver) = Default::default();
        Self { chance, sender, receiver, under_way: Vec::new(), sent: 0, events: Vec::new(), wear }
    }

    fn worn(&mut self) -> bool {
        self.chance.u8(0..100) < self.wear
    }

    fn happen(&mut self) {
        match self.chance.u8(0..100) {
            0..45 => self.send(),
            45..60 => self.beat(),
            60..62 => {
                // A queue that was full is emptied: what was in it is lost.
                self.under_way.clear();
                self.sender.begin_anew();
            }
            _ => self.deliver(),
        }
    }

    fn send(&mut self) {
        self.sent += 1;
        let place = self.sender.number();
        self.carry((Some(self.sent), place));
    }

    /// Both beat: the one says what was sent, and the other what is missing.
    fn beat(&mut self) {
        let last = self.sender.last();
        self.carry((None, last));
        if !self.worn()
            && let Some(epoch) = self.receiver.broken()
        {
            self.sender.missed(epoch);
        }
    }

    fn carry(&mut self, what: (Option<u64>, Place)) {
        let times = if self.worn() { [0, 2][self.chance.usize(0..2)] } else { 1 };
        self.under_way.extend(std::iter::repeat_n(what, times));
    }

    fn deliver(&mut self) {
        if self.under_way.is_empty() {
            return;
        }
        let at = if self.worn() { self.chance.usize(0..self.under_way.len()) } else { 0 };
        let (letter, place) = self.under_way.remove(at);
        let Some(letter) = letter else {
            if self.receiver.hear_beat(place) {
                self.events.push(Event::Broke);
            }
            return;
        };
        let (broke, taken) = match self.receiver.hear(place) {
            Reception::Next => (false, true),
            Reception::Anew => (true, true),
            Reception::Broken => (true, false),
            Reception::Old => (false, false),
        };
        self.events.extend(broke.then_some(Event::Broke));
        self.events.extend(taken.then_some(Event::Took(letter)));
    }

    /// What is under way arrives.
    fn arrive(&mut self) {
        while !self.under_way.is_empty() {
            self.deliver();
        }
    }

    /// In their order and once; and where something is missing in between, a break says so.
    fn assert_whole(&self, seed: u64) {
        let mut last = 0;
        let mut is_whole = true;
        for event in &self.events {
            match *event {
                Event::Broke => is_whole = false,
                Event::Took(letter) => {
                    let fits = if is_whole { letter == last + 1 } else { letter > last };
                    assert!(fits, "seed {seed}: {letter} after {last}");
                    (last, is_whole) = (letter, true);
                }
            }
        }
        assert!(
            last == self.sent || !is_whole,
            "seed {seed}: {} went missing unnoticed after {last}",
            self.sent
        );
    }
}

#[test]
fn whatever_is_lost_doubled_late_or_overtaken_nothing_is_missing_unnoticed() {
    let (mut taken, mut breaks) = (0, 0);
    for seed in 0..3_000 {
        let mut post = Post::new(seed);
        for _ in 0..300 {
            post.happen();
        }
        // All is well from here on: two beats show what is missing, a third brings the line back.
        post.wear = 0;
        for _ in 0..2 {
            post.arrive();
            post.beat();
        }
        post.arrive();
        post.assert_whole(seed);
        post.beat();
        post.arrive();
        post.send();
        post.arrive();
        assert_eq!(post.events.last(), Some(&Event::Took(post.sent)), "seed {seed}: it carries again");
        taken += post.events.iter().filter(|event| matches!(event, Event::Took(_))).count();
        breaks += post.events.iter().filter(|event| **event == Event::Broke).count();
    }
    println!("{taken} letters taken in, {breaks} breaks");
    assert!(taken > 100_000 && breaks > 5_000, "much has happened: {taken}, {breaks}");
}

#[test]
fn over_a_carrier_that_loses_nothing_no_line_breaks() {
    for seed in 0..200 {
        let mut post = Post::new(seed);
        post.wear = 0;
        for _ in 0..300 {
            match post.chance.u8(0..3) {
                0 => post.send(),
                1 => post.beat(),
                _ => post.deliver(),
            }
        }
        post.arrive();
        assert!(!post.events.contains(&Event::Broke), "seed {seed}");
        assert_eq!(post.events.len() as u64, post.sent, "seed {seed}");
    }
}
