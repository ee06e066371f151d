//! Process usage: what a process uses, as Linux tells it.

use std::time::Duration;

/// What a process has used up to now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// Memory that is its own and present, in bytes.
    pub(crate) resident: u64,
    /// The most of it that there ever was.
    pub(crate) peak: u64,
    /// Time on any core.
    pub(crate) busy: Duration,
}

impl Usage {
    /// Reads it; none where there is no such process, or no Linux.
    pub(crate) fn of(pid: u32) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let bytes = |field| {
            let line = status.lines().find_map(|line| line.strip_prefix(field))?;
            let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
            Some(kilobytes * 1024)
        };
        let busy = busy(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?;
        let (resident, peak) = (bytes("VmRSS:")?, bytes("VmHWM:")?);
        Some(Self { resident, peak, busy })
    }

    /// The same, but of the time only what threads of that name have used.
    pub(crate) fn of_threads(pid: u32, name: &str) -> Option<Self> {
        let mut of_threads = Duration::ZERO;
        for thread in std::fs::read_dir(format!("/proc/{pid}/task")).ok()? {
            let folder = thread.ok()?.path();
            // One may end while it is looked at.
            let read = |file| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
            if read("comm").trim_end() == name {
                of_threads += busy(&read("stat")).unwrap_or_default();
            }
        }
        Some(Self { busy: of_threads, ..Self::of(pid)? })
    }
}

/// The time on any core that a line of `stat` tells.
fn busy(stat: &str) -> Option<Duration> {
    // The name in brackets may hold anything; the times are fields 14 and 15, in hundredths of a second.
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks: u64 = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_uses_some_memory() {
        let usage = Usage::of(std::process::id()).expect("this process");
        assert!(usage.resident > 100_000);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn threads_are_told_apart_by_their_names() {
        let work = || (0..50_000_000_u64).fold(0, |sum, n| std::hint::black_box(sum ^ n));
        let (done, seen) = std::sync::mpsc::channel();
        let (go, stay) = std::sync::mpsc::channel::<()>();
        let busy = std::thread::Builder::new().name("one-that-works".to_owned()).spawn(move || {
            let before = Usage::of_threads(std::process::id(), "one-that-works").expect("itself").busy;
            while Usage::of_threads(std::process::id(), "one-that-works").expect("itself").busy == before {
                work();
            }
            done.send(()).expect("the test waits");
            stay.recv().expect_err("nothing is said");
        });
        seen.recv().expect("it has worked");
        let of = |name| Usage::of_threads(std::process::id(), name).expect("this process").busy;
        assert!(of("one-that-works") > Duration::ZERO);
        assert_eq!(of("nobody"), Duration::ZERO);
        drop(go);
        busy.expect("a thread").join().expect("it ends");
    }
}
