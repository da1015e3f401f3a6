//! Notifications sent concurrently.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::json;

use super::{REQUESTS, run_concurrently};
use crate::{
    call::Api,
    change::{send, sent},
    support::{TestApp, apply, each_engine_threaded},
};

/// Each is stored, with its own id and uuid.
#[apply(each_engine_threaded!)]
async fn concurrent_notifications_are_all_sent(app: TestApp) {
    let app = Arc::new(app);
    let token = app.caller(1, &["notifications.send.own"]).await;
    let records = run_concurrently(&app, 2 * REQUESTS, |app, number| {
        let token = token.clone();
        let api = if number % 2 == 0 { Api::Rest } else { Api::Graphql };
        async move {
            let title = format!("number {number}");
            let body = json!({ "user_id": 1, "type": "info", "title": title, "message": "There" });
            let record = sent(api, &send(&app, api, Some(&token), &body).await);
            assert_eq!(record["title"], title, "{record}");
            (record["id"].as_i64().unwrap(), record["uuid"].as_str().unwrap().to_owned())
        }
    })
    .await;
    let ids: BTreeSet<i64> = records.iter().map(|(id, _)| *id).collect();
    let uuids: BTreeSet<&String> = records.iter().map(|(_, uuid)| uuid).collect();
    assert_eq!(ids.len(), records.len(), "{ids:?}");
    assert_eq!(uuids.len(), records.len(), "{uuids:?}");
    assert_eq!(app.count("notifications").await, 2 * REQUESTS);
}
