//! Builds the web client with npm, unless `CYDONIA_WEB_DIST` names a ready build.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

/// Everything the build reads. Neither `node_modules` nor the output: they would make every build a new one.
const INPUTS: [&str; 15] = [
    "../docs/lessons",
    "../docs/rules",
    "index.html",
    "languages.ts",
    "messages",
    "package.json",
    "package-lock.json",
    "packing.ts",
    "public",
    "service-worker.ts",
    "src",
    "stand-alone.ts",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed=CYDONIA_WEB_DIST");
    let (Some(here), Some(out)) = (env::var_os("CARGO_MANIFEST_DIR"), env::var_os("OUT_DIR")) else {
        return fail("cargo did not say where the package and its output are");
    };
    let dist = Path::new(&out).join("dist");
    let built = match env::var_os("CYDONIA_WEB_DIST") {
        Some(ready) => adopt(&PathBuf::from(ready), &dist)
            .map_err(|error| format!("CYDONIA_WEB_DIST does not name a built web client: {error}")),
        None => build(Path::new(&here), &dist),
    };
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => fail(&message),
    }
}

fn fail(message: &str) -> ExitCode {
    println!("cargo::error={message}");
    ExitCode::FAILURE
}

fn build(here: &Path, dist: &Path) -> Result<(), String> {
    for input in INPUTS {
        println!("cargo::rerun-if-changed={input}");
    }
    if needs_install(here) {
        // What the page is built of, without what only its tests need.
        npm(here, &["ci", "--omit=dev", "--no-audit", "--no-fund"])?;
    }
    let dist = dist.to_str().ok_or("the output folder's name is not Unicode")?;
    npm(here, &["run", "build", "--", "--outDir", dist, "--emptyOutDir"])
}

/// npm leaves its own copy of the lock file behind; if ours is newer, what is installed is out of date.
fn needs_install(here: &Path) -> bool {
    let time = |path: &str| fs::metadata(here.join(path)).and_then(|file| file.modified());
    match (time("node_modules/.package-lock.json"), time("package-lock.json")) {
        (Ok(installed), Ok(wanted)) => installed < wanted,
        _ => true,
    }
}

fn npm(here: &Path, arguments: &[&str]) -> Result<(), String> {
    let output =
        Command::new("npm").args(arguments).current_dir(here).output().map_err(|error| {
            match error.kind() {
                io::ErrorKind::NotFound => {
                    "the web client is built with npm, which was not found: install Node.js 20.19 or later, \
             or name a ready build in CYDONIA_WEB_DIST"
                        .to_owned()
                }
                _ => format!("npm could not be run: {error}"),
            }
        })?;
    if output.status.success() {
        return Ok(());
    }
    for stream in [&output.stdout, &output.stderr] {
        for line in String::from_utf8_lossy(stream).lines() {
            println!("cargo::warning={line}");
        }
    }
    Err(format!("npm {} failed", arguments.join(" ")))
}

/// Copies a ready build, which must at least hold the page itself.
fn adopt(ready: &Path, dist: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", ready.display());
    fs::metadata(ready.join("index.en.html"))?;
    if dist.exists() {
        fs::remove_dir_all(dist)?;
    }
    copy_folder(ready, dist)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
