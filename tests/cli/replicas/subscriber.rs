//! A subscriber over WebSocket or server-sent events that reconnects to another server when its own
//! is gone.

use std::{
    io::Result,
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value as Json, json};

use crate::support::{Connection, Socket, head, socket::text};

/// Longest time until everything is delivered, in a long run.
const TIMEOUT: Duration = Duration::from_secs(600);

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
    let started = Instant::now();
    for at in first.. {
        // An error means that the server is gone.
        let mut listen = || {
            let after = delivered.last().map_or("0", |delivered| &delivered.position);
            let mut events = connect(transport, servers[at % servers.len()], token, after)?;
            while delivered.last().is_none_or(|delivered| delivered.record != last) {
                delivered.push(read(&events.next()?, began));
            }
            Result::Ok(())
        };
        match listen() {
            Ok(()) => break,
            Err(error) => assert!(started.elapsed() < TIMEOUT, "no server is left: {error}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
    delivered
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

/// A connection that delivers events; it fails when the server is gone.
enum Events {
    Socket(Socket),
    Stream(Connection),
}

fn connect(transport: Transport, address: SocketAddr, token: &str, after: &str) -> Result<Events> {
    let query = "subscription($after: String) { recordChanged(kinds: [LOCALE], after: $after) { \
                 position event { databaseId recordId after } } }";
    let payload = json!({ "query": query, "variables": { "after": after } });
    Ok(match transport {
        Transport::Stream => {
            let mut stream = Connection::connect(address)?;
            let body = payload.to_string();
            let accept = "accept: text/event-stream\r\n";
            stream.send((head("POST /graphql", token, accept, body.len()) + &body).as_bytes())?;
            Events::Stream(stream)
        }
        Transport::Socket => {
            let mut socket = Socket::connect(address, "graphql-transport-ws")?.introduced(token)?;
            let message = json!({ "type": "subscribe", "id": "1", "payload": payload });
            socket.0.send(&text(&message))?;
            Events::Socket(socket)
        }
    })
}

impl Events {
    /// The data of the next event.
    fn next(&mut self) -> Result<Json> {
        match self {
            Self::Socket(socket) => Ok(socket.next()?["payload"].take()),
            Self::Stream(stream) => {
                stream.until("\ndata: {")?;
                Ok(serde_json::from_str(&format!("{{{}", stream.until("\n")?)).unwrap())
            }
        }
    }
}
