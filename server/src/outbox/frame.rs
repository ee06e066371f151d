//! Frames: messages encoded once, as they go over the line to any number of sockets.

use std::cell::RefCell;

use bytes::Bytes;
use cydonia_protocol::ServerMessage;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::limits;

/// An encoded message, as it goes over the line. Cloning shares the bytes, so that a thousand watchers cost one encoding.
#[derive(Clone, Debug)]
pub(crate) struct Frame(pub(super) Bytes);

/// The longest head of a websocket frame that is not masked.
const LONGEST_HEAD: usize = 10;

impl Frame {
    /// Encodes a message.
    #[must_use]
    pub(crate) fn of(message: &ServerMessage) -> Self {
        thread_local! {
            /// Where messages are written; a frame is then as long as it must be, and no piece of memory grows for each. What frames of
            /// our own gave is in `docs/performance.md#what-was-tried`.
            static DRAFT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        DRAFT.with_borrow_mut(|draft| {
            draft.clear();
            // The head tells the length, which shows only afterwards.
            draft.resize(LONGEST_HEAD, 0);
            // Every message is made of types that JSON can hold: maps with text keys, whole numbers, text.
            serde_json::to_writer(&mut *draft, message).expect("a server message is JSON");
            let length = (draft.len() - LONGEST_HEAD) as u64;
            let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
            let start = LONGEST_HEAD - header.len(length);
            header
                .format(length, &mut &mut draft[start..LONGEST_HEAD])
                .expect("a head is as long as it says");
            let frame = Bytes::copy_from_slice(&draft[start..]);
            draft.shrink_to(limits::DRAFT_BYTES);
            Self(frame)
        })
    }

    /// A frame that was encoded elsewhere, as it goes over the line.
    #[must_use]
    pub(crate) fn encoded(frame: Bytes) -> Self {
        Self(frame)
    }

    /// The message of a frame as it was queued, without its head.
    #[must_use]
    pub(crate) fn message_of(frame: &Bytes) -> Bytes {
        // A frame of ours is never masked: its length stands in the second byte, or in two or eight behind it.
        let head = match frame.get(1).map(|byte| byte & 0x7f) {
            Some(126) => 4,
            Some(127) => 10,
            _ => 2,
        };
        frame.slice(head.min(frame.len())..)
    }

    /// Bytes on the line.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
