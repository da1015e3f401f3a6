//! Times in finer digits than those of timestamps.

use reinstate::resources::camel_case;
use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine, fixture, global_id, uuid};

/// D19: a time in finer digits than microseconds compares as what it is; no timestamp equals it.
#[apply(each_engine!)]
async fn finer_times_compare_exactly(app: TestApp) {
    let row = |id: i64, time: &str| {
        json!({ "id": id, "code": format!("x-{id}"), "name": "a", "created_at": time,
            "deleted_at": time })
    };
    let rows = [row(1, "2026-01-02T03:04:05.123456Z"), row(2, "2026-01-02T03:04:05.123457Z")];
    let token = app.load(fixture("locales", rows)).await.caller(1, &["*"]).await;
    let event = |record: i64, time: &str| {
        json!({ "kind": "Locale", "record_id": record, "action": "updated", "created_at": time,
            "operation_id": uuid(record), "before": {}, "after": {} })
    };
    let events = [event(1, "2026-01-02T03:04:05.123456Z"), event(2, "2026-01-02T03:04:05.123457Z")];
    app.load(fixture("record_events", events)).await;
    let exact = "2026-01-02T03:04:05.123456000Z";
    let between = "2026-01-02T03:04:05.1234564Z";
    let cases = [
        ("eq", exact, Some(vec![1])),
        ("lt", exact, Some(vec![])),
        ("lte", exact, Some(vec![1])),
        ("gt", exact, Some(vec![2])),
        ("gte", exact, Some(vec![1, 2])),
        ("lt", between, Some(vec![1])),
        ("lte", between, Some(vec![1])),
        ("gt", between, Some(vec![2])),
        ("gte", between, Some(vec![2])),
        ("eq", between, None),
        ("in", between, None),
    ];
    for (condition, time, expected) in cases {
        let path = match condition {
            "eq" => format!("created_at={time}"),
            _ => format!("created_at[{condition}]={time}"),
        };
        let path = format!("/api/v1/admin/locales?trashed=with&order=id&{path}");
        let rest = app.get(&token, &path).await;
        let query = format!(
            "{{ locales(trashed: WITH, where: {{ createdAt: {{ {condition}: \"{time}\" }} }}) \
             {{ nodes {{ id: databaseId }} }} }}"
        );
        let graphql = app.query(&token, &query).await;
        let ids = |list: &Json| -> Option<Vec<i64>> {
            Some(list.as_array()?.iter().map(|it| it["id"].as_i64().unwrap()).collect())
        };
        assert_eq!(ids(&rest.body["data"]), expected, "{path}: {}", rest.text);
        assert_eq!(rest.status.as_u16(), if expected.is_some() { 200 } else { 400 });
        let nodes = &graphql.body["data"]["locales"]["nodes"];
        assert_eq!(ids(nodes), expected, "{query}: {}", graphql.text);
    }
    for (parameters, arguments, count) in
        [("deleted_before", "deletedBefore", 1), ("deleted_after", "deletedAfter", 1)]
    {
        let path = format!("/api/v1/trash?{parameters}={between}");
        let rest = app.get(&token, &path).await.expect(200);
        assert_eq!(rest.body["data"].as_array().unwrap().len(), count, "{path}");
        let query = format!("{{ trash({arguments}: \"{between}\") {{ nodes {{ label }} }} }}");
        let graphql = app.query(&token, &query).await;
        assert_eq!(graphql.data()["trash"]["nodes"].as_array().unwrap().len(), count, "{query}");
    }
    // Events, by the ids of their records.
    for (parameter, time, expected) in [
        ("created_before", exact, vec![]),
        ("created_before", between, vec![1]),
        ("created_after", exact, vec![2]),
        ("created_after", between, vec![2]),
        ("as_of", exact, vec![1]),
        ("as_of", between, vec![1]),
    ] {
        let shown = |list: &Json, name: &str| -> Vec<Json> {
            list.as_array().unwrap().iter().map(|it| it[name].clone()).collect()
        };
        let path = format!("/api/v1/events?{parameter}={time}");
        let rest = app.get(&token, &path).await.expect(200);
        assert_eq!(shown(&rest.body["data"], "record_id"), expected, "{path}");
        let argument = camel_case(parameter);
        let query =
            format!("{{ recordEvents({argument}: \"{time}\") {{ nodes {{ recordId }} }} }}");
        let graphql = app.query(&token, &query).await;
        let expected: Vec<String> = expected.iter().map(|id| global_id("Locale", *id)).collect();
        let nodes = &graphql.data()["recordEvents"]["nodes"];
        assert_eq!(shown(nodes, "recordId"), expected, "{query}");
    }
}
