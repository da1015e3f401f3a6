//! Subscriptions over a WebSocket (graphql-transport-ws) that resume where they were.

use std::{marker::PhantomData, time::Duration};

use futures_util::{SinkExt, StreamExt};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::{net::TcpStream, time};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{
        self, Message,
        client::IntoClientRequest,
        http::{HeaderValue, StatusCode},
    },
};

use crate::{Error, client::data};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const PROTOCOL: &str = "graphql-transport-ws";
/// What the server closes a connection with when its credential is not or no longer accepted.
const UNAUTHENTICATED: u16 = 4401;
/// Silence after which the client asks whether the server is still there, and then gives it up.
const SILENCE: Duration = Duration::from_secs(30);
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// What a subscription delivers.
#[derive(Clone, Debug)]
pub enum Update<Data> {
    /// An event.
    Event(Data),
    /// The connection was lost before the first event, so there was no position to go on from. Read again
    /// what you show: events of the meantime don't arrive.
    Gap,
}

/// A subscription that goes on after a lost connection, if it selects `position` and has `after`.
#[derive(Debug)]
pub struct Subscription<Data> {
    url: String,
    token: String,
    payload: Value,
    socket: Option<Socket>,
    was_connected: bool,
    wait: Duration,
    data: PhantomData<fn() -> Data>,
}

/// What came of a connection.
enum Received {
    Result(Value),
    Lost,
    Ended(Error),
}

impl<Data: DeserializeOwned> Subscription<Data> {
    pub(crate) fn new(url: String, token: String, payload: Value) -> Self {
        let wait = SHORTEST_WAIT;
        Self { url, token, payload, socket: None, was_connected: false, wait, data: PhantomData }
    }

    /// Returns the position of the last event, for [`Subscription::start_after`].
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        self.payload["variables"]["after"].as_str()
    }

    /// Starts after a position that another subscription has reached.
    pub fn start_after(&mut self, position: &str) {
        self.payload["variables"]["after"] = position.into();
    }

    /// Sets the token of the next connection, such as after [`Error::Unauthenticated`].
    pub fn set_token(&mut self, token: impl Into<String>) {
        self.token = token.into();
    }

    /// Waits for the next event, for as long as it takes to reach the server again.
    ///
    /// # Errors
    /// When the server doesn't accept the token: with another one ([`Subscription::set_token`]) the
    /// subscription goes on. When it refuses the subscription.
    pub async fn next(&mut self) -> Result<Update<Data>, Error> {
        loop {
            if self.socket.is_none() {
                self.socket = self.connect().await?;
                if self.socket.is_none() {
                    time::sleep(self.wait).await;
                    self.wait = (self.wait * 2).min(LONGEST_WAIT);
                    continue;
                }
                self.wait = SHORTEST_WAIT;
                let again = std::mem::replace(&mut self.was_connected, true);
                if again && self.position().is_none() {
                    return Ok(Update::Gap);
                }
            }
            let received = match &mut self.socket {
                Some(socket) => receive(socket).await,
                None => continue,
            };
            match received {
                Received::Result(result) => {
                    if let Some(position) = position_in(&result) {
                        self.start_after(&position);
                    }
                    return data(result).map(Update::Event);
                }
                Received::Lost => self.socket = None,
                Received::Ended(error) => {
                    self.socket = None;
                    return Err(error);
                }
            }
        }
    }

    /// Connects and subscribes; `None` if the server is away.
    async fn connect(&self) -> Result<Option<Socket>, Error> {
        let mut request = self.url.as_str().into_client_request().map_err(connection)?;
        request.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static(PROTOCOL));
        let mut socket = match connect_async(request).await {
            Ok((socket, _)) => socket,
            Err(tungstenite::Error::Http(response))
                if response.status().is_client_error()
                    && response.status() != StatusCode::TOO_MANY_REQUESTS =>
            {
                return Err(Error::Protocol(response.status().to_string()));
            }
            Err(error @ tungstenite::Error::Url(_)) => return Err(connection(error)),
            Err(_) => return Ok(None),
        };
        let authorization = format!("Bearer {}", self.token);
        let messages = [
            json!({ "type": "connection_init", "payload": { "authorization": authorization } }),
            json!({ "type": "subscribe", "id": "1", "payload": self.payload }),
        ];
        for (message, answer) in messages.into_iter().zip([Some("connection_ack"), None]) {
            if send(&mut socket, &message).await.is_err() {
                return Ok(None);
            }
            let Some(expected) = answer else { continue };
            match message_of(&mut socket).await {
                Ok(message) if message["type"] == expected => {}
                Ok(message) => return Err(Error::Protocol(message.to_string())),
                Err(Some(error)) => return Err(error),
                Err(None) => return Ok(None),
            }
        }
        Ok(Some(socket))
    }
}

/// Reads until there is a result.
async fn receive(socket: &mut Socket) -> Received {
    loop {
        let message = match message_of(socket).await {
            Ok(message) => message,
            Err(Some(error)) => return Received::Ended(error),
            Err(None) => return Received::Lost,
        };
        match message["type"].as_str() {
            Some("next") => return Received::Result(message["payload"].clone()),
            Some("error") => {
                let refused = data::<Value>(json!({ "errors": message["payload"] }));
                return Received::Ended(
                    refused.err().unwrap_or_else(|| Error::Protocol(message.to_string())),
                );
            }
            Some("complete") => {
                return Received::Ended(Error::Protocol("the server ended it".to_owned()));
            }
            _ => {}
        }
    }
}

/// The next message of the protocol; the error is `None` when the connection was lost.
async fn message_of(socket: &mut Socket) -> Result<Value, Option<Error>> {
    let mut asked = false;
    loop {
        let received = match time::timeout(SILENCE, socket.next()).await {
            Ok(received) => received,
            Err(_) if !asked => {
                asked = true;
                send(socket, &json!({ "type": "ping" })).await.map_err(|_| None)?;
                continue;
            }
            Err(_) => return Err(None),
        };
        match received {
            Some(Ok(Message::Text(text))) => {
                let message: Value =
                    serde_json::from_str(&text).map_err(|error| Some(error.into()))?;
                match message["type"].as_str() {
                    Some("ping") => {
                        send(socket, &json!({ "type": "pong" })).await.map_err(|_| None)?
                    }
                    Some("pong") => asked = false,
                    _ => return Ok(message),
                }
            }
            Some(Ok(Message::Close(Some(frame)))) => {
                return Err(closed(frame.code.into(), &frame.reason));
            }
            Some(Ok(_)) => asked = false,
            Some(Err(_)) | None => return Err(None),
        }
    }
}

/// Why a connection was closed; `None` if another one can go on.
fn closed(code: u16, reason: &str) -> Option<Error> {
    match code {
        UNAUTHENTICATED => Some(Error::Unauthenticated),
        // The server was too busy to see the credential in time.
        4408 => None,
        4400..=4499 => Some(Error::Protocol(format!("{code} {reason}"))),
        _ => None,
    }
}

async fn send(socket: &mut Socket, message: &Value) -> Result<(), tungstenite::Error> {
    socket.send(Message::text(message.to_string())).await
}

/// The position of the event in a result.
fn position_in(result: &Value) -> Option<String> {
    let fields = result["data"].as_object()?;
    fields.values().find_map(|field| field["position"].as_str()).map(str::to_owned)
}

fn connection(error: tungstenite::Error) -> Error {
    Error::Connection(Box::new(error))
}
