//! A client of graphql-transport-ws that can break every rule.

use std::{net::SocketAddr, time::Duration};

use entity::json::StoredJson;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value as Json, json};
use tokio::{
    net::TcpStream,
    time::{Instant, timeout_at},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// Longest wait, unless stated otherwise.
const TIMEOUT: Duration = Duration::from_secs(20);

pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

#[derive(Debug, PartialEq)]
pub enum Received {
    Message(Json),
    /// A close frame with this code and reason.
    Close(u16, String),
    /// The connection ended without one.
    Disconnected,
}

impl Socket {
    /// Opens a connection that offers a protocol and has a credential in its header.
    pub async fn open(address: SocketAddr, protocol: Option<&str>, bearer: Option<&str>) -> Self {
        let mut request = format!("ws://{address}/graphql/ws").into_client_request().unwrap();
        let headers = request.headers_mut();
        if let Some(protocol) = protocol {
            headers.insert("sec-websocket-protocol", protocol.parse().unwrap());
        }
        if let Some(bearer) = bearer {
            headers.insert("authorization", format!("Bearer {bearer}").parse().unwrap());
        }
        Self(raw(request).await)
    }

    /// Sends `connection_init` and waits for the acknowledgement.
    pub async fn connect(&mut self, token: &str) {
        let payload = json!({ "Authorization": format!("Bearer {token}") });
        self.send(json!({ "type": "connection_init", "payload": payload })).await;
        assert_eq!(self.message().await, json!({ "type": "connection_ack" }));
    }

    pub async fn send(&mut self, message: Json) {
        self.send_frame(Message::text(message.to_string())).await;
    }

    pub async fn send_frame(&mut self, message: Message) {
        self.0.send(message).await.unwrap();
    }

    /// Starts an operation.
    pub async fn subscribe(&mut self, id: &str, query: &str) {
        let payload = json!({ "query": query });
        self.send(json!({ "type": "subscribe", "id": id, "payload": payload })).await;
    }

    /// The next frame that is no ping or pong.
    pub async fn next(&mut self) -> Received {
        // Pings don't extend the wait.
        let until = Instant::now() + TIMEOUT;
        loop {
            let came = timeout_at(until, self.0.next()).await;
            return match came.unwrap_or_else(|_| panic!("nothing came in {TIMEOUT:?}")) {
                Some(Ok(Message::Text(text))) => {
                    Received::Message(StoredJson::parse(&text).into_value())
                }
                Some(Ok(Message::Close(Some(frame)))) => {
                    Received::Close(frame.code.into(), frame.reason.to_string())
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(other)) => panic!("{other:?}"),
                Some(Err(_)) | None => Received::Disconnected,
            };
        }
    }

    pub async fn message(&mut self) -> Json {
        match self.next().await {
            Received::Message(message) => message,
            other => panic!("{other:?}"),
        }
    }

    /// The code and reason of the server's close frame.
    pub async fn closed(&mut self) -> (u16, String) {
        match self.next().await {
            Received::Close(code, reason) => (code, reason),
            other => panic!("{other:?}"),
        }
    }
}

async fn raw(
    request: tokio_tungstenite::tungstenite::http::Request<()>,
) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    connect_async(request).await.unwrap().0
}
