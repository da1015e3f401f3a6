//! D25: however a credential ends, nothing runs with it a tenth of a second later, on any transport.

use std::time::Duration;

use futures_util::SinkExt;
use reinstate::{api::graphql::Settings, operations::accounts::revoke_all_tokens};
use serde_json::{Value as Json, json};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use super::{
    Server,
    socket::{Received, Socket},
    stream::{Item, Stream},
};
use crate::{
    access::ended::key,
    support::{TestApp, apply, each_engine_threaded, uuid},
};

/// How late something may still run.
const LATE: Duration = Duration::from_millis(100);

/// How a credential ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The token reaches its expiry.
    Expiry,
    Revocation,
    /// An administrator sends this mutation about the key or its account.
    Mutation(&'static str),
}

const ENDS: [End; 7] = [
    End::Expiry,
    End::Revocation,
    End::Mutation("deleteUser(uuid: \"ID\") { operationId }"),
    End::Mutation("deleteApiKey(uuid: \"ID\") { operationId }"),
    End::Mutation("updateApiKey(uuid: \"ID\", changes: { isActive: false }) { apiKey { uuid } }"),
    End::Mutation(
        "updateApiKey(uuid: \"ID\", changes: { expiresAt: \"2020-01-01T00:00:00Z\" }) \
         { apiKey { uuid } }",
    ),
    End::Mutation("rotateApiKey(uuid: \"ID\") { apiKey { uuid } }"),
];

const WRITE: &str = "mutation { sendNotification(input: { userId: 1, type: INFO, title: \"t\", \
                     message: \"m\" }) { notification { uuid } } }";
const FOLLOW: &str = "subscription { recordChanged(kinds: [NOTIFICATION]) { record { \
                      ... on Notification { title } } } }";

/// A credential, and what was opened with it before its end.
struct Connections {
    value: String,
    socket: Socket,
    following: Socket,
    stream: Stream,
}

/// An account with all permissions and a credential that will end.
async fn connections(app: &TestApp, server: &Server, end: End, id: i64) -> Connections {
    let email = format!("a{id}@example.com");
    let value = key(app, id).await;
    let value = match end {
        End::Expiry => app.token_for(&email, None, Duration::from_secs(2)).await,
        End::Revocation => app.token(&email, None).await,
        End::Mutation(_) => value,
    };
    let mut following = server.connected(&value).await;
    following.subscribe("1", FOLLOW).await;
    let socket = server.connected(&value).await;
    let stream = Stream::ask(app, &value, FOLLOW).await;
    Connections { value, socket, following, stream }
}

/// Ends the credential, and returns just after that.
async fn end(app: &TestApp, admin: &str, end: End, id: i64) {
    match end {
        End::Expiry => sleep(Duration::from_secs(2)).await,
        End::Revocation => {
            revoke_all_tokens(&app.state, &format!("a{id}@example.com")).await.unwrap();
        }
        End::Mutation(field) => {
            let query = format!("mutation {{ {} }}", field.replace("ID", &uuid(id)));
            app.query(admin, &query).await.data();
        }
    }
    sleep(LATE).await;
}

/// Sends a message on a connection that the server may have closed, and reads to its end.
async fn drained(mut socket: Socket, message: Option<Json>) -> Vec<Json> {
    if let Some(message) = message {
        let _ = socket.0.send(Message::text(message.to_string())).await;
    }
    let mut messages = Vec::new();
    while let Received::Message(message) = socket.next().await {
        messages.push(message);
    }
    messages
}

#[apply(each_engine_threaded!)]
async fn nothing_runs_with_an_ended_credential(app: TestApp, admin: String) {
    let mut app = app;
    let settings = Settings { max_batch: 10, ..Settings::default() };
    app.configure(&settings);
    let server = Server::start(&app, settings).await;
    for (how, id) in ENDS.into_iter().zip(10..) {
        let Connections { value, socket, following, mut stream } =
            connections(&app, &server, how, id).await;
        end(&app, &admin, how, id).await;
        let before = app.count("notifications").await;
        let case = format!("{how:?}");

        let value = Some(value.as_str());
        let rest = json!({ "user_id": 1, "type": "info", "title": "t", "message": "m" });
        let batch = json!([{ "query": WRITE }, { "query": "{ viewer { permissions } }" }]);
        let operation = json!({ "query": WRITE });
        for (path, body) in
            [("/api/v1/notifications", &rest), ("/graphql", &operation), ("/graphql", &batch)]
        {
            let response = app.rest("POST", path, value, Some(body)).await;
            assert_eq!(response.status, 401, "{case}, {path}: {}", response.text);
        }
        let write = json!({ "type": "subscribe", "id": "2", "payload": operation });
        for message in drained(socket, Some(write)).await {
            let refused = message.to_string().contains("UNAUTHENTICATED");
            assert!(refused || message["type"] == "complete", "{case}: {message}");
        }
        assert_eq!(app.count("notifications").await, before, "{case}");

        // What was followed before shows nothing of a change after the end.
        let title = format!("After {id}");
        let later = WRITE.replace("\"t\"", &format!("\"{title}\""));
        app.query(&admin, &later).await.data();
        for message in drained(following, None).await {
            assert!(!message.to_string().contains(&title), "{case}: {message}");
        }
        loop {
            match stream.event().await {
                Item::Next(item) => assert!(!item.to_string().contains(&title), "{case}: {item}"),
                Item::Complete | Item::Comment => {}
                Item::End => break,
            }
        }
    }
}
