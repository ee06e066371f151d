//! Postgres process: a server of a test's own, to be killed. For tests that `./test postgres` runs, which says where the programs
//! are.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::{Outside, PATIENCE};

/// A Postgres server, on a socket in a folder of its own.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    /// The port at which it speaks TLS, if it does; its socket goes by that, too.
    tls_port: Option<u16>,
}

impl Postgres {
    /// A server that lets everybody in but `guarded`, who needs a password.
    #[must_use]
    pub fn start() -> Self {
        let programs = std::env::var_os("CYDONIA_POSTGRES_PROGRAMS").expect("run by ./test postgres");
        let folder = TempDir::new().expect("a temporary folder");
        let server = Self { folder, programs: programs.into(), tls_port: None };
        server.give(server.folder.path());
        server
            .run("initdb", &["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync"]);
        let rules = server.folder.path().join("data/pg_hba.conf");
        let trusting = std::fs::read_to_string(&rules).expect("rules");
        std::fs::write(&rules, format!("local all guarded scram-sha-256\n{trusting}")).expect("written");
        server.rise();
        server
    }

    /// A server that can be reached at that port of `localhost`, too, and there by TLS alone: with this certificate and its key, in PEM.
    #[must_use]
    pub fn start_with_tls(port: u16, certificate: &str, key: &str) -> Self {
        let mut server = Self::start();
        server.fall();
        let data = server.folder.path().join("data");
        let rules = "local all all trust\nhostssl all all all trust\n";
        for (name, text) in [("server.crt", certificate), ("server.key", key), ("pg_hba.conf", rules)] {
            std::fs::write(data.join(name), text).expect("written");
        }
        let key = data.join("server.key");
        // It takes no key that others may read.
        std::fs::set_permissions(&key, Permissions::from_mode(0o600)).expect("set");
        server.give(&key);
        server.tls_port = Some(port);
        server.rise();
        server
    }

    /// Starts it again.
    pub fn rise(&self) {
        let socket = self.folder.path().display();
        let listens = match self.tls_port {
            Some(port) => format!("-c listen_addresses=localhost -c port={port} -c ssl=on"),
            None => "-c listen_addresses=".to_owned(),
        };
        let options = format!("{listens} -c unix_socket_directories={socket} -c fsync=off");
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
        let port = self.tls_port.map(|port| format!(":{port}"));
        address_of(self.folder.path(), "postgres") + &port.unwrap_or_default()
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

    /// Has it own a file or a folder.
    fn give(&self, path: &Path) {
        if self.is_root() {
            let given = Command::new("chown").arg("postgres").arg(path).status();
            assert!(given.expect("chown runs").success());
        }
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

/// Waits until a house's connection that writes to a database of Postgres waits there for a lock.
pub async fn until_writer_waits(database: &mut Outside) {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name IN ('cydonia writer', 'cydonia moves')
                   AND datname = current_database() AND wait_event_type = 'Lock'";
    until(database, waiting, |writers| writers > 0).await;
}

/// Waits until no house holds a database of Postgres any more. The connection of one that stands still may stay otherwise.
pub async fn until_writer_is_gone(database: &mut Outside) {
    let there = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cydonia writer'
                 AND datname = current_database()";
    until(database, there, |writers| writers == 0).await;
}

async fn until(database: &mut Outside, count: &'static str, fits: impl Fn(i64) -> bool) {
    let fitting = async {
        while !fits(database.number(count, None).await) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, fitting).await.expect(count);
}
