//! Heartbeat: when a client was last heard, and the echoes that tell how long its messages are under way.

use crate::limits;

/// What is known of a line by what comes over it, by the clock that is never set.
pub(super) struct Heartbeat {
    /// When the client was last heard.
    heard_ms: i64,
    /// When an echo is next asked for, of a player.
    echo_due_ms: i64,
    /// When an echo was last asked for that has not come.
    echo_ms: Option<i64>,
    /// How long the last echoes were under way, the last first.
    echoes_ms: [Option<u32>; limits::ECHOES],
}

impl Heartbeat {
    pub(super) fn new(now_ms: i64) -> Self {
        Self { heard_ms: now_ms, echo_due_ms: now_ms, echo_ms: None, echoes_ms: [None; limits::ECHOES] }
    }

    /// The client has said something, or shown otherwise that it is there.
    pub(super) fn heard(&mut self, now_ms: i64) {
        self.heard_ms = now_ms;
    }

    /// When the silence has lasted too long, if nothing is heard.
    pub(super) fn silent_ms(&self) -> i64 {
        self.heard_ms + limits::IDLE_TIMEOUT.as_millis() as i64
    }

    /// When the next echo is to be asked for.
    pub(super) fn echo_due_ms(&self) -> i64 {
        self.echo_due_ms
    }

    /// Takes in that an echo is asked for; gives what it is to say. How long its answer takes is how long a move is under way.
    pub(super) fn ask_echo(&mut self, now_ms: i64) -> Vec<u8> {
        self.echo_ms = Some(now_ms);
        self.echo_due_ms = now_ms + limits::ECHO_EVERY.as_millis() as i64;
        now_ms.to_be_bytes().to_vec()
    }

    /// Takes an echo in; gives how long a message is under way by now. What is no answer to the last one asked for tells
    /// nothing.
    pub(super) fn measure(&mut self, echo: &[u8], now_ms: i64) -> Option<u32> {
        let sent_ms = self.echo_ms.take_if(|sent_ms| sent_ms.to_be_bytes() == *echo)?;
        self.echoes_ms.rotate_right(1);
        self.echoes_ms[0] = u32::try_from(now_ms.saturating_sub(sent_ms)).ok();
        Some(self.echoes_ms.iter().flatten().copied().min().unwrap_or(0))
    }
}
