//! The line to one client. What the client says comes through the library; what it is told is written past it. The library
//! copies messages into a buffer that keeps the size of the longest one there ever was, and for somebody who sits and
//! thinks that would be more than everything else together.

use bytes::{BufMut, BytesMut};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::outbox::Frame;
use crate::limits;

pub(super) struct Line {
    socket: WebSocketStream<TokioIo<Upgraded>>,
    /// Frames that are to be written, but for what of the first is written already.
    unsent: BytesMut,
}

impl Line {
    pub(super) async fn new(upgraded: Upgraded) -> Self {
        let config = WebSocketConfig::default()
            // The default read buffer is 128 KiB of memory for every idle player.
            .read_buffer_size(limits::READ_BUFFER)
            // Only what closes the line and what echoes goes through the library.
            .write_buffer_size(0)
            .max_message_size(Some(limits::LONGEST_READ))
            .max_frame_size(Some(limits::LONGEST_READ));
        let socket =
            WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        Self { socket, unsent: BytesMut::new() }
    }

    /// What the client says next; none once the line is down.
    pub(super) async fn hear(&mut self) -> Option<Result<Message, Error>> {
        self.socket.next().await
    }

    /// Adds a frame to those that are to be written. True if there is room for more.
    pub(super) fn put(&mut self, frame: &Frame) -> bool {
        let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let mut head = (&mut self.unsent).writer();
        header.format(frame.0.len() as u64, &mut head).expect("a list of bytes takes all");
        self.unsent.extend_from_slice(&frame.0);
        self.unsent.len() < limits::WRITE_BUFFER
    }

    /// Writes what is to be written. If this is given up in the middle, the next writing goes on just there.
    pub(super) async fn flush(&mut self) -> Result<(), Error> {
        // The library's own, such as the echo of a ping: frames must not be mixed.
        self.socket.flush().await?;
        let line = self.socket.get_mut();
        line.write_all_buf(&mut self.unsent).await?;
        line.flush().await?;
        // With the room that it took.
        self.unsent = BytesMut::new();
        Ok(())
    }

    /// Sends what is no text: an echo that is asked for, or the close.
    pub(super) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.flush().await?;
        self.socket.send(message).await
    }
}
