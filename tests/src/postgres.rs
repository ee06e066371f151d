//! Postgres process: a server of a test's own, to be killed. For tests that `./test postgres` runs, which says where the programs
//! are.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A Postgres server, on a socket in a folder of its own.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
}

impl Postgres {
    /// A server that lets everybody in but `guarded`, who needs a password.
    #[must_use]
    pub fn start() -> Self {
        let programs = std::env::var_os("CYDONIA_POSTGRES_PROGRAMS").expect("run by ./test postgres");
        let folder = TempDir::new().expect("a temporary folder");
        let server = Self { folder, programs: programs.into() };
        if server.is_root() {
            let given = Command::new("chown").arg("postgres").arg(server.folder.path()).status();
            assert!(given.expect("chown runs").success());
        }
        server
            .run("initdb", &["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync"]);
        let rules = server.folder.path().join("data/pg_hba.conf");
        let trusting = std::fs::read_to_string(&rules).expect("rules");
        std::fs::write(&rules, format!("local all guarded scram-sha-256\n{trusting}")).expect("written");
        server.rise();
        server
    }

    /// Starts it again.
    pub fn rise(&self) {
        let socket = self.folder.path().display();
        let options = format!("-c listen_addresses= -c unix_socket_directories={socket} -c fsync=off");
        let log = format!("{socket}/data/log");
        self.run("pg_ctl", &["--log", &log, "--wait", "--silent", "--options", &options, "start"]);
    }

    /// Has it gone at once, without a word to anybody.
    pub fn fall(&self) {
        self.run("pg_ctl", &["--mode", "immediate", "--silent", "stop"]);
    }

    /// Its address, to which `/` and the name of a database are added.
    #[must_use]
    pub fn address(&self) -> String {
        address_of(self.folder.path(), "postgres")
    }

    /// The same for whoever needs a password and gives this one.
    #[must_use]
    pub fn guarded_address(&self, password: &str) -> String {
        address_of(self.folder.path(), &format!("guarded:{password}"))
    }

    /// The folder that holds its socket.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Whether this runs as root, as which Postgres refuses to.
    fn is_root(&self) -> bool {
        std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let program = self.programs.join(program);
        let mut command = if self.is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(["--pgdata", "data"]).args(arguments).current_dir(self.folder.path());
        // What starts a server leaves it behind, with whatever output it was given.
        let status = command.stdout(std::process::Stdio::null()).status();
        assert!(status.expect("it runs").success(), "{command:?}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.folder.path().join("data/postmaster.pid").exists() {
            self.fall();
        }
    }
}

fn address_of(socket: &Path, user: &str) -> String {
    format!("postgres://{user}@{}", socket.display().to_string().replace('/', "%2F"))
}
