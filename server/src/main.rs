//! `cydonia`: see [`cydonia_server::cli`].

use std::process::ExitCode;

/// The system's own takes a fifth longer for a move when a thousand tables play.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    #[cfg(unix)]
    purge_delay::set();
    cydonia_server::cli::run()
}

/// How soon the allocator gives back what is free. By itself mimalloc waits for ten milliseconds, in which an export has had, and freed, many
/// times what it ever holds at once: a house that is exported takes a quarter more memory then, and plays no faster
/// (`docs/performance.md#what-was-tried`).
#[cfg(unix)]
mod purge_delay {
    use std::env;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    const NAME: &str = "MIMALLOC_PURGE_DELAY";
    const MILLISECONDS: &str = "1";

    /// It is read from the environment, and before `main`: so the program is executed once more in its own place, as the same process. What
    /// somebody has set is left as it is; and where this cannot be done it is done without.
    pub(super) fn set() {
        if env::var_os(NAME).is_none() {
            drop(begin_again());
        }
    }

    /// Returns only if that fails.
    fn begin_again() -> io::Result<()> {
        let mut arguments = env::args_os();
        let mut command = Command::new(env::current_exe()?);
        if let Some(name) = arguments.next() {
            command.arg0(name);
        }
        Err(command.args(arguments).env(NAME, MILLISECONDS).exec())
    }
}
