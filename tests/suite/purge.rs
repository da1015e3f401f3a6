//! Purging and concurrent restores, and references to accounts.

use std::{collections::BTreeSet, time::Duration};

use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;

use crate::{
    support::{Engine, TestApp, apply, each_engine, each_engine_threaded, fixture, uuid},
    trash::change_feed::{follow, now, written},
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
    let restores = async {
        let mut restored = BTreeSet::new();
        // In reverse order, so that they meet.
        for id in (1..=RECORDS).rev() {
            let path = format!("/api/v1/reports/{}/restore", uuid(id));
            match app.post_empty(&token, &path).await.status.as_u16() {
                200 => assert!(restored.insert(id)),
                404 => {}
                status => panic!("{status}"),
            }
        }
        restored
    };
    let (count, restored) = tokio::join!(app.purge("reports", Duration::from_secs(60)), restores);
    assert_eq!(count + restored.len() as u64, RECORDS as u64);
    for id in 1..=RECORDS {
        let row = app.stored("reports", id).await;
        assert_eq!(row.is_null(), !restored.contains(&id), "{id}");
        assert!(row["deleted_at"].is_null(), "{row}");
    }
}

/// Subscribers that are sent the events of a purged record get no values.
#[apply(each_engine!)]
async fn subscribers_do_not_see_purged_values(app: TestApp, token: String) {
    let start = now(&app, &token).await;
    let body = json!({ "user_id": 1, "type": "info", "title": "Personal", "message": "m" });
    let sent = app.post(&token, "notifications", &body).await.expect(201);
    let uuid = sent.body["uuid"].as_str().unwrap();
    assert_eq!(written(&app, &follow(&app, &token, start, 1).await[0], "title").await, "Personal");
    let delete = format!("mutation {{ deleteNotification(uuid: \"{uuid}\") {{ operationId }} }}");
    app.query(&token, &delete).await.data();
    assert_eq!(app.purge("notifications", Duration::ZERO).await, 1);
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
    let rows = app.state.database.operator().writer.query_all_raw(statement).await.unwrap();
    let found: BTreeSet<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let with_it = ["access_tokens.user_id", "user_permissions.user_id", "user_roles.user_id"];
    let of_kinds = reinstate::kinds::registered().iter().flat_map(|resource| {
        let columns = resource.relations.iter().map(|relation| relation.column);
        columns.map(|column| format!("{}.{column}", resource.table.name))
    });
    let known: BTreeSet<String> = with_it.map(str::to_owned).into_iter().chain(of_kinds).collect();
    assert_eq!(found, known);
}

/// D39: what a purged account did still names it, in both APIs; what the system did names nobody.
#[apply(each_engine!)]
async fn a_purged_account_is_still_who_acted(app: TestApp) {
    let gone = app.caller(7, &["reports.delete", "reports.restore"]).await;
    let token = app.caller(1, &["*"]).await;
    let reports = [1, 2].map(|id| json!({ "id": id, "uuid": uuid(id), "title": "t" }));
    app.load(fixture("reports", reports)).await;
    for id in [1, 2] {
        app.delete(&gone, &format!("reports/{}", uuid(id))).await;
    }
    app.post_empty(&gone, &format!("reports/{}/restore", uuid(2))).await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 7").await;
    assert_eq!(app.purge("users", Duration::ZERO).await, 1);

    let shown = json!({ "id": 7, "email": null, "purged": true });
    let query = |actor: &str| {
        format!(
            "{{ trash {{ nodes {{ deletedBy {actor} }} }} \
             reports(where: {{ databaseId: {{ eq: 2 }} }}) {{ nodes {{ restoredBy {actor} }} }} \
             recordEvents(actor: 7) {{ nodes {{ operationId actor {actor} }} }} \
             all: recordEvents(kinds: [USER]) {{ nodes {{ action actor {actor} }} }} }}"
        )
    };
    let asked = query("{ id: databaseId email purged }");
    let data = app.query(&token, &asked).await.data().clone();
    assert_eq!(data["trash"]["nodes"], json!([{ "deletedBy": shown }]));
    assert_eq!(data["reports"]["nodes"], json!([{ "restoredBy": shown }]));
    let events = data["recordEvents"]["nodes"].as_array().unwrap();
    assert_eq!(events.len(), 3);
    assert!(events.iter().all(|event| event["actor"] == shown), "{events:?}");
    let purged = &data["all"]["nodes"][0];
    assert_eq!(*purged, json!({ "action": "PURGED", "actor": null }), "the system purged it");
    // What accounts alone have is selected too.
    let asked = query("{ __typename uuid deletedAt ... on User { isActive } }");
    let data = app.query(&token, &asked).await.data().clone();
    let typed = json!({ "__typename": "PurgedUser", "uuid": null, "deletedAt": null });
    assert_eq!(data["trash"]["nodes"][0]["deletedBy"], typed);

    let rest = async |path: &str| app.get(&token, path).await.expect(200).body;
    assert_eq!(rest("/api/v1/trash").await["data"][0]["deleted_by"], shown);
    let events_of = rest("/api/v1/events?actor=7").await;
    assert_eq!(events_of["data"].as_array().unwrap().len(), 3);
    assert_eq!(events_of["data"][0]["actor"], shown);
    let operation = events[0]["operationId"].as_str().unwrap();
    assert_eq!(rest(&format!("/api/v1/operations/{operation}")).await["actor"], shown);
    let asked = format!(
        "{{ operation(id: \"{operation}\") {{ actor {{ id: databaseId email purged }} }} }}"
    );
    let data = app.query(&token, &asked).await.data().clone();
    assert_eq!(data["operation"]["actor"], shown);
}
