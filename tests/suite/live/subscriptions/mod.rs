//! Subscriptions to changes of records and to notifications.

mod backlog;
mod notifications;
mod permissions;
mod records;

use reinstate::store::feed::Position;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::socket::Socket;
use crate::support::{TestApp, fixture};

/// The position before all events, for those who may audit all.
pub fn origin() -> String {
    "0".to_owned()
}

/// The same as if it had been sent to an account.
pub async fn origin_of(app: &TestApp, account: i64) -> String {
    let signer = app.state.feed.signer(&app.state.database).await.unwrap();
    signer.sign(Position::default(), account)
}

fn key(id: i64) -> Uuid {
    Uuid::from_u128(u128::from(id.unsigned_abs()))
}

/// Reports with these ids and owners.
pub async fn reports(app: &TestApp, rows: impl IntoIterator<Item = (i64, i64)>) {
    let row = |(id, owner)| json!({ "id": id, "uuid": key(id), "title": "a", "user_id": owner });
    app.load(fixture("reports", rows.into_iter().map(row))).await;
}

pub async fn change(app: &TestApp, token: &str, act: &str, id: i64) {
    let query = format!("mutation {{ {act}Report(uuid: \"{}\") {{ report {{ id }} }} }}", key(id));
    app.query(token, &query).await.data();
}

async fn send(app: &TestApp, token: &str, to: i64, title: &str) {
    let query = format!(
        "mutation {{ sendNotification(input: {{ userId: {to}, type: INFO, title: \"{title}\", \
         message: \"b\" }}) \
         {{ notification {{ id }} }} }}"
    );
    app.query(token, &query).await.data();
}

impl Socket {
    /// The data of the next result of an operation.
    async fn data(&mut self, id: &str) -> Json {
        let message = self.message().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("next"), &json!(id)), "{message}");
        assert_eq!(message["payload"].get("errors"), None, "{message}");
        message["payload"]["data"].clone()
    }

    /// The error result of an operation that was executed.
    async fn error(&mut self, id: &str) -> Json {
        let message = self.message().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("next"), &json!(id)), "{message}");
        assert_eq!(self.message().await, json!({ "type": "complete", "id": id }));
        message["payload"]["errors"][0].clone()
    }
}
