//! D11 and D12: concurrent restores of one record.

use std::sync::Arc;

use serde_json::json;

use super::{REQUESTS, run_concurrently};
use crate::{
    call::{Api, call},
    change::{Outcome, outcome},
    contract::{Act, KeyKind, restores},
    support::{TestApp, apply, each_engine_threaded, fixture},
};

const DELETED_AT: &str = "2026-01-02T03:04:05Z";

/// Restores a record of each strict kind, or of each other kind, `REQUESTS` times concurrently,
/// alternating between the APIs.
async fn restore_all(app: &Arc<TestApp>, strict: bool, apis: [Api; 2], first: i64) {
    let token = app.caller(first, &["*"]).await;
    let kinds = restores().into_iter().filter(|it| it.act == Act::Restore { strict });
    for (id, operation) in (first + 1..).zip(kinds) {
        let mut row = (operation.row)();
        row["id"] = json!(id);
        row["deleted_at"] = json!(DELETED_AT);
        row["updated_at"] = json!(DELETED_AT);
        let uuid = uuid::Uuid::new_v4().to_string();
        let key = match operation.key {
            KeyKind::Uuid => {
                row["uuid"] = json!(uuid);
                uuid
            }
            KeyKind::Code => {
                row["code"] = json!(format!("x-{id}"));
                format!("x-{id}")
            }
            KeyKind::Id => id.to_string(),
        };
        if operation.table == "users" {
            row["email"] = json!(format!("deleted{id}@example.com"));
        } else if operation.has_own {
            row["user_id"] = json!(first);
        }
        app.load(fixture(operation.table, [row])).await;
        let table = operation.table;
        let before = app.stored(table, id).await;
        let title = operation.title;
        let operation = Arc::new(operation);

        let responses = run_concurrently(app, REQUESTS, |app, number| {
            let api = apis[usize::from(number % 2 == 1)];
            let (operation, token, key) = (Arc::clone(&operation), token.clone(), key.clone());
            async move { (api, call(&app, api, &operation, &key, Some(&token)).await) }
        })
        .await;

        let case = format!("{table} through {apis:?}");
        let mut done = 0;
        for (api, response) in &responses {
            match outcome(*api, response, &case) {
                Outcome::Done => done += 1,
                refused => {
                    assert_eq!(
                        refused,
                        Outcome::refused("NOT_DELETED"),
                        "{case}: {}",
                        response.body
                    );
                    let message =
                        response.error().map_or(response.message(), |(_, message)| message);
                    assert_eq!(message, format!("{title} is not deleted"), "{case}");
                }
            }
        }
        assert_eq!(done, if strict { 1 } else { REQUESTS }, "{case}");
        let restored = |response: &crate::support::Response| {
            response.body["data"]
                .as_object()
                .is_some_and(|data| data.values().any(|payload| payload["restored"] == true))
        };
        let by_graphql = responses.iter().filter(|(_, response)| restored(response)).count();
        let expected = if apis == [Api::Graphql; 2] { 1..=1 } else { 0..=1 };
        assert!(expected.contains(&by_graphql), "{case}: one call brought it back");

        let after = app.stored(table, id).await;
        assert_eq!(before["version"], 1, "{case}");
        assert_eq!(after["version"], 2, "{case}: written once");
        assert_eq!(after["deleted_at"], serde_json::Value::Null, "{case}");
        assert_ne!(after["updated_at"], before["updated_at"], "{case}");
        assert_eq!(after["is_active"], before["is_active"], "{case}");
    }
}

/// D12: of each strict kind exactly one request answers 200, the others 400.
#[apply(each_engine_threaded!)]
async fn one_strict_restore_succeeds(app: TestApp) {
    let app = Arc::new(app);
    restore_all(&app, true, [Api::Rest; 2], 100).await;
    restore_all(&app, true, [Api::Graphql; 2], 200).await;
    restore_all(&app, true, [Api::Rest, Api::Graphql], 300).await;
}

/// D11, D12: of the other kinds all answer 200, and one has written.
#[apply(each_engine_threaded!)]
async fn all_other_restores_succeed(app: TestApp) {
    let app = Arc::new(app);
    restore_all(&app, false, [Api::Rest; 2], 100).await;
    restore_all(&app, false, [Api::Graphql; 2], 200).await;
    restore_all(&app, false, [Api::Rest, Api::Graphql], 300).await;
}
