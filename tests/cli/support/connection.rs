//! A minimal HTTP/1.1 client that can break its rules.

use std::{
    io::{BufRead, BufReader, ErrorKind, Read, Result, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::{Value as Json, json};

use super::{Response, TIMEOUT, head};

/// A connection for writing requests piece by piece.
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Opens a connection to a server that may be gone.
    pub fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self(BufReader::new(stream)))
    }

    #[track_caller]
    pub fn open(address: SocketAddr) -> Self {
        Self::connect(address).unwrap()
    }

    /// Opens a connection and sends a request with JSON on it.
    #[track_caller]
    pub fn ask(address: SocketAddr, line: &str, token: &str, headers: &str, body: &str) -> Self {
        let mut connection = Self::open(address);
        connection.write(&head(line, token, headers, body.len())).write(body);
        connection
    }

    /// Opens a stream of server-sent events.
    #[track_caller]
    pub fn of_events(address: SocketAddr, token: &str, body: &Json) -> Self {
        let accept = "accept: text/event-stream\r\n";
        Self::ask(address, "POST /graphql", token, accept, &body.to_string())
    }

    /// Opens a stream of the events of a subscription, and waits until it has begun.
    #[track_caller]
    pub fn subscribed(address: SocketAddr, token: &str, query: &str) -> Self {
        let mut events = Self::of_events(address, token, &json!({ "query": query }));
        events.read_until(":\n\n\r\n");
        events
    }

    #[track_caller]
    pub fn write(&mut self, text: &str) -> &mut Self {
        self.write_bytes(text.as_bytes())
    }

    #[track_caller]
    pub fn write_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.send(bytes).unwrap();
        self
    }

    /// Writes to a server that may be gone.
    pub fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.get_mut().write_all(bytes)
    }

    /// Writes as much as the server reads: it may close before it has read all.
    pub fn try_write(&mut self, bytes: &[u8]) -> bool {
        self.send(bytes).is_ok()
    }

    /// Sets how long to wait for the server to read.
    pub fn write_timeout(&mut self, within: Duration) -> &mut Self {
        self.0.get_ref().set_write_timeout(Some(within)).unwrap();
        self
    }

    /// Reads what is available. A signal to this process, such as the end of a child, is no end of
    /// the stream.
    fn take(&mut self, bytes: &mut [u8]) -> Result<usize> {
        loop {
            match self.0.read(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    /// Reads this many bytes.
    pub fn read(&mut self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.0.read_exact(&mut bytes).map(|()| bytes)
    }

    /// Reads until this text, from a server that may be gone.
    pub fn until(&mut self, text: &str) -> Result<String> {
        let mut read = Vec::new();
        let last = *text.as_bytes().last().unwrap();
        while !read.ends_with(text.as_bytes()) {
            self.0.read_until(last, &mut read)?;
            if !read.ends_with(&[last]) {
                let read = String::from_utf8_lossy(&read);
                return Err(std::io::Error::other(format!("it ended before {text:?}: {read}")));
            }
        }
        Ok(String::from_utf8(read).unwrap())
    }

    /// Reads until this text, and returns everything up to there.
    #[track_caller]
    pub fn read_until(&mut self, text: &str) -> String {
        self.until(text).unwrap()
    }

    /// Reads to the end and returns what was read.
    #[track_caller]
    pub fn rest(&mut self) -> Vec<u8> {
        let (mut read, mut bytes) = (Vec::new(), [0; 1024]);
        loop {
            match self.take(&mut bytes) {
                Ok(0) => return read,
                Ok(count) => read.extend(&bytes[..count]),
                // The server resets a connection that it closes with unread data.
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return read,
                Err(error) => panic!("the connection doesn't end: {error}"),
            }
        }
    }

    /// Shuts down one direction.
    pub fn shut(&mut self, how: Shutdown) -> &mut Self {
        self.0.get_ref().shutdown(how).unwrap();
        self
    }

    /// Reads the next bytes, however long that takes; `None` at the end.
    pub fn more(&mut self) -> Option<String> {
        self.0.get_ref().set_read_timeout(None).unwrap();
        let mut bytes = [0; 4096];
        let count = self.take(&mut bytes).ok().filter(|count| *count > 0)?;
        Some(String::from_utf8_lossy(&bytes[..count]).into_owned())
    }

    /// Reads at most this many bytes, and returns how many came; `None` at the end.
    pub fn part(&mut self, most: usize) -> Option<usize> {
        let mut bytes = vec![0; most];
        self.take(&mut bytes).ok().filter(|count| *count > 0)
    }

    fn peek(&self) -> Result<usize> {
        if self.0.buffer().is_empty() { self.0.get_ref().peek(&mut [0]) } else { Ok(1) }
    }

    /// Whether anything arrives within a short time.
    pub fn hears(&self, within: Duration) -> bool {
        self.0.get_ref().set_read_timeout(Some(within)).unwrap();
        let heard = self.peek().is_ok();
        self.0.get_ref().set_read_timeout(Some(TIMEOUT)).unwrap();
        heard
    }

    /// Whether the connection has ended.
    pub fn is_over(&self) -> bool {
        !matches!(self.peek(), Ok(1))
    }

    /// Reads responses to the end.
    #[track_caller]
    pub fn responses(&mut self) -> Vec<Response> {
        std::iter::from_fn(|| (!self.is_over()).then(|| self.response())).collect()
    }

    /// Reads a response with a declared length.
    #[track_caller]
    pub fn response(&mut self) -> Response {
        let head = self.read_until("\r\n\r\n");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        let mut response = Response { status, text: String::new(), head };
        let length = response.header("content-length").map_or(0, |length| length.parse().unwrap());
        response.text = String::from_utf8(self.read(length).unwrap()).unwrap();
        response
    }
}
