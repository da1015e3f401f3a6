//! Numbers of 64 bits, past those that a double holds exactly: out of fixtures, through both faces
//! and back.

use serde_json::json;

use crate::{
    call::Face,
    change::{Kind, Record, Verdict, Way, restore, verdict},
    contract::{KeyKind, restores},
    support::{TestApp, apply, each_engine, fixture},
};

/// The first integer that a double can't hold, its neighbour that it can, and the last of 64 bits.
const IDS: [i64; 3] = [9_007_199_254_740_993, 9_007_199_254_740_992, i64::MAX];

/// interface.md section 2: `id` is an integer, in the records and in the accounts they show.
#[apply(each_engine!)]
async fn restored_records_keep_their_numbers(app: TestApp) {
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
        for face in [Face::Rest, Face::Graphql] {
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
                let case = format!("{face:?} {} {id}", operation.table);
                let reply = restore(&app, &operation, face, Some(&token), key).await;
                let record = match (face, operation.wrapped) {
                    (Face::Rest, None) => &reply.body,
                    (Face::Rest, Some((_, field))) => &reply.body[field],
                    _ => &reply.data()[operation.mutation()][operation.field_name()],
                };
                assert_eq!(record["id"], id, "{case}: {}", reply.body);
                if let Some(user) = record.get("user") {
                    assert_eq!(user["id"], id, "{case}");
                }
            }
            app.execute(&format!("DELETE FROM {}", operation.table)).await;
        }
    }
}

/// interface.md 4.2 to 4.4: in the answers to updates.
#[apply(each_engine!)]
async fn changed_records_keep_their_numbers(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let records: Vec<Record> = kind.load(&app, IDS, 1).await;
        for (id, record) in IDS.into_iter().zip(&records) {
            for way in Way::ALL {
                let body = json!({ "is_active": true });
                let reply = record.change(&app, way, Some(&token), &body).await.expect(200);
                assert_eq!(record.answered(way, &reply)["id"], id, "{way:?} {kind:?}");
            }
        }
    }
}

/// D6: an account is told from its neighbour, and owns what is its own.
#[apply(each_engine!)]
async fn large_accounts_own_their_records(app: TestApp) {
    // The account that sends what `Kind` stores.
    app.caller(1, &[]).await;
    for id in IDS {
        app.caller(id, &["notifications.update.own"]).await;
    }
    for (place, owner) in (1..).zip(IDS) {
        let record = Kind::Notification.load_one(&app, 1_000 * place, owner).await;
        for id in IDS {
            let token = app.token(&format!("caller{id}@example.com"), None).await;
            for way in Way::ALL {
                let case = format!("{way:?}: {id} changes what is {owner}'s");
                let body = json!({ "is_active": true });
                let reply = record.change(&app, way, Some(&token), &body).await;
                let expected = match id == owner {
                    true => Verdict::Done,
                    false => Verdict::refused("FORBIDDEN"),
                };
                assert_eq!(verdict(way.face(), &reply, &case), expected, "{case}");
            }
            let query = "{ viewer { user { databaseId } } }";
            let reply = app.graphql(Some(&token), query, json!({})).await;
            assert_eq!(reply.data()["viewer"]["user"]["databaseId"], id);
        }
    }
}
