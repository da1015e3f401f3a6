//! 64-bit integers beyond those that a double holds exactly, from fixtures and through both APIs.

use serde_json::json;

use crate::{
    call::{APIS, call},
    change::{Kind, Outcome, UpdateApi, outcome},
    contract::{KeyKind, restores},
    matrix::record_of,
    support::{TestApp, apply, each_engine, fixture, with},
};

/// The first integer that a double can't hold, a neighbour that it can, and the largest.
const IDS: [i64; 3] = [9_007_199_254_740_993, 9_007_199_254_740_992, i64::MAX - 1];

/// `id` is exact in restored records and in their accounts.
#[apply(each_engine!)]
async fn restores_return_exact_ids(app: TestApp, token: String) {
    let users = IDS.map(|id| json!({ "id": id, "email": format!("user{id}@example.com") }));
    app.load(fixture("users", users)).await;
    for operation in restores().into_iter().filter(|operation| operation.table != "users") {
        // Keys of records with these ids.
        let keys = [1, 2, 3].map(|place: i64| match operation.key {
            KeyKind::Id => IDS[place as usize - 1].to_string(),
            _ => operation.key_of(place),
        });
        for api in APIS {
            let rows = (1..).zip(IDS).map(|(place, id)| {
                with(operation.record(place, Some(id), true), json!({ "id": id }))
            });
            app.load(fixture(operation.table, rows)).await;
            for (id, key) in IDS.into_iter().zip(&keys) {
                let case = format!("{api:?} {} {id}", operation.table);
                let response = call(&app, api, &operation, key, Some(&token)).await;
                let record = record_of(&response, api, &operation);
                assert_eq!(record["id"], id, "{case}: {}", response.body);
                if let Some(user) = record.get("user") {
                    assert_eq!(user["id"], id, "{case}");
                }
            }
            app.execute(&format!("DELETE FROM {}", operation.table)).await;
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
            let response = app.query(&token, query).await;
            assert_eq!(response.data()["viewer"]["user"]["databaseId"], id);
        }
    }
}
