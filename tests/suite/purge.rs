//! Purging and concurrent restores, and references to accounts.

use std::{collections::BTreeSet, time::Duration};

use reinstate::operations::{
    audit::now,
    purge::{Age, purge},
};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;

use crate::{
    support::{Engine, TestApp, apply, each_engine, each_engine_threaded, fixture, resource, uuid},
    trash::change_feed::{follow, written},
};

const RECORDS: i64 = 60;

/// Each record is either restored or purged, never both and never neither.
#[apply(each_engine_threaded!)]
async fn a_record_is_restored_or_purged(app: TestApp) {
    let token = app.caller(1, &["reports.restore"]).await;
    let reports = (1..=RECORDS).map(|id| {
        json!({ "id": id, "uuid": uuid(id), "title": "t", "deleted_at": "2020-01-02T03:04:05Z" })
    });
    app.load(fixture("reports", reports)).await;
    let ages = [Age { resource: resource("reports"), longer_than: Duration::from_secs(60) }];
    let restores = async {
        let mut restored = BTreeSet::new();
        // In reverse order, so that they meet.
        for id in (1..=RECORDS).rev() {
            let path = format!("/api/v1/reports/{}/restore", uuid(id));
            match app.rest("POST", &path, Some(&token), None).await.status.as_u16() {
                200 => assert!(restored.insert(id)),
                404 => {}
                status => panic!("{status}"),
            }
        }
        restored
    };
    let (purged, restored) = tokio::join!(purge(&app.state, &ages, |_| {}), restores);
    let count = purged.unwrap()[0].count;
    assert_eq!(count + restored.len() as u64, RECORDS as u64);
    for id in 1..=RECORDS {
        let row = app.stored("reports", id).await;
        assert_eq!(row.is_null(), !restored.contains(&id), "{id}");
        assert!(row["deleted_at"].is_null(), "{row}");
    }
}

/// Subscribers that are sent the events of a purged record get no values.
#[apply(each_engine!)]
async fn subscribers_do_not_see_purged_values(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let start = now(&app.state).await.unwrap();
    let body = json!({ "user_id": 1, "type": "info", "title": "Personal", "message": "m" });
    let sent =
        app.rest("POST", "/api/v1/notifications", Some(&token), Some(&body)).await.expect(201);
    let uuid = sent.body["uuid"].as_str().unwrap();
    let first = follow(&app, &token, start, 1).await;
    assert_eq!(written(&app, &first[0], "title").await, "Personal");
    let delete = format!("mutation {{ deleteNotification(uuid: \"{uuid}\") {{ operationId }} }}");
    app.graphql(Some(&token), &delete, json!({})).await.data();
    let ages = [Age { resource: resource("notifications"), longer_than: Duration::ZERO }];
    assert_eq!(purge(&app.state, &ages, |_| {}).await.unwrap()[0].count, 1);
    let events = follow(&app, &token, start, 3).await;
    let actions: Vec<&str> = events.iter().map(|event| event.action.as_str()).collect();
    assert_eq!(actions, ["created", "deleted", "purged"]);
    for event in events {
        assert_eq!(written(&app, &event, "title").await, json!(null), "{}", event.action);
    }
}

/// Each reference to an account is deleted with it or prevents its purge: a new table must be
/// considered.
#[apply(each_engine!)]
async fn every_reference_to_an_account_is_considered(app: TestApp) {
    let sql = match app.engine {
        Engine::Sqlite => {
            "SELECT m.name || '.' || f.\"from\" FROM sqlite_master AS m \
                JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table' AND f.\"table\" \
                = 'users'"
        }
        Engine::Postgres => {
            "SELECT c.conrelid::regclass::text || '.' || a.attname FROM pg_constraint AS c \
                JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey) \
                WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass"
        }
    };
    let statement = Statement::from_string(app.state.database.backend(), sql);
    let rows = app.state.database.writer.query_all_raw(statement).await.unwrap();
    let found: BTreeSet<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let with_it = ["access_tokens.user_id", "user_permissions.user_id", "user_roles.user_id"];
    let of_kinds = reinstate::kinds::registered().iter().flat_map(|resource| {
        let columns = resource.relations.iter().map(|relation| relation.column);
        columns.map(|column| format!("{}.{column}", resource.table.name))
    });
    let known: BTreeSet<String> = with_it.map(str::to_owned).into_iter().chain(of_kinds).collect();
    assert_eq!(found, known);
}
