//! Accept loop and connection timeouts: the lines that people come over: taken, counted, watched, and cut if nothing comes or
//! goes over them.

mod descriptors;
mod long_lived;
mod stream;
mod timer;
mod transport;

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use axum::extract::Request;
use axum::extract::connect_info::ConnectInfo;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;
use tower_service::Service;

pub use descriptors::raise_descriptors;
pub(crate) use long_lived::LongLived;
pub(crate) use stream::Stream;
pub(crate) use transport::Transport;

use crate::admission::AddressPermit;
use crate::context::Context;
use crate::limits;
use crate::tls::{CHALLENGE_PROTOCOL, Tls};
use long_lived::Handover;
use timer::Watch;

/// Takes connections until the house stops, then waits until all requests that are under way are answered. Lines are plain unless
/// there is something to speak TLS with.
pub(crate) async fn serve(context: &Arc<Context>, listener: TcpListener, tls: Option<Tls>, router: Router) {
    let open = TaskTracker::new();
    let mut told_ms = None;
    let mut stopped = pin!(context.stopped());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Dropped, and so closed, if the address has as many as one may have: the cheapest there is.
                if let Some(place) = context.admission.connection(peer.ip().into()) {
                    let context = Arc::clone(context);
                    open.spawn(run(context, tls.clone(), router.clone(), stream, peer, place, open.clone()));
                }
            }
            Err(error) if is_of_one(&error) => {}
            Err(error) => {
                let now_ms = context.clock.running_ms();
                let quiet_ms = limits::REFUSED_TOLD.as_millis() as i64;
                if told_ms.is_none_or(|told_ms| now_ms - told_ms >= quiet_ms) {
                    told_ms = Some(now_ms);
                    tracing::error!(%error, open = open.len(), "no connection can be taken just now");
                }
                // It would be refused again at once.
                tokio::select! {
                    () = context.clock.sleep(limits::REFUSED_PAUSE) => {}
                    () = &mut stopped => break,
                }
            }
        }
    }
    drop(listener);
    open.close();
    open.wait().await;
}

/// Whether it is that connection alone that came to nothing.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}

/// Agrees on TLS, if it is spoken here; none if nothing comes of that in time.
async fn secured(context: &Context, tls: Option<&Tls>, stream: TcpStream) -> Option<Transport> {
    let Some(tls) = tls else { return Some(Transport::Plain(stream)) };
    tokio::select! {
        agreed = tls.acceptor().accept(stream) => match agreed {
            // An authority has seen what it came for: its challenge is answered by the handshake, and nothing is said after it.
            Ok(stream) if stream.get_ref().1.alpn_protocol() == Some(CHALLENGE_PROTOCOL) => None,
            Ok(mut stream) => {
                stream.get_mut().1.set_buffer_limit(Some(limits::TLS_BUFFER));
                Some(Transport::Tls(Box::new(stream)))
            }
            Err(error) => {
                tracing::debug!(%error, "a connection came to no TLS");
                None
            }
        },
        () = context.clock.sleep(limits::HEAD_TIMEOUT) => None,
        () = context.stopped() => None,
    }
}

/// How a connection was left by hyper.
enum Left {
    /// At its end, or as a socket's.
    Done(hyper::Result<()>),
    /// With an answer that is long-lived.
    Open(Response),
}

/// One connection, to its end or until it is a socket or has one answer that goes on.
async fn run(
    context: Arc<Context>,
    tls: Option<Tls>,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
    place: AddressPermit,
    open: TaskTracker,
) {
    // A move is one small packet: it must not wait for company.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a socket could not be set to send at once");
    }
    #[cfg(unix)]
    if let Err(error) = rustix::net::sockopt::set_socket_send_buffer_size(&stream, limits::SEND_BUFFER) {
        tracing::debug!(%error, "what waits in the kernel could not be bounded");
    }
    // Until something comes there is nothing here but the line.
    tokio::select! {
        ready = stream.readable() => if ready.is_err() { return },
        () = context.clock.sleep(limits::HEAD_TIMEOUT) => return,
        () = context.stopped() => return,
    }
    let Some(stream) = Box::pin(secured(&context, tls.as_ref(), stream)).await else { return };
    let handover = Handover::default();
    let sorting = handover.clone();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let is_suited = Handover::suits(request.method(), request.version());
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let (answer, sorting) = (router.clone().call(request), sorting.clone());
        async move {
            let answer = answer.await?;
            Ok::<_, Infallible>(if is_suited { sorting.sort(answer).await } else { answer })
        }
    });
    let stream = Stream::new(stream, place, context.clock.clone());
    let connection = http1::Builder::new()
        .timer(Watch(context.clock.clone()))
        .header_read_timeout(limits::HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream.clone()), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut stopped = pin!(context.stopped());
    let mut is_stopping = false;
    let mut handed_over = None;
    let left = poll_fn(|polled| {
        if !is_stopping && stopped.as_mut().poll(polled).is_ready() {
            is_stopping = true;
            connection.as_mut().graceful_shutdown();
        }
        if let Poll::Ready(ended) = connection.as_mut().poll(polled) {
            return Poll::Ready(Left::Done(ended));
        }
        // Whoever asks before they have heard the answer to what they asked before gets that one first.
        handed_over = handed_over.take().or_else(|| handover.take());
        match handed_over.take_if(|_| stream.is_flushed()) {
            Some(answer) => Poll::Ready(Left::Open(answer)),
            None => Poll::Pending,
        }
    })
    .await;
    match left {
        Left::Done(Ok(())) => {}
        Left::Done(Err(error)) => tracing::debug!(%error, "a connection was cut"),
        Left::Open(answer) => {
            let Some(line) = stream.take() else { return };
            let counted = context.metrics.stream();
            let sent = long_lived::send(Box::new(line), answer, context.clock.now_ms());
            // In a task of its own, so that nothing stays of what hyper had in this one.
            open.spawn(async move {
                let _counted = counted;
                if let Err(error) = sent.await {
                    tracing::debug!(%error, "an answer was cut");
                }
            });
        }
    }
}
