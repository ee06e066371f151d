//! `kill -9` on a disk that fills and empties meanwhile.

use cydonia_tests::{SmallDisk, crash};

use crate::crash::{is_as_it_was_told, kills, seed};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_while_the_disk_fills_and_empties_lose_and_duplicate_nothing() {
    let kills = kills(6);
    let figures = crash(kills, seed(), Some(SmallDisk::of(16 + kills / 8))).await;
    is_as_it_was_told(&figures);
    assert!(figures.fills > 0 && figures.unanswered > 0, "{figures}");
}
