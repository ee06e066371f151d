//! Search tree: positions by the actions that lead to them, in an arena of bounded size.

use super::proof::Proof;

/// A node's place in the arena.
pub(super) type Place = usize;

/// The position that is thought about.
pub(super) const ROOT: Place = 0;

/// A position, by what leads to it from the one above.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    /// The action that leads here; none for the root, and for what a roll leads to.
    pub action: Option<A>,
    /// Where its children stand, one behind the other.
    first: u32,
    count: u16,
    /// What the action is remembered by in the history.
    pub key: u16,
    pub visits: u32,
    /// The mean result of the seat that chose to come here.
    pub mean: f32,
    /// The mean result of the seat that acts here.
    pub own: f32,
    /// How likely it is to be the best of its siblings, before anything is known.
    pub prior: f32,
    /// Who wins from here, if that is certain.
    pub proof: Proof,
}

impl<A> Node<A> {
    pub(super) fn new(action: Option<A>, key: u16, prior: f32) -> Self {
        Self { action, first: 0, count: 0, key, visits: 0, mean: 0.0, own: 0.0, prior, proof: Proof::NONE }
    }

    /// Whether its children are in the tree.
    pub(super) fn is_open(&self) -> bool {
        self.count > 0
    }

    pub(super) fn children(&self) -> std::ops::Range<Place> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }
}

/// All nodes; it never holds more than it was made for.
#[derive(Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    most: usize,
}

impl<A> Tree<A> {
    /// A node is opened at this many visits while there is room, at most.
    const PATIENCE: usize = 24;

    /// A root alone, which may grow to `most` nodes.
    pub(super) fn new(most: usize) -> Self {
        Self { nodes: vec![Node::new(None, 0, 1.0)], most }
    }

    /// Opens a node with these children, if there is room for them and they are any.
    pub(super) fn open(&mut self, at: Place, children: impl ExactSizeIterator<Item = Node<A>>) -> bool {
        let (first, count) = (self.nodes.len(), children.len());
        let (Ok(first_place), Ok(count_of)) = (u32::try_from(first), u16::try_from(count)) else {
            return false;
        };
        // The root's are taken in whatever there is of them: without them there is nothing to say.
        if count == 0 || (first + count > self.most && at != ROOT) {
            return false;
        }
        self.nodes.extend(children);
        self.nodes[at].first = first_place;
        self.nodes[at].count = count_of;
        true
    }

    /// The visits at which a leaf is opened: the fuller the arena, the more, so that what is left of it goes where most is
    /// played.
    pub(super) fn visits_to_open(&self) -> u32 {
        (1 + Self::PATIENCE * self.nodes.len() / self.most.max(1)) as u32
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl<A> std::ops::Index<Place> for Tree<A> {
    type Output = Node<A>;

    fn index(&self, at: Place) -> &Node<A> {
        &self.nodes[at]
    }
}

impl<A> std::ops::IndexMut<Place> for Tree<A> {
    fn index_mut(&mut self, at: Place) -> &mut Node<A> {
        &mut self.nodes[at]
    }
}
