//! A table's events over plain HTTP: a line of JSON each, in chunks.

use std::net::{IpAddr, SocketAddr};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// Bytes that are read ahead: a line or two.
const READ_BUFFER: usize = 1024;

/// An open stream.
pub(crate) struct EventStream {
    stream: BufReader<TcpStream>,
    line: Vec<u8>,
}

impl EventStream {
    /// Opens one from that address, and waits for the first of its lines.
    ///
    /// # Errors
    /// If it is not answered so.
    pub(crate) async fn open(to: SocketAddr, from: IpAddr, path: &str) -> Result<Self, String> {
        let opened = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(from, 0))?;
            let mut stream = socket.connect(to).await?;
            stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: {to}\r\n\r\n").as_bytes()).await?;
            Ok(Self { stream: BufReader::with_capacity(READ_BUFFER, stream), line: Vec::new() })
        };
        let mut opened = opened.await.map_err(|error: std::io::Error| format!("no {path}: {error}"))?;
        opened.next().await?;
        if !opened.line.starts_with(b"HTTP/1.1 200 ") {
            return Err(format!("{path}: {}", String::from_utf8_lossy(&opened.line)));
        }
        while !opened.line.starts_with(b"{") {
            opened.next().await?;
        }
        Ok(opened)
    }

    /// The number of the next event.
    ///
    /// # Errors
    /// If the stream is at its end.
    pub(crate) async fn event(&mut self) -> Result<u64, String> {
        loop {
            self.next().await?;
            let Some(events) = self.line.strip_prefix(br#"{"type":"events""#) else { continue };
            let number =
                events.windows(4).position(|part| part == br#""n":"#).map(|place| &events[place + 4..]);
            let digits = number.unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit());
            return Ok(digits.fold(0, |number, digit| number * 10 + u64::from(digit - b'0')));
        }
    }

    async fn next(&mut self) -> Result<(), String> {
        self.line.clear();
        match self.stream.read_until(b'\n', &mut self.line).await {
            Ok(0) => Err("a stream has ended".to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }
}
