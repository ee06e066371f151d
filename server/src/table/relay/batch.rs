//! Batch: what sockets at another node are told in one turn, each thing once for all who are told it.

use std::collections::HashMap;

use bytes::Bytes;

/// Frames in an order in which each socket has its own.
#[derive(Debug, Default)]
pub(super) struct Batch {
    told: Vec<(Bytes, Vec<u64>)>,
    /// At which place of that each socket is told something last.
    last: HashMap<u64, usize>,
}

impl Batch {
    /// A socket is told something, after all that it is told by then.
    pub(super) fn add(&mut self, socket: u64, frame: Bytes) {
        let behind = self.last.get(&socket).map_or(0, |place| place + 1);
        // The same, and not just one like it: to compare them all would cost more than it saves.
        let is_same = |told: &Bytes| told.as_ptr() == frame.as_ptr() && told.len() == frame.len();
        let found = self.told.iter().skip(behind).position(|(told, _)| is_same(told));
        let place = found.map_or(self.told.len(), |place| behind + place);
        match self.told.get_mut(place) {
            Some((_, sockets)) => sockets.push(socket),
            None => self.told.push((frame, vec![socket])),
        }
        self.last.insert(socket, place);
    }

    /// All of it, and what comes from now on is another.
    pub(super) fn take(&mut self) -> Vec<(Bytes, Vec<u64>)> {
        self.last.clear();
        std::mem::take(&mut self.told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_told_all_of_its_own_in_order_and_what_is_alike_at_once() {
        let frames: Vec<Bytes> = ["a", "b", "c"].map(|text| Bytes::from(text.to_owned())).into();
        let mut chance = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let mut batch = Batch::default();
            let mut wanted: HashMap<u64, Vec<Bytes>> = HashMap::new();
            for _ in 0..30 {
                let (socket, frame) = (chance.u64(..5), frames[chance.usize(..3)].clone());
                wanted.entry(socket).or_default().push(frame.clone());
                batch.add(socket, frame);
            }
            let mut heard: HashMap<u64, Vec<Bytes>> = HashMap::new();
            for (frame, sockets) in batch.take() {
                for socket in sockets {
                    heard.entry(socket).or_default().push(frame.clone());
                }
            }
            assert_eq!(heard, wanted);
        }
        let mut batch = Batch::default();
        for socket in 0..40 {
            frames.iter().for_each(|frame| batch.add(socket, frame.clone()));
        }
        assert_eq!(batch.take().len(), 3);
        assert!(batch.take().is_empty());
    }
}
