//! Move ordering: hash move, captures, killers, history. The better the first try, the less of the others has to be seen.

use super::Adversarial;

/// What is known of actions by their slots, from other places of the tree.
pub(super) struct Ordering {
    /// How often each seat's action has refuted something, weighted by depth (history heuristic).
    history: [Vec<i32>; 2],
    /// The two actions that refuted last, by distance from the root (killer heuristic).
    killers: Vec<[usize; 2]>,
}

/// No action has that slot.
const NONE: usize = usize::MAX;

impl Ordering {
    /// Actions of this merit and above take something, or are the best known.
    pub(super) const NOISY: i32 = 1 << 28;
    const HASH: i32 = 1 << 30;
    const KILLERS: [i32; 2] = [1 << 27, (1 << 27) - 1];
    const MOST_HISTORY: i32 = 1 << 24;

    pub(super) fn new(slots: usize, plies: usize) -> Self {
        Self { history: [vec![0; slots], vec![0; slots]], killers: vec![[NONE; 2]; plies + 1] }
    }

    pub(super) fn clear(&mut self) {
        self.history.iter_mut().for_each(|seat| seat.fill(0));
        self.killers.fill([NONE; 2]);
    }

    /// Appends the merit of each action of a position that is so many actions from the root.
    pub(super) fn rate<G: Adversarial>(
        &self,
        game: &G,
        actions: &[G::Action],
        merits: &mut Vec<i32>,
        best: Option<u16>,
        ply: usize,
    ) {
        let history = &self.history[ply % 2];
        let killers = self.killers[ply];
        merits.extend(actions.iter().map(|action| {
            let slot = G::slot(*action);
            let gain = game.gain(*action);
            if best.map(usize::from) == Some(slot) {
                Self::HASH
            } else if gain > 0 {
                Self::NOISY + gain
            } else if let Some(killer) = killers.iter().position(|killer| *killer == slot) {
                Self::KILLERS[killer]
            } else {
                history[slot] + gain
            }
        }));
    }

    /// Remembers that a quiet action has refuted the one before it, and that those tried before it have not.
    pub(super) fn reward<G: Adversarial>(
        &mut self,
        action: G::Action,
        tried: &[G::Action],
        depth: u8,
        ply: usize,
    ) {
        let slot = G::slot(action);
        let killers = &mut self.killers[ply];
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        let history = &mut self.history[ply % 2];
        let weight = i32::from(depth) * i32::from(depth);
        history[slot] += weight;
        for other in tried {
            let merit = &mut history[G::slot(*other)];
            *merit = (*merit - weight).max(-Self::MOST_HISTORY);
        }
        if history[slot] > Self::MOST_HISTORY {
            history.iter_mut().for_each(|merit| *merit /= 2);
        }
    }
}
