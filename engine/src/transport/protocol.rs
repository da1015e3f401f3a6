//! The messages and close codes of graphql-transport-ws.

use async_graphql::ServerError;
use serde_json::{Value as Json, json};
use std::borrow::Cow;

use super::parameters::{Fields, Parameters, ParseJson, from_body};
use crate::execute::Outcome;

/// The subprotocol that clients offer.
pub const PROTOCOL: &str = "graphql-transport-ws";

/// A message from a client.
#[derive(Debug)]
pub enum Incoming {
    /// `connection_init`, with its payload.
    Init(Fields),
    /// `ping`, with its payload.
    Ping(Option<Json>),
    /// `pong`.
    Pong,
    /// `subscribe`: starts an operation of any kind.
    Subscribe {
        /// The client's id of the operation.
        id: String,
        /// The operation.
        parameters: Box<Parameters>,
    },
    /// `complete`: stops an operation.
    Complete {
        /// The client's id of the operation.
        id: String,
    },
}

/// A message to a client.
pub enum Outgoing<'a> {
    /// The client is authenticated.
    ConnectionAck,
    /// The answer to `ping`.
    Pong {
        /// The payload of the ping.
        payload: Option<Json>,
    },
    /// An outcome of an operation.
    Next {
        /// The client's id of the operation.
        id: &'a str,
        /// The outcome.
        payload: &'a Outcome,
    },
    /// Why an operation could not be executed. It ends the operation.
    Error {
        /// The client's id of the operation.
        id: &'a str,
        /// What is wrong.
        payload: &'a [ServerError],
    },
    /// The operation ended.
    Complete {
        /// The client's id of the operation.
        id: &'a str,
    },
}

impl Outgoing<'_> {
    /// The message as JSON.
    pub fn text(&self) -> String {
        match self {
            Self::ConnectionAck => json!({ "type": "connection_ack" }).to_string(),
            Self::Pong { payload: None } => json!({ "type": "pong" }).to_string(),
            Self::Pong { payload } => json!({ "type": "pong", "payload": payload }).to_string(),
            Self::Next { id, payload } => {
                let before = format!("{{\"type\":\"next\",\"id\":{},\"payload\":", json!(id));
                payload.text_within(&before, "}")
            }
            Self::Error { id, payload } => {
                json!({ "type": "error", "id": id, "payload": payload }).to_string()
            }
            Self::Complete { id } => json!({ "type": "complete", "id": id }).to_string(),
        }
    }
}

/// Why the server closes a WebSocket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Close {
    /// The close code.
    pub code: u16,
    /// The reason, one sentence.
    pub reason: Cow<'static, str>,
}

impl Close {
    /// The server is stopping.
    pub const STOPPING: Self = Self::new(1001, "The server is stopping");
    /// A frame violates the WebSocket protocol.
    pub const BROKEN: Self = Self::new(1002, "Protocol error");
    /// A text is not UTF-8.
    pub const NOT_TEXT: Self = Self::new(1007, "Text must be UTF-8");
    /// A message is too large.
    pub const TOO_LARGE: Self = Self::new(1009, "A message has at most 1 MiB");
    /// Authentication is unavailable; the client may retry.
    pub const UNAVAILABLE: Self = Self::new(1013, "Service Unavailable");
    /// The rate limit is exceeded; the client may retry.
    pub const RATE_LIMITED: Self = Self::new(1013, "Too Many Requests");
    /// There is no valid credential, or it is no longer valid.
    pub const UNAUTHORIZED: Self = Self::new(4401, "Unauthorized");
    /// The client does not offer the subprotocol.
    pub const SUBPROTOCOL: Self =
        Self::new(4406, "Subprotocol not acceptable; use graphql-transport-ws");
    /// No `connection_init` arrived in time.
    pub const INIT_TIMEOUT: Self = Self::new(4408, "Connection initialisation timeout");
    /// A second `connection_init` arrived.
    pub const INIT_AGAIN: Self = Self::new(4429, "Too many initialisation requests");

    const fn new(code: u16, reason: &'static str) -> Self {
        Self { code, reason: Cow::Borrowed(reason) }
    }

    /// A message is not valid.
    pub fn malformed(why: &str) -> Self {
        Self { code: 4400, reason: shortened(format!("Invalid message: {why}")) }
    }

    /// An operation with that id is running.
    pub fn taken(id: &str) -> Self {
        Self { code: 4409, reason: shortened(format!("Subscriber for {id} already exists")) }
    }
}

/// Shortens a reason to what a close frame can carry.
fn shortened(mut text: String) -> Cow<'static, str> {
    const BYTES: usize = 123;
    text.truncate(text.floor_char_boundary(BYTES));
    text.into()
}

/// Parses a message.
///
/// # Errors
/// How to close the WebSocket when the message is not valid.
pub fn read_message(text: &str, parse: ParseJson) -> Result<Incoming, Close> {
    let mut message = match parse(text.as_bytes()) {
        Ok(Json::Object(message)) => message,
        Ok(_) => return Err(Close::malformed("it must be a JSON object")),
        Err(problem) => return Err(Close::malformed(&problem)),
    };
    let payload = match message.remove("payload") {
        None | Some(Json::Null) => None,
        Some(Json::Object(fields)) => Some(fields),
        Some(_) => return Err(Close::malformed("payload must be an object")),
    };
    match message.get("type").and_then(Json::as_str) {
        Some("connection_init") => Ok(Incoming::Init(payload.unwrap_or_default())),
        Some("ping") => Ok(Incoming::Ping(payload.map(Json::Object))),
        Some("pong") => Ok(Incoming::Pong),
        Some("subscribe") => {
            let id = id(&message)?;
            let payload = payload.ok_or_else(|| Close::malformed("payload is required"))?;
            let parameters = from_body(payload).map_err(|problem| Close::malformed(&problem))?;
            if parameters.query.is_none() && parameters.persisted_id().is_none() {
                return Err(Close::malformed("query is required"));
            }
            Ok(Incoming::Subscribe { id, parameters: Box::new(parameters) })
        }
        Some("complete") => Ok(Incoming::Complete { id: id(&message)? }),
        Some(_) => Err(Close::malformed("type is unknown")),
        None => Err(Close::malformed("type must be a string")),
    }
}

fn id(message: &Fields) -> Result<String, Close> {
    match message.get("id") {
        Some(Json::String(id)) if !id.is_empty() => Ok(id.clone()),
        _ => Err(Close::malformed("id must be a string that is not empty")),
    }
}
