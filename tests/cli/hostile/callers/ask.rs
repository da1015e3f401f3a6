//! Sends requests over every transport, whatever is answered.

use std::{
    io::{BufRead, BufReader, ErrorKind, Read, Result, Write, copy, sink},
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::support::{
    head,
    socket::{LAST, TEXT, frame, handshake, introduction, text},
};

/// What each sending replaces by another number of as many digits.
pub const NUMBER: &str = "#NUMBER#";
/// How long a client waits for the next bytes, and how long it leaves a connection open.
const SILENCE: Duration = Duration::from_millis(300);
const OPEN: Duration = Duration::from_secs(3);
/// How long one waits that leaves, while its statement runs.
const SOON: Duration = Duration::from_millis(100);

/// How requests are sent.
#[derive(Clone, Copy, PartialEq)]
pub enum By {
    Http1,
    /// Server-sent events.
    Events,
    /// A WebSocket, with all requests on it at once.
    Socket,
    /// Eight requests behind each other, of whose responses nothing is read.
    Unread,
    /// All but the last byte of the request.
    Half,
    /// A request on a connection that is closed soon, before its response.
    Left,
}

/// A request: a method and path, further headers, and the parts of a body between numbers.
pub struct Request {
    pub path: String,
    pub headers: String,
    pub parts: Vec<String>,
}

/// A response: its status, and the beginning of its body.
pub struct Answer {
    pub status: u16,
    pub text: String,
}

impl Request {
    pub fn new(path: &str, headers: &str, body: &str) -> Self {
        let parts = body.split(NUMBER).map(str::to_owned).collect();
        Self { path: path.to_owned(), headers: headers.to_owned(), parts }
    }

    fn body(&self, number: usize) -> String {
        self.parts.join(&digits(number))
    }

    fn bytes(&self, token: &str, accept: &str, number: usize) -> Vec<u8> {
        let (body, headers) = (self.body(number), self.headers.replace(NUMBER, &digits(number)));
        (head(&self.path, token, &(accept.to_owned() + &headers), body.len()) + &body).into_bytes()
    }
}

fn digits(number: usize) -> String {
    format!("{:08}", number % 100_000_000)
}

/// An HTTP/1.1 connection, opened when it is needed.
pub struct Link(SocketAddr, Option<TcpStream>);

impl Link {
    pub fn new(address: SocketAddr) -> Self {
        Self(address, None)
    }

    fn stream(&mut self) -> Option<&mut TcpStream> {
        if self.1.is_none() {
            let stream = TcpStream::connect_timeout(&self.0, OPEN).ok()?;
            stream.set_read_timeout(Some(SILENCE)).ok()?;
            stream.set_write_timeout(Some(OPEN)).ok()?;
            stream.set_nodelay(true).ok()?;
            self.1 = Some(stream);
        }
        self.1.as_mut()
    }

    /// Sends a request and reads its response. `None`: there was none before it was late.
    pub fn ask(
        &mut self,
        request: &Request,
        token: &str,
        number: usize,
        is_late: &dyn Fn() -> bool,
    ) -> Option<Answer> {
        let bytes = request.bytes(token, "", number);
        let answer = self
            .stream()
            .and_then(|it| it.write_all(&bytes).ok().and_then(|()| response(it, is_late)));
        if answer.is_none() {
            self.1 = None;
        }
        answer
    }

    /// Reads until this text, the end, silence after something, or the connection was open for long.
    fn read_until(&mut self, text: Option<&str>) -> Option<Answer> {
        let (stream, began) = (self.stream()?, Instant::now());
        let (mut read, mut bytes) = (Vec::new(), vec![0; 65536]);
        let answer = |read: &[u8]| {
            let text = String::from_utf8_lossy(read).into_owned();
            Some(Answer { status: 200, text })
        };
        while began.elapsed() < OPEN {
            match stream.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) if read.len() < 4_096 => read.extend_from_slice(&bytes[..count]),
                Ok(_) => {}
                Err(_) if read.is_empty() => continue,
                Err(_) => break,
            }
            if text.is_some_and(|text| String::from_utf8_lossy(&read).contains(text)) {
                return answer(&read);
            }
        }
        if text.is_some() { None } else { answer(&read) }
    }
}

/// Reads a response with a declared length.
fn response(stream: &mut TcpStream, is_late: &dyn Fn() -> bool) -> Option<Answer> {
    let mut stream = BufReader::with_capacity(65_536, Patient(stream, is_late));
    let (mut head, mut line) = (String::new(), String::new());
    while line != "\r\n" {
        line.clear();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        head += &line.to_lowercase();
    }
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.split("content-length: ").nth(1).and_then(|it| it.lines().next());
    let mut rest = stream.take(length.unwrap_or("0").parse().ok()?);
    // The beginning is enough.
    let mut body = Vec::new();
    rest.by_ref().take(65_536).read_to_end(&mut body).ok()?;
    copy(&mut rest, &mut sink()).ok()?;
    let text = String::from_utf8_lossy(&body).into_owned();
    (rest.limit() == 0).then_some(Answer { status, text })
}

/// A stream that is read until it is late.
struct Patient<'s>(&'s mut TcpStream, &'s dyn Fn() -> bool);

impl Read for Patient<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        loop {
            match self.0.read(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock && !(self.1)() => {}
                read => return read,
            }
        }
    }
}

/// Asks until it is told to stop, and calls `seen` for each answer.
pub fn ask_on(
    (address, token, by): (SocketAddr, &str, By),
    requests: &[Request],
    (place, stop): (usize, &AtomicBool),
    seen: &(dyn Fn(Option<&Answer>) + Sync),
) {
    static COUNT: AtomicUsize = AtomicUsize::new(1);
    let count = || COUNT.fetch_add(1, Ordering::Relaxed);
    let mut link = Link::new(address);
    let is_over = || stop.load(Ordering::Relaxed);
    for request in requests.iter().cycle().skip(place % requests.len()) {
        if is_over() {
            return;
        }
        match by {
            By::Http1 => seen(link.ask(request, token, count(), &is_over).as_ref()),
            By::Events => {
                let bytes = request.bytes(token, "accept: text/event-stream\r\n", count());
                let written = link.stream().and_then(|it| it.write_all(&bytes).ok());
                seen(written.and_then(|()| link.read_until(None)).as_ref());
                link.1 = None;
            }
            By::Socket => {
                seen(socket(&mut link, token, requests, count).as_ref());
                link.1 = None;
            }
            By::Unread | By::Half => {
                let mut bytes =
                    request.bytes(token, "", count()).repeat(if by == By::Half { 1 } else { 8 });
                bytes.truncate(bytes.len() - usize::from(by == By::Half));
                let _ = link.stream().map(|it| it.write_all(&bytes));
                let opened = Instant::now();
                while !is_over() && opened.elapsed() < OPEN {
                    thread::sleep(SILENCE);
                }
                link.1 = None;
            }
            By::Left => {
                let bytes = request.bytes(token, "", count());
                let _ = link.stream().map(|it| it.write_all(&bytes));
                thread::sleep(SOON);
                link.1 = None;
            }
        }
    }
}

/// Introduces itself, starts each request, and reads what comes.
fn socket(
    link: &mut Link,
    token: &str,
    requests: &[Request],
    count: impl Fn() -> usize,
) -> Option<Answer> {
    link.stream()?.write_all(handshake("graphql-transport-ws").as_bytes()).ok()?;
    link.read_until(Some("\r\n\r\n"))?;
    link.stream()?.write_all(&text(&introduction(token))).ok()?;
    link.read_until(Some("connection_ack"))?;
    for (id, request) in requests.iter().enumerate() {
        let body = request.body(count());
        let message = format!("{{\"type\":\"subscribe\",\"id\":\"{id}\",\"payload\":{body}}}");
        link.stream()?.write_all(&frame(LAST | TEXT, message.as_bytes())).ok()?;
    }
    link.read_until(None)
}
