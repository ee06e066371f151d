//! Progress timeout: a connection's bytes, and whether they go anywhere.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::transport::Transport;
use crate::admission::AddressPermit;
use crate::clock::Clock;
use crate::limits;

type Wait = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// A connection over which requests come, as hyper has it. Whoever [takes](Self::take) the line from under it leaves hyper with one
/// that is down.
#[derive(Clone)]
pub(crate) struct Stream(Arc<Mutex<Option<Line>>>);

/// The line itself. Once it is a socket's, [`Line::into_parts`] leaves nothing of this round it.
pub(crate) struct Line {
    stream: Transport,
    place: AddressPermit,
    clock: Clock,
    /// How long it may still take nothing of what is written.
    patience: Option<Wait>,
}

impl Stream {
    pub(super) fn new(stream: Transport, place: AddressPermit, clock: Clock) -> Self {
        Self(Arc::new(Mutex::new(Some(Line { stream, place, clock, patience: None }))))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Line>> {
        // Whatever panicked, it is a line or none.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None if it was taken before.
    pub(crate) fn take(&self) -> Option<Line> {
        self.lock().take()
    }

    /// Whether the line took all that it was last given.
    pub(super) fn is_flushed(&self) -> bool {
        self.lock().as_ref().is_none_or(|line| line.patience.is_none())
    }

    fn poll<T>(&self, poll: impl FnOnce(Pin<&mut Line>) -> Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        match self.lock().as_mut() {
            Some(line) => poll(Pin::new(line)),
            None => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.poll(|line| line.poll_read(context, buffer))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll(|line| line.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll(|line| line.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll(|line| line.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll(|line| line.poll_shutdown(context))
    }
}

impl Line {
    /// The line, and its address's place, which is to be held for as long as the line is open.
    pub(crate) fn into_parts(self) -> (Transport, AddressPermit) {
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

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Line {
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

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        self.written(context, tried)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // TLS has a last word to write.
        let tried = Pin::new(&mut self.stream).poll_shutdown(context);
        self.written(context, tried)
    }
}
