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

/// How soon the allocator gives back what is free. By itself mimalloc waits for ten milliseconds, and a while longer for each time that
/// more becomes free; in that time an export has had, and freed, many times what it ever holds at once. A house that is exported takes a fifth
/// less memory so, and plays as fast (`docs/performance.md#what-was-tried`).
#[cfg(unix)]
mod purge_delay {
    use std::env;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    /// In milliseconds.
    const SETTINGS: [(&str, &str); 2] = [("MIMALLOC_PURGE_DELAY", "1"), ("MIMALLOC_PURGE_EXTEND_DELAY", "0")];

    /// They are read from the environment, and before `main`: so the program is executed once more in its own place, as the same process. If
    /// somebody has set one, all stay as they are; and where this cannot be done it is done without.
    pub(super) fn set() {
        if SETTINGS.iter().all(|(name, _)| env::var_os(name).is_none()) {
            drop(begin_again());
        }
    }

    /// Returns only if that fails.
    fn begin_again() -> io::Result<()> {
        let program = env::current_exe()?;
        let mut arguments = env::args_os();
        let name = arguments.next().unwrap_or_default();
        // Not where it was a loader that was executed, and handed on what to load.
        if Path::new(&name).file_name() != program.file_name() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Err(Command::new(program).arg0(name).args(arguments).envs(SETTINGS).exec())
    }
}
