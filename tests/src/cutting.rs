//! Cutting proxy: a line that is cut again and again, at any byte.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Passes everything on to a server, and cuts each connection after some bytes, in the middle of a frame more often than
/// not.
#[derive(Debug)]
pub struct CuttingLine {
    /// Where to connect instead of the server's own address.
    pub address: SocketAddr,
    cuts: Arc<AtomicUsize>,
    running: JoinHandle<()>,
}

impl Drop for CuttingLine {
    fn drop(&mut self) {
        self.running.abort();
    }
}

impl CuttingLine {
    /// A line to that server on which no connection lasts longer than `most` bytes.
    pub async fn lay(server: SocketAddr, most: usize, seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        Self::lasting(server, std::iter::repeat_with(move || rng.usize(1..most))).await
    }

    /// A line to that server on which each connection lasts for so many bytes, and those after them for any number.
    pub async fn lasting(
        server: SocketAddr,
        lasts: impl IntoIterator<Item = usize, IntoIter: Send + 'static>,
    ) -> Self {
        let mut lasts = lasts.into_iter();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let cuts = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&cuts);
        let running = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let (lasts, count) = (lasts.next().unwrap_or(usize::MAX), Arc::clone(&count));
                tokio::spawn(async move {
                    if let Ok(far) = TcpStream::connect(server).await {
                        pass_on(near, far, lasts).await;
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        Self { address, cuts, running }
    }

    /// How many connections have come to their end.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.cuts.load(Ordering::Relaxed)
    }
}

/// Passes bytes on in both directions, until so many have passed; then both ends are gone at once.
async fn pass_on(mut near: TcpStream, mut far: TcpStream, mut left: usize) {
    // Messages are short: none waits for the next to go with it.
    if near.set_nodelay(true).and(far.set_nodelay(true)).is_err() {
        return;
    }
    let (mut up, mut down) = ([0; 512], [0; 512]);
    while left > 0 {
        let passed = tokio::select! {
            read = near.read(&mut up) => match read {
                Ok(read) if read > 0 => {
                    let read = read.min(left);
                    far.write_all(&up[..read]).await.map(|()| read)
                }
                _ => return,
            },
            read = far.read(&mut down) => match read {
                Ok(read) if read > 0 => {
                    let read = read.min(left);
                    near.write_all(&down[..read]).await.map(|()| read)
                }
                _ => return,
            },
        };
        match passed {
            Ok(passed) => left -= passed,
            Err(_) => return,
        }
    }
}
