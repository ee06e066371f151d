//! Program under the bot: a child process that is spoken to line by line, with bounds on all that it does and leaves undone.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use bytes::{Buf, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::clock::Clock;

/// The longest line that is taken of a program, in bytes.
pub(super) const LONGEST_LINE: usize = 64 * 1024;
/// The most bytes that wait for a program to read them. A game of thousands of turns is some hundred kilobytes.
const MOST_UNREAD: usize = 8 * 1024 * 1024;
/// How long a program may take to end after its game has.
const ENDS_WITHIN: Duration = Duration::from_secs(2);

/// How a program is started.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<OsString>,
}

/// A running program.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// None once it was told that nothing more comes.
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// What it was told and has not read.
    unread: BytesMut,
    /// What it said after the last end of a line.
    said: BytesMut,
    /// Whether a line that was too long is passed over up to its end.
    skips: bool,
}

/// What comes of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is longer than is taken; the rest of it is passed over.
    TooLong,
    /// It ended, or closed its input or output.
    Gone,
}

impl Start {
    /// Starts the program. What it says on its standard error is the bot's own.
    pub(super) fn spawn(&self) -> io::Result<Program> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        // A group of its own: so it ends with all that it has started, and Ctrl-C is the bot's alone to answer.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("it has no pipes"))?;
        let (unread, said) = (BytesMut::new(), BytesMut::new());
        Ok(Program { child, input: Some(input), output, unread, said, skips: false })
    }
}

impl Program {
    /// Puts a line behind those that it has not read yet. It goes out while [`next`](Self::next) is waited for.
    /// Whether there was room.
    pub(super) fn tell(&mut self, line: &str) -> bool {
        let has_room = self.unread.len() + line.len() < MOST_UNREAD;
        if has_room {
            self.unread.extend_from_slice(line.as_bytes());
            self.unread.extend_from_slice(b"\n");
        }
        has_room
    }

    /// What comes of it next. If it is not waited for to the end nothing is lost.
    pub(super) async fn next(&mut self) -> Heard {
        loop {
            if let Some(heard) = self.line() {
                return heard;
            }
            if !self.pass().await {
                return Heard::Gone;
            }
        }
    }

    /// Reads some of what it says, or has it read some of what it is told. Whether it is still there.
    async fn pass(&mut self) -> bool {
        self.said.reserve(4096);
        let passed = tokio::select! {
            read = self.output.read_buf(&mut self.said) => read,
            written = write(self.input.as_mut(), &self.unread) => {
                written.inspect(|written| self.unread.advance(*written))
            }
        };
        passed.is_ok_and(|bytes| bytes > 0)
    }

    /// What can be told of what it has said.
    fn line(&mut self) -> Option<Heard> {
        let end = self.said.iter().position(|byte| *byte == b'\n');
        if self.skips {
            self.said.advance(end.map_or(self.said.len(), |end| end + 1));
            self.skips = end.is_none();
            return if self.skips { None } else { self.line() };
        }
        if end.unwrap_or(self.said.len()) > LONGEST_LINE {
            // What is there of it goes with the rest.
            self.skips = true;
            return Some(Heard::TooLong);
        }
        let mut line = self.said.split_to(end? + 1);
        line.truncate(line.trim_ascii_end().len());
        Some(Heard::Line(line.to_vec()))
    }

    /// Lets it read what it was told and end by itself, for a moment; then ends it, and all of its group.
    pub(super) async fn end(mut self, clock: &Clock) {
        let ending = async {
            if self.unread.is_empty() {
                self.input = None;
            }
            while self.pass().await {
                // What it still says is passed over.
                self.said.clear();
                if self.unread.is_empty() {
                    self.input = None;
                }
            }
        };
        tokio::select! {
            () = ending => {}
            () = clock.sleep(ENDS_WITHIN) => {}
        }
        self.kill().await;
    }

    /// Ends it at once, with all of its group, and waits until it is gone.
    pub(super) async fn kill(&mut self) {
        #[cfg(unix)]
        {
            let id = self.child.id().and_then(|id| i32::try_from(id).ok());
            if let Some(group) = id.and_then(rustix::process::Pid::from_raw) {
                // It may be gone, and its group with it.
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
        }
        drop(self.child.kill().await);
    }
}

/// Writes some bytes; waits for ever where there are none, or nothing to write to.
async fn write(input: Option<&mut ChildStdin>, bytes: &[u8]) -> io::Result<usize> {
    match input {
        Some(input) if !bytes.is_empty() => input.write(bytes).await,
        _ => std::future::pending().await,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(script: &str) -> Program {
        let arguments = ["-c", script].map(OsString::from).to_vec();
        Start { program: "sh".into(), arguments }.spawn().expect("a shell")
    }

    #[tokio::test]
    async fn lines_are_heard_with_either_end() {
        let mut program = run("printf 'one\\r\\n\\ntwo\\nrest'");
        for line in ["one", "", "two"] {
            assert_eq!(program.next().await, Heard::Line(line.into()));
        }
        assert_eq!(program.next().await, Heard::Gone, "what has no end is no line");
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_passed_over_and_takes_no_room() {
        let mut program = run("head -c 5000000 /dev/zero | tr '\\0' x; echo; echo next");
        assert_eq!(program.next().await, Heard::TooLong);
        assert_eq!(program.next().await, Heard::Line("next".into()));
        assert!(program.said.capacity() < 4 * LONGEST_LINE, "{}", program.said.capacity());
    }

    #[tokio::test]
    async fn the_longest_line_is_taken() {
        let mut program = run(&format!(
            "for n in {LONGEST_LINE} $(({LONGEST_LINE} + 1)); do printf %0${{n}}d 0; echo; done"
        ));
        assert!(matches!(program.next().await, Heard::Line(line) if line.len() == LONGEST_LINE));
        assert_eq!(program.next().await, Heard::TooLong);
    }

    #[tokio::test]
    async fn what_nobody_reads_is_bounded() {
        let mut program = run("read -r first; echo \"$first\"; exec sleep 1000");
        let line = "x".repeat(1_000);
        let taken = (0..20_000).take_while(|_| program.tell(&line)).count();
        assert_eq!(taken, MOST_UNREAD / 1_001, "no more than there is room for");
        assert_eq!(program.next().await, Heard::Line(line.into()), "it is written while one listens");
        program.kill().await;
    }

    #[tokio::test]
    async fn one_that_does_not_end_is_ended() {
        let (clock, hand) = Clock::frozen_at(0);
        let mut program = run("echo begun; while :; do sleep 1000; done");
        assert_eq!(program.next().await, Heard::Line("begun".into()));
        // The clock is moved on once its end is waited for.
        tokio::join!(program.end(&clock), async { hand.advance(ENDS_WITHIN) });
    }
}
