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
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in brackets may hold anything; the times are fields 14 and 15, in hundredths of a second.
        let (_, fields) = stat.rsplit_once(") ")?;
        let ticks: u64 =
            fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        let (resident, peak) = (bytes("VmRSS:")?, bytes("VmHWM:")?);
        Some(Self { resident, peak, busy: Duration::from_millis(ticks * 10) })
    }
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
}
