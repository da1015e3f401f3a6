//! The legacy subprotocol `graphql-ws` (subscriptions-transport-ws), served by async-graphql-axum.
//!
//! async-graphql-axum reads and writes the messages. It sets no limit on operations, time or bytes, so
//! it never has the WebSocket itself: each message passes through here.

use async_graphql::{Data, Error as Refused};
use async_graphql_axum::{GraphQLProtocol, GraphQLWebSocket};
use axum::{
    extract::ws::{CloseFrame, Message},
    http::HeaderMap,
};
use futures_util::{
    sink,
    stream::{self, StreamExt},
};
use serde_json::Value as Json;
use std::{
    convert::Infallible,
    future::pending,
    pin::pin,
    sync::{Arc, OnceLock},
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, MissedTickBehavior, interval_at, timeout},
};

use super::{
    authenticate::authenticated,
    connection::{Connection, End},
    executor::Client,
    protocol::Close,
};
use crate::api::{
    graphql::transport::{api::GraphqlApi, parameters::DOCUMENT_ID},
    http::{Allowance, parsed},
};

/// The subprotocol that clients offer.
pub const PROTOCOL: &str = "graphql-ws";

/// Runs the operations of a client until the WebSocket ends.
pub async fn run(
    api: &GraphqlApi,
    headers: HeaderMap,
    allowance: Allowance,
    connection: &mut Connection,
    protocol: GraphQLProtocol,
) -> Result<Infallible, End> {
    // One message each way: who sends without reading, or reads slowly, takes no memory.
    let (input, received) = mpsc::channel(1);
    let (replies, mut output) = mpsc::channel(1);
    let (begin, begun) = oneshot::channel();
    let (places, refusal) = (Client::places(), Arc::new(OnceLock::new()));
    let received = stream::unfold(received, async |mut received: mpsc::Receiver<_>| {
        let text: String = received.recv().await?;
        Some((Ok(Message::Text(text.into())), received))
    });
    let replies = sink::unfold(replies, async |replies: mpsc::Sender<_>, reply: Message| {
        replies.send(reply).await.map(|()| replies)
    });
    let account = Arc::new(OnceLock::new());
    let initialise = {
        let (api, places, refusal) = (api.clone(), Arc::clone(&places), Arc::clone(&refusal));
        let introduced = Arc::clone(&account);
        async move |payload: Json| {
            let fields = payload.as_str().and_then(|text| parsed(text.as_bytes()).ok());
            let fields = fields.as_ref().and_then(Json::as_object).cloned().unwrap_or_default();
            match authenticated(&api, &headers, allowance, &fields).await {
                Ok((session, allowance)) => {
                    let _ = introduced.set(session.account());
                    let client = Arc::new(Client::new(session, allowance, places));
                    let _ = begin.send(Arc::clone(&client));
                    let mut data = Data::default();
                    data.insert(client);
                    Ok(data)
                }
                Err(close) => {
                    let refused = Refused::new(close.reason.clone());
                    let _ = refusal.set(close);
                    Err(refused)
                }
            }
        }
    };
    let socket = GraphQLWebSocket::new_with_pair(replies, received.boxed(), api.clone(), protocol);
    let mut conversation = pin!(socket.on_connection_init(initialise).serve());
    let mut beats = interval_at(Instant::now() + api.timeouts.heartbeat, api.timeouts.heartbeat);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let ends = async {
        match timeout(api.timeouts.introduction, begun).await {
            Ok(Ok(client)) => {
                client.session.expired().await;
                Close::UNAUTHORIZED
            }
            // The conversation ends by itself.
            Ok(Err(_)) => pending().await,
            Err(_) => Close::INIT_TIMEOUT,
        }
    };
    let pass = async {
        loop {
            if let Some(account) = account.get() {
                connection.introduce(*account);
            }
            // Without a place nothing is read: the messages of waiting operations would pile up.
            let receive = async {
                let room = input.reserve().await.map_err(|_| End::Lost)?;
                let (text, _turn) = connection.receive_text().await?;
                room.send(checked(&text)?);
                Ok::<_, End>(())
            };
            tokio::select! {
                () = &mut conversation => break,
                Some(reply) = output.recv() => pass_on(connection, reply).await?,
                received = receive, if places.available_permits() > 0 => received?,
                _ = beats.tick() => connection.heartbeat().await?,
            }
        }
        while let Ok(reply) = output.try_recv() {
            pass_on(connection, reply).await?;
        }
        Err(refusal.get().cloned().unwrap_or(Close::NORMAL).into())
    };
    tokio::select! {
        close = ends => Err(close.into()),
        end = pass => end,
    }
}

async fn pass_on(connection: &mut Connection, reply: Message) -> Result<(), End> {
    match reply {
        Message::Close(Some(CloseFrame { code, reason })) => {
            Err(Close::of_library(code, &reason).into())
        }
        Message::Text(text) => connection.write(text.to_string()).await,
        _ => Ok(()),
    }
}

/// Checks a message, and moves a document's id to async-graphql's place. Any payload but that of an
/// operation is passed on as text, since async-graphql would read keys that the JSON library knows.
fn checked(text: &str) -> Result<String, Close> {
    let malformed = |error: crate::error::Error| Close::malformed(error.message());
    let mut message = parsed(text.as_bytes()).map_err(malformed)?;
    let starts = matches!(message.get("type").and_then(Json::as_str), Some("start" | "subscribe"));
    if let Some(payload) = message.get_mut("payload").filter(|_| !starts) {
        *payload = payload.to_string().into();
        return Ok(message.to_string());
    }
    let Some(payload) = message.get_mut("payload").and_then(Json::as_object_mut) else {
        return Ok(text.to_owned());
    };
    let Some(id) = payload.remove(DOCUMENT_ID) else { return Ok(text.to_owned()) };
    let extensions =
        payload.entry("extensions").or_insert_with(|| Json::Object(Default::default()));
    match extensions.as_object_mut() {
        Some(extensions) => extensions.insert(DOCUMENT_ID.to_owned(), id),
        None => return Err(Close::malformed("extensions must be an object")),
    };
    Ok(message.to_string())
}
