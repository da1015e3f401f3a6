//! The messages of graphql-transport-ws, and how a socket is closed.

use async_graphql::ServerError;
use serde::Serialize;
use serde_json::Value as Json;
use std::borrow::Cow;

use crate::{
    api::{
        graphql::transport::{
            http::Body,
            parameters::{Parameters, from_body},
        },
        http::parsed,
    },
    operations::records::Fields,
};

/// The name under which clients offer the protocol.
pub const PROTOCOL: &str = "graphql-transport-ws";

/// A message from a client.
#[derive(Debug)]
pub enum Incoming {
    /// It introduces itself.
    Init(Fields),
    /// It wants a sign of life.
    Ping(Option<Json>),
    /// It gives one.
    Pong,
    /// It wants an operation to run.
    Subscribe {
        /// Its name for the operation.
        id: String,
        /// The operation.
        parameters: Box<Parameters>,
    },
    /// It wants no more of an operation.
    Complete {
        /// Its name for the operation.
        id: String,
    },
}

/// A message to a client.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outgoing<'a> {
    /// It may begin.
    ConnectionAck,
    /// A sign of life, with what came along with the wish for one.
    Pong {
        #[serde(skip_serializing_if = "Option::is_none")]
        payload: Option<Json>,
    },
    /// An outcome of an operation.
    Next { id: &'a str, payload: Body<'a> },
    /// Why an operation could not be executed; the last of it.
    Error { id: &'a str, payload: &'a [ServerError] },
    /// The operation has ended.
    Complete { id: &'a str },
}

/// Why the server closes a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Close {
    /// The code.
    pub code: u16,
    /// A sentence.
    pub reason: Cow<'static, str>,
}

impl Close {
    /// The server is stopping.
    pub const STOPPING: Self = Self::because(1001, "The server is stopping");
    /// A frame is not what WebSocket says it must be.
    pub const BROKEN: Self = Self::because(1002, "Protocol error");
    /// A text is not UTF-8.
    pub const NOT_TEXT: Self = Self::because(1007, "Text must be UTF-8");
    /// A message is too large.
    pub const TOO_LARGE: Self = Self::because(1009, "A message has at most 1 MiB");
    /// It can't be said now who is calling; the client may try again.
    pub const UNAVAILABLE: Self = Self::because(1013, "Service Unavailable");
    /// It asks too often; the client may try again.
    pub const TOO_OFTEN: Self = Self::because(1013, "Too Many Requests");
    /// There is no valid credential, or it is not valid any more.
    pub const UNAUTHORIZED: Self = Self::because(4401, "Unauthorized");
    /// The client offers another protocol.
    pub const OTHER_PROTOCOL: Self = Self::because(4406, "Subprotocol not acceptable");
    /// The client doesn't introduce itself.
    pub const TOO_LATE: Self = Self::because(4408, "Connection initialisation timeout");
    /// The client introduces itself again.
    pub const AGAIN: Self = Self::because(4429, "Too many initialisation requests");

    const fn because(code: u16, reason: &'static str) -> Self {
        Self { code, reason: Cow::Borrowed(reason) }
    }

    /// A message can't be understood.
    pub fn malformed(why: &str) -> Self {
        Self { code: 4400, reason: shortened(format!("Invalid message: {why}")) }
    }

    /// An operation of that id is running.
    pub fn taken(id: &str) -> Self {
        Self { code: 4409, reason: shortened(format!("Subscriber for {id} already exists")) }
    }
}

/// As much of a text as a close frame takes.
fn shortened(mut text: String) -> Cow<'static, str> {
    const BYTES: usize = 123;
    text.truncate(text.floor_char_boundary(BYTES));
    text.into()
}

/// Reads a message.
///
/// # Errors
/// What to close the socket with when it is not one.
pub fn read(text: &str) -> Result<Incoming, Close> {
    let mut message = match parsed(text.as_bytes()) {
        Ok(Json::Object(message)) => message,
        Ok(_) => return Err(Close::malformed("it must be a JSON object")),
        Err(error) => return Err(Close::malformed(error.message())),
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
            let parameters =
                from_body(payload).map_err(|refusal| Close::malformed(refusal.message()))?;
            if parameters.query.is_none() && !parameters.names_a_document() {
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
