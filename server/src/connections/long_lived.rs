//! Long-lived responses: an answer that goes on for as long as somebody listens is written past hyper, once hyper has read its
//! request. It would keep two buffers of 8 KiB for each; here there is none. What that gave is in
//! `docs/performance.md#what-was-tried`.

use std::future::poll_fn;
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use axum::response::Response;
use futures_util::StreamExt;
use hyper::http::response::Parts;
use hyper::{Method, Version};
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};

use super::stream::Line;
use crate::limits;

/// Marks such an answer, in its extensions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongLived;

/// Where such an answer is put for whoever serves its connection. One connection has one at most: nothing comes behind it.
#[derive(Clone, Default)]
pub(super) struct Handover(Arc<Mutex<Option<Response>>>);

impl Handover {
    /// Whether a request can be answered so: one of HTTP/1.0 cannot be told where a part ends, and `HEAD` is told the head alone.
    pub(super) fn suits(method: &Method, version: Version) -> bool {
        method == Method::GET && version == Version::HTTP_11
    }

    /// Gives the answer back if it is an ordinary one; one that is long-lived is handed over, and the request never answered here.
    pub(super) async fn sort(self, answer: Response) -> Response {
        if answer.extensions().get::<LongLived>().is_none() {
            return answer;
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        std::future::pending().await
    }

    pub(super) fn take(&self) -> Option<Response> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Sends an answer to its end, or until nobody listens any more.
///
/// # Errors
/// If the line is down, or takes nothing for too long.
pub(super) async fn send(mut line: Box<Line>, answer: Response, now_ms: i64) -> io::Result<()> {
    let (parts, body) = answer.into_parts();
    line.write_all(&head(&parts, now_ms)?).await?;
    line.flush().await?;
    drop(parts);
    let mut body = body.into_data_stream();
    let mut said = 0;
    loop {
        tokio::select! {
            biased;
            data = body.next() => match data {
                Some(data) => {
                    line.write_all(&chunk(&data.map_err(io::Error::other)?)?).await?;
                    line.flush().await?;
                }
                None => break,
            },
            // What is said behind such a request is never answered. It is read all the same: a line that is closed before would be reset,
            // and the end of the answer lost.
            bytes = listen(&mut line) => {
                said += bytes;
                if bytes == 0 || said > limits::BODY {
                    return Ok(());
                }
            }
        }
    }
    line.write_all(b"0\r\n\r\n").await?;
    line.shutdown().await
}

/// The head as HTTP/1.1 has it: the status, the headers, and that chunks follow, after which the connection ends.
fn head(parts: &Parts, now_ms: i64) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(1024);
    write!(head, "HTTP/1.1 {}\r\n", parts.status)?;
    for (name, value) in &parts.headers {
        write!(head, "{name}: ")?;
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    let now = UNIX_EPOCH + Duration::from_millis(now_ms.max(0).unsigned_abs());
    let now = httpdate::HttpDate::from(now);
    write!(head, "date: {now}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n")?;
    Ok(head)
}

/// Some of the body (RFC 9112, 7.1).
fn chunk(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut chunk = Vec::with_capacity(data.len() + 16);
    // One without bytes would be the last.
    if !data.is_empty() {
        write!(chunk, "{:x}\r\n", data.len())?;
        chunk.extend_from_slice(data);
        chunk.extend_from_slice(b"\r\n");
    }
    Ok(chunk)
}

/// Waits until something comes over the line, and tells how many bytes; none if nothing ever will any more.
async fn listen(line: &mut Line) -> usize {
    poll_fn(|context| {
        let mut bytes = [0; 256];
        let mut buffer = ReadBuf::new(&mut bytes);
        Pin::new(&mut *line).poll_read(context, &mut buffer).map(|read| match read {
            Ok(()) => buffer.filled().len(),
            Err(_) => 0,
        })
    })
    .await
}
