//! Notifications sent many at once.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::json;

use super::{N, at_once};
use crate::{
    call::Face,
    change::{send, sent},
    support::{TestApp, apply, each_engine_threaded},
};

/// interface.md 4.5: each is made, with a number and a uuid of its own.
#[apply(each_engine_threaded!)]
async fn all_are_sent(app: TestApp) {
    let app = Arc::new(app);
    let token = app.caller(1, &["notifications.send.own"]).await;
    let records = at_once(&app, 2 * N, |app, number| {
        let token = token.clone();
        let face = if number % 2 == 0 { Face::Rest } else { Face::Graphql };
        async move {
            let title = format!("number {number}");
            let body = json!({ "user_id": 1, "type": "info", "title": title, "message": "There" });
            let record = sent(face, &send(&app, face, Some(&token), &body).await);
            assert_eq!(record["title"], title, "{record}");
            (record["id"].as_i64().unwrap(), record["uuid"].as_str().unwrap().to_owned())
        }
    })
    .await;
    let ids: BTreeSet<i64> = records.iter().map(|(id, _)| *id).collect();
    let uuids: BTreeSet<&String> = records.iter().map(|(_, uuid)| uuid).collect();
    assert_eq!(ids.len(), records.len(), "{ids:?}");
    assert_eq!(uuids.len(), records.len(), "{uuids:?}");
    assert_eq!(app.count("notifications").await, 2 * N);
}
