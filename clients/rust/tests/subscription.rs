//! Subscriptions against a server that the tests play.

#![allow(clippy::unwrap_used, missing_docs)]

use futures_util::{SinkExt, StreamExt};
use reinstate_client::{
    AfterVariables, Client, Error, ErrorCode, NotificationReceived, Subscription, Update,
    cynic::SubscriptionBuilder,
};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::server::{Request, Response},
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

type Events = Subscription<NotificationReceived>;

/// A server, and a subscription to it.
struct Played {
    listener: TcpListener,
}

impl Played {
    async fn new() -> (Self, Events) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = Client::new(&format!("http://{}", listener.local_addr().unwrap()), "first");
        let operation = NotificationReceived::build(AfterVariables::default());
        (Self { listener }, client.subscribe(&operation).unwrap())
    }

    /// Accepts a connection; returns it with the credential that it brings.
    async fn accept(&self) -> (WebSocketStream<TcpStream>, String) {
        let (stream, _) = self.listener.accept().await.unwrap();
        #[allow(clippy::result_large_err)]
        let protocol = |request: &Request, mut response: Response| {
            let asked = request.headers()["sec-websocket-protocol"].clone();
            response.headers_mut().insert("sec-websocket-protocol", asked);
            Ok(response)
        };
        let mut socket = accept_hdr_async(stream, protocol).await.unwrap();
        let init = read(&mut socket).await;
        assert_eq!(init["type"], "connection_init");
        (socket, init["payload"]["authorization"].as_str().unwrap().to_owned())
    }

    /// Accepts a subscription; returns it with the position after which it starts.
    async fn subscribe(&self) -> (WebSocketStream<TcpStream>, Value) {
        let (mut socket, _) = self.accept().await;
        write(&mut socket, json!({ "type": "connection_ack" })).await;
        let subscribe = read(&mut socket).await;
        assert_eq!(subscribe["type"], "subscribe");
        (socket, subscribe["payload"]["variables"]["after"].clone())
    }
}

async fn read(socket: &mut WebSocketStream<TcpStream>) -> Value {
    serde_json::from_str(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap()
}

async fn write(socket: &mut WebSocketStream<TcpStream>, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn event(socket: &mut WebSocketStream<TcpStream>, position: &str) {
    let notification = json!({ "uuid": "u", "type": "LATER", "title": position, "message": "", "isRead": false, "createdAt": "t" });
    let received = json!({ "position": position, "notification": notification, "unreadCount": 1 });
    let payload = json!({ "data": { "notificationReceived": received } });
    write(socket, json!({ "type": "next", "id": "1", "payload": payload })).await;
}

/// The title of the next event.
async fn title(events: &mut Events) -> String {
    match events.next().await.unwrap() {
        Update::Event(event) => event.notification_received.notification.title,
        Update::Gap => "gap".to_owned(),
    }
}

#[tokio::test]
async fn goes_on_after_the_last_position() {
    let (server, mut events) = Played::new().await;
    let play = async {
        let (mut socket, after) = server.subscribe().await;
        assert!(after.is_null());
        event(&mut socket, "a").await;
        event(&mut socket, "b").await;
        drop(socket);
        let (mut socket, after) = server.subscribe().await;
        assert_eq!(after, "b");
        event(&mut socket, "c").await;
        socket
    };
    let read = async {
        for expected in ["a", "b", "c"] {
            assert_eq!(title(&mut events).await, expected);
        }
    };
    tokio::join!(play, read);
    assert_eq!(events.position(), Some("c"));
}

#[tokio::test]
async fn reports_a_gap_before_the_first_event() {
    let (server, mut events) = Played::new().await;
    let play = async {
        drop(server.subscribe().await);
        let (mut socket, after) = server.subscribe().await;
        assert!(after.is_null());
        event(&mut socket, "a").await;
        socket
    };
    let read = async {
        for expected in ["gap", "a"] {
            assert_eq!(title(&mut events).await, expected);
        }
    };
    tokio::join!(play, read);
}

#[tokio::test]
async fn goes_on_with_another_token() {
    let (server, mut events) = Played::new().await;
    let play = async {
        let (mut socket, _) = server.subscribe().await;
        event(&mut socket, "a").await;
        let code = CloseCode::Library(4401);
        socket.close(Some(CloseFrame { code, reason: "Unauthorized".into() })).await.unwrap();
        let (mut socket, authorization) = server.accept().await;
        assert_eq!(authorization, "Bearer second");
        write(&mut socket, json!({ "type": "connection_ack" })).await;
        assert_eq!(read(&mut socket).await["payload"]["variables"]["after"], "a");
        event(&mut socket, "b").await;
        socket
    };
    let read = async {
        assert_eq!(title(&mut events).await, "a");
        assert!(matches!(events.next().await, Err(Error::Unauthenticated)));
        events.set_token("second");
        assert_eq!(title(&mut events).await, "b");
    };
    tokio::join!(play, read);
}

#[tokio::test]
async fn returns_the_error_of_the_service() {
    let (server, mut events) = Played::new().await;
    let play = async {
        let (mut socket, _) = server.subscribe().await;
        let extensions = json!({ "code": "FORBIDDEN", "requiredPermissions": ["x.view"] });
        let errors = json!([{ "message": "Forbidden", "extensions": extensions }]);
        write(&mut socket, json!({ "type": "error", "id": "1", "payload": errors })).await;
        socket
    };
    let (_socket, result) = tokio::join!(play, events.next());
    let error = result.unwrap_err();
    assert!(error.has_code(&ErrorCode::Forbidden), "{error:?}");
}
