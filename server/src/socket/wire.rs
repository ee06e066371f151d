//! Frame I/O: the line to one client. What the client says comes through the library; what it is told is written past it:
//! frames come here whole, shared by all who are sent them, and go to the kernel as they are, without being copied into a
//! buffer of each socket's own.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;

use bytes::{Buf, Bytes};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::admission::AddressPermit;
use crate::connections::{Stream, Transport};
use crate::limits;

pub(super) struct Wire {
    socket: WebSocketStream<Transport>,
    /// Frames that are to be written, but for what of the first is written already.
    unsent: VecDeque<Bytes>,
    /// Whether the library may still have an echo to write.
    has_echo: bool,
    /// Whether anything was written since this was last asked.
    has_moved: bool,
    /// Whether nothing of what has come so far is left to hear.
    is_drained: bool,
    /// Held for as long as the line is open.
    _place: AddressPermit,
}

/// Bytes of several frames that are given to the kernel at once.
const COALESCE_BYTES: usize = 2 * 1024;

impl Wire {
    /// None if it is no line that this server listens on. Boxed, as a future has room for each place that it is handed to.
    pub(super) async fn new(upgraded: Upgraded) -> Option<Box<Self>> {
        let parts = upgraded.downcast::<TokioIo<Stream>>().ok()?;
        let config = WebSocketConfig::default()
            // The default read buffer is 128 KiB of memory for every idle player.
            .read_buffer_size(limits::READ_BUFFER)
            // Only what closes the line and what echoes goes through the library.
            .write_buffer_size(0)
            .max_message_size(Some(limits::LONGEST_READ))
            .max_frame_size(Some(limits::LONGEST_READ));
        // Nothing is left round the line that a move would have to go through.
        let (stream, place) = parts.io.inner().take()?.into_parts();
        let read = parts.read_buf.to_vec();
        let socket = WebSocketStream::from_partially_read(stream, read, Role::Server, Some(config)).await;
        Some(Box::new(Self {
            socket,
            unsent: VecDeque::new(),
            has_echo: false,
            has_moved: false,
            is_drained: false,
            _place: place,
        }))
    }

    /// What the client says next; none once the line is down.
    pub(super) async fn recv(&mut self) -> Option<Result<Message, Error>> {
        let heard = poll_fn(|context| {
            let heard = self.socket.poll_next_unpin(context);
            self.is_drained = heard.is_pending();
            heard
        })
        .await;
        self.has_echo |= matches!(heard, Some(Ok(Message::Ping(_))));
        heard
    }

    /// Waits until there may be something to hear.
    pub(super) async fn readable(&self) {
        if self.is_drained {
            // Should the line be down, that is heard.
            drop(poll_fn(|context| self.socket.get_ref().poll_read_ready(context)).await);
        }
    }

    /// Adds frames to those that are to be written, and writes what can be written at once. True if nothing is left.
    ///
    /// # Errors
    /// If the line is down.
    pub(super) fn try_send(&mut self, frames: VecDeque<Bytes>) -> io::Result<bool> {
        if self.unsent.is_empty() {
            self.unsent = frames;
        } else {
            self.unsent.extend(frames);
        }
        // The library's bytes and ours must not be mixed.
        if self.has_echo { Ok(false) } else { self.write() }
    }

    /// Writes whatever is to be written. If this is given up in the middle, the next writing goes on just there.
    ///
    /// # Errors
    /// If the line is down.
    pub(super) async fn flush(&mut self) -> Result<(), Error> {
        while !self.flush_some().await? {}
        Ok(())
    }

    /// Writes some of what is to be written. True if nothing is left.
    ///
    /// # Errors
    /// If the line is down.
    pub(super) async fn flush_some(&mut self) -> Result<bool, Error> {
        if self.has_echo {
            self.socket.flush().await?;
            self.has_echo = false;
        }
        loop {
            self.has_moved = false;
            if self.write()? {
                return Ok(true);
            }
            if self.has_moved {
                return Ok(false);
            }
            self.socket.get_ref().writable().await?;
        }
    }

    /// Sends what is no text: an echo that is asked for, or the close.
    ///
    /// # Errors
    /// If the line is down.
    pub(super) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.flush().await?;
        self.socket.send(message).await
    }

    fn write(&mut self) -> io::Result<bool> {
        while let Some(first) = self.unsent.front() {
            let stream = self.socket.get_mut();
            let written = if self.unsent.len() == 1 {
                stream.try_write(first)
            } else {
                // What belongs to one move is short: that is copied together faster than the kernel gathers it.
                let mut together = [0; COALESCE_BYTES];
                let mut filled = 0;
                for frame in &self.unsent {
                    let Some(room) = together.get_mut(filled..filled + frame.len()) else { break };
                    room.copy_from_slice(frame);
                    filled += frame.len();
                }
                stream.try_write(if filled == 0 { first } else { &together[..filled] })
            };
            match written {
                Ok(count) => self.written(count),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        // With the room that it took.
        self.unsent = VecDeque::new();
        self.socket.get_mut().try_flush()
    }

    /// Takes off what was written.
    fn written(&mut self, mut count: usize) {
        self.has_moved |= count > 0;
        while let Some(first) = self.unsent.front_mut() {
            if count < first.len() {
                return first.advance(count);
            }
            count -= first.len();
            self.unsent.pop_front();
        }
    }
}
