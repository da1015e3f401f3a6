//! D11 and D12: one record restored many times at once.

use std::sync::Arc;

use serde_json::json;

use super::{N, at_once};
use crate::{
    call::Face,
    change::{Verdict, restore, verdict},
    contract::{Act, KeyKind, restores},
    support::{TestApp, apply, each_engine_threaded, fixture},
};

const DELETED_AT: &str = "2026-01-02T03:04:05Z";

/// Restores a record of each kind that is strict, or of each that isn't, `N` times at once, through
/// the two faces by turns.
async fn restore_all(app: &Arc<TestApp>, strict: bool, faces: [Face; 2], first: i64) {
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

        let replies = at_once(app, N, |app, number| {
            let face = faces[usize::from(number % 2 == 1)];
            let (operation, token, key) = (Arc::clone(&operation), token.clone(), key.clone());
            async move { (face, restore(&app, &operation, face, Some(&token), &key).await) }
        })
        .await;

        let case = format!("{table} through {faces:?}");
        let mut done = 0;
        for (face, reply) in &replies {
            match verdict(*face, reply, &case) {
                Verdict::Done => done += 1,
                refused => {
                    assert_eq!(refused, Verdict::refused("NOT_DELETED"), "{case}: {}", reply.body);
                    let message = reply.refusal().map_or(reply.message(), |(_, message)| message);
                    assert_eq!(message, format!("{title} is not deleted"), "{case}");
                }
            }
        }
        assert_eq!(done, if strict { 1 } else { N }, "{case}");
        let restored = |reply: &crate::support::Reply| {
            reply.body["data"]
                .as_object()
                .is_some_and(|data| data.values().any(|payload| payload["restored"] == true))
        };
        let by_graphql = replies.iter().filter(|(_, reply)| restored(reply)).count();
        let expected = if faces == [Face::Graphql; 2] { 1..=1 } else { 0..=1 };
        assert!(expected.contains(&by_graphql), "{case}: one call brought it back");

        let after = app.stored(table, id).await;
        assert_eq!(before["version"], 1, "{case}");
        assert_eq!(after["version"], 2, "{case}: written once");
        assert_eq!(after["deleted_at"], serde_json::Value::Null, "{case}");
        assert_ne!(after["updated_at"], before["updated_at"], "{case}");
        assert_eq!(after["is_active"], before["is_active"], "{case}");
    }
}

/// D12: of the four strict kinds exactly one call answers 200, the others 400.
#[apply(each_engine_threaded!)]
async fn one_restore_wins(app: TestApp) {
    let app = Arc::new(app);
    restore_all(&app, true, [Face::Rest; 2], 100).await;
    restore_all(&app, true, [Face::Graphql; 2], 200).await;
    restore_all(&app, true, [Face::Rest, Face::Graphql], 300).await;
}

/// D11, D12: of the seven others all answer 200, and one has written.
#[apply(each_engine_threaded!)]
async fn all_restores_are_answered(app: TestApp) {
    let app = Arc::new(app);
    restore_all(&app, false, [Face::Rest; 2], 100).await;
    restore_all(&app, false, [Face::Graphql; 2], 200).await;
    restore_all(&app, false, [Face::Rest, Face::Graphql], 300).await;
}
