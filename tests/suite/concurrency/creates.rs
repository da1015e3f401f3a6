//! Records created concurrently.

use std::{collections::BTreeSet, sync::Arc};

use reinstate::kinds::registered;
use serde_json::json;

use super::{REQUESTS, run_concurrently};
use crate::{
    call::Api,
    change::{graphql_input, send, sent},
    support::{TestApp, apply, each_engine_threaded},
    writing::values,
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

/// D18: a unique value is taken once, through both APIs.
#[apply(each_engine_threaded!)]
async fn a_unique_value_is_taken_once(app: TestApp) {
    let app = Arc::new(app);
    let token = app.caller(1, &["*"]).await;
    for kind in registered() {
        let create = kind.create.as_ref().unwrap();
        if !create.inputs.iter().any(|input| input.unique) {
            continue;
        }
        let rows = app.count(kind.table.name).await;
        let body = values(&create.inputs, 1);
        let outcomes = run_concurrently(&app, REQUESTS, |app, number| {
            let (token, body) = (token.clone(), body.clone());
            async move {
                if number % 2 == 0 {
                    let response = app.rest("POST", kind.path, Some(&token), Some(&body)).await;
                    return response.status.as_u16();
                }
                let (name, ty) = (format!("create{}", kind.name), kind.name);
                let query = format!(
                    "mutation($input: Create{ty}Input!) {{ {name}(input: $input) {{ __typename }} }}"
                );
                let input = json!({ "input": graphql_input(&body) });
                let response = app.graphql(Some(&token), &query, input).await;
                match response.error() {
                    None => 201,
                    Some(("VALIDATION_FAILED", _)) => 422,
                    Some(other) => panic!("{other:?}"),
                }
            }
        })
        .await;
        let created = outcomes.iter().filter(|status| **status == 201).count();
        assert!(created == 1 && outcomes.iter().all(|it| [201, 422].contains(it)), "{outcomes:?}");
        assert_eq!(app.count(kind.table.name).await, rows + 1, "{}", kind.name);
    }
}
