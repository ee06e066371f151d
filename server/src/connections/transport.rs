//! Transport: what a line's bytes go through: the kernel's socket alone, or TLS on top of it. Whoever writes frames past the libraries
//! finds the same few ways here for either.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::coop;
use tokio_rustls::server::TlsStream;

/// A line's bytes.
#[derive(Debug)]
pub(crate) enum Transport {
    /// As they are.
    Plain(TcpStream),
    /// Through TLS. Boxed, as it is large, and most houses stand behind a proxy that speaks it.
    Tls(Box<TlsStream<TcpStream>>),
}

/// For what is tried, and waited for elsewhere if nothing comes of it.
fn trying() -> Context<'static> {
    Context::from_waker(Waker::noop())
}

fn at_once<T>(tried: Poll<io::Result<T>>) -> io::Result<T> {
    match tried {
        Poll::Ready(done) => done,
        Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
    }
}

impl Transport {
    fn socket(&self) -> &TcpStream {
        match self {
            Self::Plain(socket) => socket,
            Self::Tls(stream) => stream.get_ref().0,
        }
    }

    /// Whether something may have come. To be asked only after reading found nothing: what TLS has read ahead is not looked at.
    pub(crate) fn poll_read_ready(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.socket().poll_read_ready(context)
    }

    /// Waits until the kernel may take something. Others have their turn though it says so again and again, and TLS does not.
    pub(crate) async fn writable(&self) -> io::Result<()> {
        coop::consume_budget().await;
        self.socket().writable().await
    }

    /// Writes what can be written at once. Of what TLS takes some may still have to be [flushed](Self::try_flush).
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] if nothing can be written, and whatever else is wrong with the line.
    pub(crate) fn try_write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(socket) => socket.try_write(bytes),
            Self::Tls(stream) => at_once(Pin::new(stream).poll_write(&mut trying(), bytes)),
        }
    }

    /// Has the kernel take what was written; false if it does not take all of it yet.
    ///
    /// # Errors
    /// If something is wrong with the line.
    pub(crate) fn try_flush(&mut self) -> io::Result<bool> {
        match self {
            Self::Plain(_) => Ok(true),
            Self::Tls(stream) => match Pin::new(stream).poll_flush(&mut trying()) {
                Poll::Ready(flushed) => flushed.map(|()| true),
                Poll::Pending => Ok(false),
            },
        }
    }
}

/// Hands a poll on to whichever it is.
macro_rules! hand_on {
    ($self:ident, $stream:ident => $poll:expr) => {
        match $self.get_mut() {
            Self::Plain(stream) => {
                let $stream = Pin::new(stream);
                $poll
            }
            Self::Tls(stream) => {
                let $stream = Pin::new(stream);
                $poll
            }
        }
    };
}

impl AsyncRead for Transport {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        hand_on!(self, stream => stream.poll_read(context, buffer))
    }
}

impl AsyncWrite for Transport {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        hand_on!(self, stream => stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        hand_on!(self, stream => stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        hand_on!(self, stream => stream.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        hand_on!(self, stream => stream.poll_shutdown(context))
    }
}
