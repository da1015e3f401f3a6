//! Reads while the records that they show are deleted, restored and purged.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use futures_util::future::join_all;
use serde_json::json;

use crate::support::{
    Response, TestApp, apply, each_engine_threaded, fixture, global_id, resource,
};

/// Records that change.
const RECORDS: i64 = 4;
/// How often each changes.
const ROUNDS: usize = 60;

/// Every field of a report that takes no argument, and what is read beside it.
fn fields() -> String {
    let fields = resource("reports").fields.iter().map(|field| field.camel_name.as_str());
    let names: Vec<&str> = fields.collect();
    format!(
        "id {} viewerCan {{ restore }} user {{ email }} deletedBy {{ email }} \
         history(first: 2) {{ nodes {{ action actor {{ email }} }} }}",
        names.join(" ")
    )
}

/// What is read, as documents and as paths.
fn reads(ids: &str) -> Vec<Result<String, &'static str>> {
    let report = format!("... on Report {{ {} }}", fields());
    let page = "first: 10";
    let documents = [
        format!("trash({page}) {{ nodes {{ {report} }} totalCount }} trashSummary {{ count }}"),
        format!("trash({page}, search: \"moving\", orderBy: PURGE_AT) {{ nodes {{ {report} }} }}"),
        format!("reports({page}, trashed: WITH) {{ nodes {{ {report} }} totalCount }}"),
        format!(
            "users {{ nodes {{ reports({page}, trashed: ONLY) {{ nodes {{ {report} }} }} }} }}"
        ),
        format!(
            "recordEvents({page}) {{ nodes {{ label before after record {{ id {report} }} }} }}"
        ),
        format!("nodes(ids: {ids}) {{ {report} }}"),
        format!(
            "restorePreview(ids: {ids}) {{ record {{ {report} }} canRestore obstacles {{ code }} }}"
        ),
    ];
    let paths = [
        "/api/v1/trash?search=moving",
        "/api/v1/trash/summary",
        "/api/v1/reports?trashed=with&total=true",
        "/api/v1/events",
    ];
    let documents = documents.into_iter().map(|it| Ok(format!("{{ {it} }}")));
    documents.chain(paths.map(Err)).collect()
}

async fn load(app: &TestApp, id: i64) {
    let row = json!({ "id": id, "title": format!("moving {id}"), "user_id": 1,
        "deleted_at": "2026-01-02T03:04:05Z" });
    app.load(fixture("reports", [row])).await;
}

/// Restores, deletes and restores a record, and lastly removes it as a purge does.
async fn change(app: &TestApp, token: &str, id: i64) {
    for act in ["restore", "delete", "restore", "delete"] {
        let query = format!("mutation($id: ID!) {{ {act}(id: $id) {{ operationId }} }}");
        let response = app.graphql(Some(token), &query, json!({ "id": global_id("Report", id) }));
        assert_eq!(response.await.error(), None);
    }
    app.execute(&format!("DELETE FROM reports WHERE id = {id}")).await;
    load(app, id).await;
}

/// None fails, whatever happens between the statements that it takes (D23).
#[apply(each_engine_threaded!)]
async fn no_read_fails_since_its_records_change(app: TestApp, token: String) {
    let app = Arc::new(app);
    let ids: Vec<String> = (1..=RECORDS).map(|id| global_id("Report", 100 + id)).collect();
    for id in 1..=RECORDS {
        load(&app, 100 + id).await;
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let readers = reads(&json!(ids).to_string()).into_iter().map(|read| {
        let (app, token, is_over) = (Arc::clone(&app), token.clone(), Arc::clone(&is_over));
        tokio::spawn(async move {
            let mut times = 0;
            while !is_over.load(Ordering::Relaxed) {
                let response: Response = match &read {
                    Ok(query) => app.query(&token, query).await,
                    Err(path) => app.rest("GET", path, Some(&token), None).await,
                };
                let response = response.expect(200);
                assert_eq!(response.error(), None, "{read:?}");
                times += 1;
            }
            assert!(times > 0);
        })
    });
    let readers: Vec<_> = readers.collect();
    let changes = (1..=RECORDS).map(|id| {
        let (app, token) = (Arc::clone(&app), token.clone());
        tokio::spawn(async move {
            for _ in 0..ROUNDS {
                change(&app, &token, 100 + id).await;
            }
        })
    });
    let changed = join_all(changes).await;
    is_over.store(true, Ordering::Relaxed);
    for ended in changed.into_iter().chain(join_all(readers).await) {
        ended.unwrap();
    }
}
