//! Fault injection: a disk that is full, or fails: a small file system of a test's own, and a library between the program and its files.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::TestDatabase;

/// What a call to the system can fail with, as Linux counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk is full.
    NoSpace = 28,
    /// The disk is broken.
    Broken = 5,
}

/// Stands between a program and its files, and has some calls fail.
pub struct Faults {
    folder: TempDir,
}

impl Faults {
    /// Builds the library. Nothing fails yet.
    #[must_use]
    pub fn build() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/faults.c");
        let mut compiler = Command::new("cc");
        compiler
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
            .arg(folder.path().join("faults.so"));
        let built =
            compiler.arg(source).arg("-ldl").status().expect("a C compiler, as Rust needs one to link");
        assert!(built.success(), "{built}");
        Self { folder }
    }

    /// From now on these calls (`open`, `write`, `sync`, `truncate`) fail on files whose names end so, and no others.
    pub fn strike(&self, calls: &[(&str, &str, Fault)]) {
        let lines = calls.iter().map(|(call, file, fault)| format!("{call} {file} {}\n", *fault as i32));
        // At once: what is read is never half of it.
        let next = self.folder.path().join("next");
        fs::write(&next, lines.collect::<String>()).expect("written");
        fs::rename(next, self.control()).expect("renamed");
    }

    /// From now on nothing fails.
    pub fn stop(&self) {
        self.strike(&[]);
    }

    /// How many calls have failed.
    #[must_use]
    pub fn struck(&self) -> u64 {
        fs::metadata(self.folder.path().join("control.struck")).map_or(0, |struck| struck.len())
    }

    fn control(&self) -> PathBuf {
        self.folder.path().join("control")
    }

    /// What has a program load the library.
    pub(crate) fn environment(&self) -> [(&'static str, PathBuf); 2] {
        [("LD_PRELOAD", self.folder.path().join("faults.so")), ("CYDONIA_FAULTS", self.control())]
    }
}

/// A disk of a few megabytes.
pub struct SmallDisk {
    folder: TempDir,
    /// Where no file system may be mounted: has the program believe that there is no room.
    faults: Option<Faults>,
}

impl SmallDisk {
    /// One of that size, with nothing on it.
    #[must_use]
    pub fn of(megabytes: usize) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=755"), "cydonia-test"]);
        let is_mounted = mount.arg(folder.path()).output().is_ok_and(|output| output.status.success());
        let faults = (!is_mounted).then(Faults::build);
        Self { folder, faults }
    }

    /// The data on it.
    #[must_use]
    pub fn data(&self) -> TestDatabase {
        TestDatabase::at(&self.folder.path().join("data"))
    }

    /// What the program is to be started with.
    #[must_use]
    pub fn faults(&self) -> Option<&Faults> {
        self.faults.as_ref()
    }

    /// Leaves not a byte of room.
    pub fn fill(&self) {
        if let Some(faults) = &self.faults {
            let full = |call| ["cydonia.db", "-wal", "-shm"].map(|file| (call, file, Fault::NoSpace));
            return faults.strike(&full("write"));
        }
        let mut filler = OpenOptions::new().append(true).create(true).open(self.filler()).expect("a file");
        for size in [1 << 20, 1 << 16, 1 << 12, 1] {
            while filler.write_all(&vec![0; size]).is_ok() {}
        }
    }

    /// Takes away whatever fills it.
    pub fn make_room(&self) {
        match &self.faults {
            Some(faults) => faults.stop(),
            None if self.filler().exists() => fs::remove_file(self.filler()).expect("removed"),
            None => {}
        }
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if self.faults.is_none() {
            // At once, though a program may still be about to end.
            let unmounted = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
            let is_unmounted = unmounted.is_ok_and(|status| status.success());
            // A test that has failed already must not fail once more.
            assert!(is_unmounted || std::thread::panicking(), "{:?} is unmounted", self.folder.path());
        }
    }
}
