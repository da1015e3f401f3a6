//! D11 and D12: concurrent restores of one record.

use std::sync::Arc;

use serde_json::json;

use super::{REQUESTS, run_concurrently};
use crate::{
    call::{Api, call},
    change::{Outcome, outcome},
    contract::{Act, restores},
    support::{TestApp, apply, each_engine_threaded, fixture, with},
};

/// Restores a record of each strict kind, or of each other kind, `REQUESTS` times concurrently,
/// alternating between the APIs.
async fn restore_all(app: &Arc<TestApp>, strict: bool, apis: [Api; 2], first: i64) {
    let token = app.caller(first, &["*"]).await;
    let kinds = restores().into_iter().filter(|it| it.act == Act::Restore { strict });
    for (id, operation) in (first + 1..).zip(kinds) {
        let row = operation.record(id, Some(first), true);
        let row = with(row, json!({ "updated_at": "2026-01-02T03:04:05Z" }));
        let key = operation.key_of(id);
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
                    assert_eq!(refused, Outcome::refused("NOT_DELETED"), "{case}");
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

/// D12: of each strict kind exactly one request answers 200, the others 400. D11: of the other kinds all
/// answer 200, and one has written.
#[apply(each_engine_threaded!)]
async fn one_restore_writes(app: TestApp) {
    let app = Arc::new(app);
    for (strict, first) in [(true, 100), (false, 400)] {
        restore_all(&app, strict, [Api::Rest; 2], first).await;
        restore_all(&app, strict, [Api::Graphql; 2], first + 100).await;
        restore_all(&app, strict, [Api::Rest, Api::Graphql], first + 200).await;
    }
}
