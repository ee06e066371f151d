//! `cydonia`: see [`cydonia_server::cli`].

use std::process::ExitCode;

/// The system's own takes a fifth longer for a move when a thousand tables play.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cydonia_server::cli::run()
}
