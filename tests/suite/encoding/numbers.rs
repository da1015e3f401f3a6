//! 64-bit integers beyond those that a double holds exactly, from fixtures and through both APIs.

use serde_json::json;

use crate::{
    call::{Api, call},
    change::{Kind, Outcome, Record, UpdateApi, outcome},
    contract::{KeyKind, restores},
    support::{TestApp, apply, each_engine, fixture},
};

/// The first integer that a double can't hold, a neighbour that it can, and the largest.
const IDS: [i64; 3] = [9_007_199_254_740_993, 9_007_199_254_740_992, i64::MAX - 1];

/// `id` is exact in restored records and in their accounts.
#[apply(each_engine!)]
async fn restores_return_exact_ids(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let users = IDS.map(|id| json!({ "id": id, "email": format!("user{id}@example.com") }));
    app.load(fixture("users", users)).await;
    for operation in restores().into_iter().filter(|operation| operation.table != "users") {
        let keys: Vec<String> = IDS
            .iter()
            .map(|id| match operation.key {
                KeyKind::Uuid => uuid::Uuid::from_u128(id.unsigned_abs().into()).to_string(),
                KeyKind::Code => format!("x-{id}"),
                KeyKind::Id => id.to_string(),
            })
            .collect();
        for api in [Api::Rest, Api::Graphql] {
            let rows = IDS.iter().zip(&keys).map(|(id, key)| {
                let mut row = (operation.row)();
                row["id"] = json!(id);
                row["deleted_at"] = json!("2026-01-01T00:00:00Z");
                match operation.key {
                    KeyKind::Uuid => row["uuid"] = json!(key),
                    KeyKind::Code => row["code"] = json!(key),
                    KeyKind::Id => {}
                }
                if operation.has_own {
                    row["user_id"] = json!(id);
                }
                row
            });
            app.load(fixture(operation.table, rows)).await;
            for (id, key) in IDS.into_iter().zip(&keys) {
                let case = format!("{api:?} {} {id}", operation.table);
                let response = call(&app, api, &operation, key, Some(&token)).await;
                let record = match (api, operation.wrapped) {
                    (Api::Rest, None) => &response.body,
                    (Api::Rest, Some((_, field))) => &response.body[field],
                    _ => &response.data()[operation.mutation()][operation.field_name()],
                };
                assert_eq!(record["id"], id, "{case}: {}", response.body);
                if let Some(user) = record.get("user") {
                    assert_eq!(user["id"], id, "{case}");
                }
            }
            app.execute(&format!("DELETE FROM {}", operation.table)).await;
        }
    }
}

/// `id` is exact in responses to updates.
#[apply(each_engine!)]
async fn updates_return_exact_ids(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let records: Vec<Record> = kind.load(&app, IDS, 1).await;
        for (id, record) in IDS.into_iter().zip(&records) {
            for via in UpdateApi::ALL {
                let body = json!({ "is_active": true });
                let response = record.change(&app, via, Some(&token), &body).await.expect(200);
                assert_eq!(record.answered(via, &response)["id"], id, "{via:?} {kind:?}");
            }
        }
    }
}

/// D6: accounts with neighbouring ids are distinct owners.
#[apply(each_engine!)]
async fn accounts_with_large_ids_are_distinct_owners(app: TestApp) {
    // The sender of what `Kind` stores.
    app.caller(1, &[]).await;
    for id in IDS {
        app.caller(id, &["notifications.update.own"]).await;
    }
    for (place, owner) in (1..).zip(IDS) {
        let record = Kind::Notification.load_one(&app, 1_000 * place, owner).await;
        for id in IDS {
            let token = app.token(&format!("caller{id}@example.com"), None).await;
            for via in UpdateApi::ALL {
                let case = format!("{via:?}: {id} changes what is {owner}'s");
                let body = json!({ "is_active": true });
                let response = record.change(&app, via, Some(&token), &body).await;
                let expected = match id == owner {
                    true => Outcome::Done,
                    false => Outcome::refused("FORBIDDEN"),
                };
                assert_eq!(outcome(via.api(), &response, &case), expected, "{case}");
            }
            let query = "{ viewer { user { databaseId } } }";
            let response = app.graphql(Some(&token), query, json!({})).await;
            assert_eq!(response.data()["viewer"]["user"]["databaseId"], id);
        }
    }
}
