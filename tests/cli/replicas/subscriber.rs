//! A subscriber over WebSocket or server-sent events that reconnects to another server when its own
//! is gone.

use std::{
    io::{BufRead, BufReader, Read, Result, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value as Json, json};

use crate::support::socket::{LAST, TEXT, frame};

/// Longest time without an event.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A delivered change.
#[derive(Clone, Debug)]
pub struct Delivered {
    /// The id of the locale.
    pub record: i64,
    /// The number written into it.
    pub number: i64,
    /// The id of the event, and its position.
    pub event: i64,
    pub position: String,
    /// Time since the request was sent.
    pub after: Duration,
}

/// The transport of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Socket,
    Stream,
}

/// Subscribes from the first event until a change of record `last` is delivered. `began` is the
/// start of the timestamps that writers put into their values.
pub fn follow(
    transport: Transport,
    servers: &[SocketAddr],
    first: usize,
    token: &str,
    last: i64,
    began: Instant,
) -> Vec<Delivered> {
    let mut delivered: Vec<Delivered> = Vec::new();
    let mut at = first;
    let started = Instant::now();
    loop {
        let origin = || "0".to_owned();
        let after = delivered.last().map_or_else(origin, |delivered| delivered.position.clone());
        // An error means that the server is gone.
        let done =
            connect(transport, servers[at % servers.len()], token, after).and_then(|mut events| {
                loop {
                    let data = events.next()?;
                    let event = read(&data, began);
                    let is_last = event.record == last;
                    delivered.push(event);
                    if is_last {
                        return Ok(());
                    }
                }
            });
        if done.is_ok() {
            return delivered;
        }
        assert!(started.elapsed() < TIMEOUT * 10, "no server is left: {done:?}");
        at += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn read(data: &Json, began: Instant) -> Delivered {
    let changed = &data["data"]["recordChanged"];
    let event = &changed["event"];
    let after = &event["after"];
    let sent = after["nativeName"]
        .as_str()
        .and_then(|it| it.parse().ok())
        .unwrap_or_else(|| panic!("{data}"));
    Delivered {
        record: number(event["recordId"].as_str().unwrap()),
        number: after["sortOrder"].as_i64().unwrap(),
        event: event["databaseId"].as_i64().unwrap(),
        position: changed["position"].as_str().unwrap().to_owned(),
        after: began.elapsed().saturating_sub(Duration::from_micros(sent)),
    }
}

/// The database id in a global id, such as `Locale:1` in base64.
fn number(id: &str) -> i64 {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(id.as_bytes()).unwrap()).unwrap();
    plain.rsplit_once(':').unwrap().1.parse().unwrap()
}

/// A connection that delivers events.
struct Events {
    transport: Transport,
    stream: BufReader<TcpStream>,
}

fn connect(
    transport: Transport,
    address: SocketAddr,
    token: &str,
    after: String,
) -> Result<Events> {
    let stream = TcpStream::connect_timeout(&address, Duration::from_secs(5))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let mut events = Events { transport, stream: BufReader::new(stream) };
    let query = "subscription($after: String) { recordChanged(kinds: [LOCALE], after: $after) { \
                 position event { databaseId recordId after } } }";
    let payload = json!({ "query": query, "variables": { "after": after } });
    match transport {
        Transport::Stream => {
            let body = payload.to_string();
            events.write(format!(
                "POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
                 accept: text/event-stream\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\n\r\n{body}",
                body.len()
            ))?;
            events.head()?;
        }
        Transport::Socket => {
            events.write(
                "GET /graphql/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
                 upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                 sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
                 sec-websocket-protocol: graphql-transport-ws\r\n\r\n",
            )?;
            events.head()?;
            let who = json!({ "Authorization": format!("Bearer {token}") });
            events.send(&json!({ "type": "connection_init", "payload": who }))?;
            assert_eq!(events.message()?["type"], "connection_ack");
            events.send(&json!({ "type": "subscribe", "id": "1", "payload": payload }))?;
        }
    }
    Ok(events)
}

impl Events {
    /// The data of the next event.
    fn next(&mut self) -> Result<Json> {
        match self.transport {
            Transport::Socket => Ok(self.message()?["payload"].take()),
            Transport::Stream => loop {
                let line = self.line()?;
                if let Some(data) = line.strip_prefix("data: {") {
                    return Ok(serde_json::from_str(&format!("{{{data}")).unwrap());
                }
            },
        }
    }

    fn write(&mut self, text: impl AsRef<[u8]>) -> Result<()> {
        self.stream.get_mut().write_all(text.as_ref())
    }

    fn send(&mut self, message: &Json) -> Result<()> {
        self.write(frame(LAST | TEXT, message.to_string().as_bytes()))
    }

    /// Reads the head of the response.
    fn head(&mut self) -> Result<()> {
        while !self.line()?.is_empty() {}
        Ok(())
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    /// The next WebSocket message.
    fn message(&mut self) -> Result<Json> {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head)?;
            let bytes = match head[1] {
                126 => 2,
                127 => 8,
                _ => 0,
            };
            let mut length = [0; 8];
            self.stream.read_exact(&mut length[8 - bytes..])?;
            let length = if bytes == 0 { u64::from(head[1]) } else { u64::from_be_bytes(length) };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            self.stream.read_exact(&mut payload)?;
            match head[0] & 0x0f {
                TEXT => return Ok(serde_json::from_slice(&payload).unwrap()),
                8 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
                _ => {}
            }
        }
    }
}
