//! Rows that can't be read keep nobody from the others (D40).

use std::time::Duration;

use reinstate::operations::purge::{Age, purge};
use serde_json::{Value as Json, json};

use crate::support::{Engine, TestApp, apply, each_engine, fixture, resource, uuid};

/// The titles of all pages of one record, in both directions, then those of REST.
async fn walk(app: &TestApp, token: &str, list: &str, title: &str, path: &str) -> Vec<Vec<Json>> {
    let mut walks = Vec::new();
    for (count, place, more, cursor) in [
        ("first", "after", "hasNextPage", "endCursor"),
        ("last", "before", "hasPreviousPage", "startCursor"),
    ] {
        let query = format!(
            "query($from: String) {{ {list}({count}: 1, {place}: $from) {{ \
             nodes {{ {title} }} pageInfo {{ {more} {cursor} }} }} }}"
        );
        let (mut titles, mut from) = (Vec::new(), Json::Null);
        loop {
            let page = app.graphql(Some(token), &query, json!({ "from": from })).await;
            let page = page.data()[list].clone();
            titles.extend(page["nodes"].as_array().unwrap().iter().map(|it| it[title].clone()));
            from = page["pageInfo"][cursor].clone();
            if page["pageInfo"][more] == false {
                break;
            }
            assert!(titles.len() < 10, "{titles:?}");
        }
        walks.push(titles);
    }
    let (mut titles, mut after) = (Vec::new(), String::new());
    loop {
        let path = format!("{path}?limit=1{after}");
        let page = app.rest("GET", &path, Some(token), None).await.expect(200).body;
        titles.extend(page["data"].as_array().unwrap().iter().map(|it| it[title].clone()));
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
        assert!(titles.len() < 10, "{titles:?}");
    }
    walks.push(titles);
    walks
}

/// More rows in succession than a page has can't be read: the pages before and after them are found.
#[apply(each_engine!)]
async fn pages_go_on_behind_what_cannot_be_read(app: TestApp, token: String) {
    let reports = (1..=5).map(|id| json!({ "id": id, "uuid": uuid(id), "title": id.to_string() }));
    app.load(fixture("reports", reports)).await;
    // A time that this program can't count to.
    let never = match app.engine {
        Engine::Sqlite => "9x",
        Engine::Postgres => "infinity",
    };
    let spoil = async |column: &str| {
        let sql = format!("UPDATE reports SET {column} = '{never}' WHERE id IN (2, 3, 4)");
        app.execute(&sql).await;
    };
    spoil("updated_at").await;
    let lists = walk(&app, &token, "reports", "title", "/api/v1/reports").await;
    app.execute("UPDATE reports SET deleted_at = '2026-01-02T03:04:05+00:00'").await;
    spoil("deleted_at").await;
    let trash = walk(&app, &token, "trash", "label", "/api/v1/trash").await;
    for walk in lists.iter().chain(&trash) {
        let mut titles: Vec<_> = walk.iter().filter_map(Json::as_str).collect();
        titles.sort_unstable();
        assert_eq!(titles, ["1", "5"], "{lists:?} {trash:?}");
    }
}

/// The others of the kind are purged. PostgreSQL has no time that is early and can't be read.
#[tokio::test]
async fn others_are_purged_on_sqlite() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let old = "2020-01-02T03:04:05Z";
    let reports =
        (1..=3).map(|id| json!({ "id": id, "uuid": uuid(id), "title": "t", "deleted_at": old }));
    app.load(fixture("reports", reports)).await;
    app.execute("UPDATE reports SET deleted_at = '1x' WHERE id = 2").await;
    let ages = [Age { resource: resource("reports"), longer_than: Duration::from_secs(60) }];
    assert_eq!(purge(&app.state, &ages, |_| {}).await.unwrap()[0].count, 2);
    assert_eq!(app.count("reports").await, 1);
}
