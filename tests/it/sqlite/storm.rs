//! `kill -9` on a disk that fills and empties meanwhile.

use cydonia_tests::{SmallDisk, crash};

use crate::crash::{is_as_it_was_told, kills, seed};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_is_killed_at_any_moment_while_its_disk_fills_and_empties_and_nothing_is_lost_or_comes_twice()
 {
    let kills = kills(6);
    let figures = crash(kills, seed(), Some(SmallDisk::of(16 + kills / 8))).await;
    is_as_it_was_told(&figures);
    assert!(figures.fills > 0 && figures.put_off > 0, "{figures}");
}
