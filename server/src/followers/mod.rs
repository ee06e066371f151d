//! Followers of the kept games: tasks that are woken by each game that is kept, and go on behind the last one that they know.

pub(crate) mod explorer;
pub(crate) mod finished;
pub(crate) mod sealing;
