//! HTTP client: one request over a line that is open, as wherever the house is the one to ask.

use hyper::body::Body;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};

/// Asks over a line, and carries it on for as long as that takes.
///
/// # Errors
/// What asking fails with, or the line.
pub(crate) async fn exchange<B, T, E, F>(
    line: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ask: impl FnOnce(SendRequest<B>) -> F,
) -> Result<T, E>
where
    B: Body + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    F: Future<Output = Result<T, E>>,
    E: From<hyper::Error>,
{
    let (sender, connection) = http1::handshake(TokioIo::new(line)).await?;
    let answer = ask(sender);
    tokio::pin!(answer, connection);
    tokio::select! {
        answer = &mut answer => answer,
        // The line may end as soon as the answer is there.
        ended = &mut connection => { ended?; answer.await }
    }
}
