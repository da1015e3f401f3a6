//! WebSockets that subscribe (graphql-transport-ws).

use serde_json::{Value, json};
use std::{io::Read, net::TcpStream};
use tungstenite::{Message, WebSocket, client, client::IntoClientRequest, http::HeaderValue};

use crate::{Outcome, arguments::Arguments};

/// Opens a WebSocket with a subscription.
pub fn subscribe(arguments: &Arguments, document: &str) -> Outcome<WebSocket<TcpStream>> {
    let mut request = format!("ws://{}/graphql/ws", arguments.address).into_client_request()?;
    let headers = request.headers_mut();
    headers.insert("Authorization", HeaderValue::from_str(&arguments.authorization)?);
    headers.insert("Sec-WebSocket-Protocol", HeaderValue::from_static("graphql-transport-ws"));
    let stream = TcpStream::connect(&arguments.address)?;
    stream.set_nodelay(true)?;
    let (mut socket, _) = client(request, stream)?;
    socket.send(text(&json!({ "type": "connection_init" })))?;
    let answer = socket.read()?.into_text()?;
    if !answer.contains("connection_ack") {
        return Err(format!("unexpected message: {}", answer.as_str()).into());
    }
    socket
        .send(text(&json!({ "id": "1", "type": "subscribe", "payload": { "query": document } })))?;
    // The answer to a ping comes after the subscription was read.
    socket.send(text(&json!({ "type": "ping" })))?;
    let answer = socket.read()?.into_text()?;
    if !answer.contains("pong") {
        return Err(format!("unexpected message: {}", answer.as_str()).into());
    }
    Ok(socket)
}

/// Holds idle subscriptions until standard input ends.
pub fn hold(arguments: &Arguments) -> Outcome {
    let document = "subscription { recordChanged(kinds: [LOCALE]) { event { action } } }";
    let subscribers: usize = arguments.option("subscribers", 500)?;
    let held =
        (0..subscribers).map(|_| subscribe(arguments, document)).collect::<Outcome<Vec<_>>>()?;
    println!("{}", json!({ "sockets": held.len() }));
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

fn text(message: &Value) -> Message {
    Message::text(message.to_string())
}
