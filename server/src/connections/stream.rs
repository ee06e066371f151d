//! Progress timeout: a connection's bytes, and whether they go anywhere.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::admission::AddressPermit;
use crate::clock::Clock;
use crate::limits;

type Wait = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// A connection over which requests come. Once it is a socket's, [`Stream::into_parts`] leaves nothing of this round it.
pub(crate) struct Stream {
    stream: TcpStream,
    place: AddressPermit,
    clock: Clock,
    /// How long it may still take nothing of what is written.
    patience: Option<Wait>,
}

impl Stream {
    pub(super) fn new(stream: TcpStream, place: AddressPermit, clock: Clock) -> Self {
        Self { stream, place, clock, patience: None }
    }

    /// The line itself, and its address's place, which is to be held for as long as the line is open.
    pub(crate) fn into_parts(self) -> (TcpStream, AddressPermit) {
        (self.stream, self.place)
    }

    /// What came of a try to write: an error if nothing could be written for too long.
    fn written<T>(&mut self, context: &mut Context<'_>, tried: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.patience = None;
            return tried;
        }
        let clock = &self.clock;
        let patience = self.patience.get_or_insert_with(|| {
            let clock = clock.clone();
            let until_ms = clock.running_ms() + limits::PROGRESS_TIMEOUT.as_millis() as i64;
            Box::pin(async move { clock.sleep_until(until_ms).await })
        });
        ready!(patience.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nothing of the answer was read")))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.written(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
