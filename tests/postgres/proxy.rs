//! Cutting proxy: a line to Postgres that does as it is told.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// It passes everything on.
    Pass,
    /// It passes on what is asked, and no answer; both ends think that all is well.
    Mute,
    /// It is cut, and so is whoever tries it again.
    Cut,
}

/// A line from an address of its own to a server's socket.
pub(crate) struct CuttingProxy {
    pub(crate) address: SocketAddr,
    does: watch::Sender<Does>,
    running: JoinHandle<()>,
}

impl CuttingProxy {
    /// Lays a line to the socket that Postgres has in that folder.
    pub(crate) async fn lay(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (does, told) = watch::channel(Does::Pass);
        let socket = folder.join(".s.PGSQL.5432");
        let running = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(pass_on(near, socket.clone(), told.clone()));
            }
        });
        Self { address, does, running }
    }

    /// Has the line do something else from now on.
    pub(crate) fn now(&self, does: Does) {
        self.does.send_replace(does);
    }

    /// Cuts whatever goes through it; what is tried again afterwards is passed on.
    pub(crate) async fn cut(&self) {
        self.now(Does::Cut);
        // Whatever goes through it has a receiver of its own, beside that of the line.
        while self.does.receiver_count() > 1 {
            tokio::task::yield_now().await;
        }
        self.now(Does::Pass);
    }
}

impl Drop for CuttingProxy {
    fn drop(&mut self) {
        self.running.abort();
    }
}

async fn pass_on(near: tokio::net::TcpStream, socket: PathBuf, mut told: watch::Receiver<Does>) {
    let Ok(far) = UnixStream::connect(socket).await else { return };
    let (near_read, near_write) = near.into_split();
    let (far_read, far_write) = far.into_split();
    let heard = told.clone();
    tokio::select! {
        () = copy(near_read, far_write, None) => {}
        () = copy(far_read, near_write, Some(heard)) => {}
        _ = told.wait_for(|does| *does == Does::Cut) => {}
    }
}

/// Passes on what comes, if the line passes answers on by then.
async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    told: Option<watch::Receiver<Does>>,
) {
    let mut bytes = [0; 4096];
    loop {
        let Ok(length @ 1..) = from.read(&mut bytes).await else { return };
        // An answer that comes as the line is being cut is lost as well.
        let is_heard = told.as_ref().is_none_or(|told| *told.borrow() == Does::Pass);
        if is_heard && to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}
