//! A minimal HTTP/1.1 client that can break its rules.

use std::{
    io::{ErrorKind, Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::{Value as Json, json};

use super::TIMEOUT;

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Response {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.filter(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }
}

/// A connection for writing requests piece by piece.
pub struct Connection(TcpStream);

impl Connection {
    #[track_caller]
    pub fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect_timeout(&address, TIMEOUT).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Self(stream)
    }

    #[track_caller]
    pub fn write(&mut self, text: &str) -> &mut Self {
        self.write_bytes(text.as_bytes())
    }

    #[track_caller]
    pub fn write_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.write_all(bytes).unwrap();
        self
    }

    /// Writes as much as the server reads: it may close before it has read all.
    pub fn try_write(&mut self, bytes: &[u8]) -> bool {
        self.0.write_all(bytes).is_ok()
    }

    /// Sets how long to wait for the server to read.
    pub fn write_timeout(&mut self, within: Duration) -> &mut Self {
        self.0.set_write_timeout(Some(within)).unwrap();
        self
    }

    /// Opens a stream of server-sent events.
    #[track_caller]
    pub fn of_events(address: SocketAddr, token: &str, body: &str) -> Self {
        let mut events = Self::open(address);
        events.write(&format!(
            "POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             accept: text/event-stream\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        ));
        events
    }

    /// Reads what is available. A signal to this process, such as the end of a child, is no end of
    /// the stream.
    fn take(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        loop {
            match self.0.read(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    /// Reads this many bytes.
    #[track_caller]
    pub fn read(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.0.read_exact(&mut bytes).unwrap();
        bytes
    }

    /// Reads until this text, and returns everything up to there.
    #[track_caller]
    pub fn read_until(&mut self, text: &str) -> String {
        let (mut read, mut byte) = (Vec::new(), [0]);
        while !read.ends_with(text.as_bytes()) {
            let count = self.take(&mut byte).unwrap();
            let so_far = String::from_utf8_lossy(&read);
            assert_eq!(count, 1, "the connection ended before {text:?}: {so_far}");
            read.push(byte[0]);
        }
        String::from_utf8(read).unwrap()
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
        self.0.shutdown(how).unwrap();
        self
    }

    /// Reads the next bytes, however long that takes; `None` at the end.
    pub fn more(&mut self) -> Option<String> {
        self.0.set_read_timeout(None).unwrap();
        let mut bytes = [0; 4096];
        let count = self.take(&mut bytes).ok().filter(|count| *count > 0)?;
        Some(String::from_utf8_lossy(&bytes[..count]).into_owned())
    }

    /// Reads at most this many bytes, and returns how many came; `None` at the end.
    pub fn part(&mut self, most: usize) -> Option<usize> {
        let mut bytes = vec![0; most];
        self.take(&mut bytes).ok().filter(|count| *count > 0)
    }

    /// Whether anything arrives within a short time.
    pub fn hears(&self, within: Duration) -> bool {
        self.0.set_read_timeout(Some(within)).unwrap();
        let heard = self.0.peek(&mut [0]).is_ok();
        self.0.set_read_timeout(Some(TIMEOUT)).unwrap();
        heard
    }

    /// Whether the connection has ended.
    pub fn is_over(&mut self) -> bool {
        !matches!(self.0.peek(&mut [0]), Ok(1))
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
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap();
        response.text = String::from_utf8(body).unwrap();
        response
    }
}

/// Sends a request and reads its response.
#[track_caller]
pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let head = head(address, method, path, headers, body);
    Connection::open(address).write(&head).write(body).response()
}

/// Sends JSON to a server that may die meanwhile; returns the raw response, `None` without one
/// within the time.
pub fn attempt(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &Json,
    within: Duration,
) -> Option<Vec<u8>> {
    let body = body.to_string();
    let headers = [&[("content-type", "application/json")], headers].concat();
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(within)).ok()?;
    let request = head(address, method, path, &headers, &body) + &body;
    stream.write_all(request.as_bytes()).ok()?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).ok()?;
    Some(response)
}

/// The head of a request that is the last on its connection.
fn head(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {}\r\n{headers}\r\n",
        body.len()
    )
}

#[track_caller]
pub fn get(address: SocketAddr, path: &str) -> Response {
    send(address, "GET", path, &[], "")
}

/// Sends JSON with a token.
#[track_caller]
pub fn post(address: SocketAddr, path: &str, token: &str, body: &Json) -> Response {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    send(address, "POST", path, &headers, &body.to_string())
}

/// Sends a GraphQL document.
#[track_caller]
pub fn graphql(address: SocketAddr, token: &str, query: &str) -> Response {
    post(address, "/graphql", token, &json!({ "query": query }))
}
