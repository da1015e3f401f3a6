//! A list has the same records in the same order through both APIs.

use entity::ColumnType;
use reinstate::resources::{Condition, Field, Format, Resource, camel_case};
use serde_json::{Value as Json, json};

use super::{each, load_records_of_each_kind};
use crate::support::{Response, TestApp, apply, described, each_engine, escaped};

/// The ids of a list in GraphQL, and its length.
async fn by_graphql(
    app: &TestApp,
    token: &str,
    kind: &Resource,
    arguments: &str,
    filter: Json,
) -> (Vec<Json>, Json) {
    let list = kind.plural();
    let query = format!(
        "query($where: {}Filter) {{ {list}(where: $where, {arguments}) {{ \
         nodes {{ databaseId }} totalCount }} }}",
        kind.name
    );
    let response = app.graphql(Some(token), &query, json!({ "where": filter })).await;
    let found = &response.data()[&list];
    let ids = found["nodes"].as_array().unwrap().iter().map(|it| it["databaseId"].clone());
    (ids.collect(), found["totalCount"].clone())
}

async fn by_rest(app: &TestApp, token: &str, kind: &Resource, query: &str) -> Response {
    app.get(token, &format!("{}?fields=id&total=true&{query}", kind.path)).await.expect(200)
}

fn sort_name(field: &str) -> String {
    if field == "id" { "DATABASE_ID".to_owned() } else { field.to_uppercase() }
}

/// The fields that lists can be sorted and filtered by.
fn listed(kind: &Resource) -> impl Iterator<Item = &Field> {
    kind.fields.iter().filter(|field| field.listed)
}

#[apply(each_engine!)]
async fn orders_and_states_are_those_of_graphql(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    for kind in described() {
        for (rest, graphql) in [("without", "WITHOUT"), ("with", "WITH"), ("only", "ONLY")] {
            for field in listed(kind).map(|it| it.name).chain(["id"]) {
                for (sign, direction) in [("", "ASC"), ("-", "DESC")] {
                    let query = format!("trashed={rest}&order={sign}{field}");
                    let order = format!("{{field: {}, direction: {direction}}}", sort_name(field));
                    let arguments = format!("trashed: {graphql}, orderBy: [{order}]");
                    let expected = by_graphql(&app, &token, kind, &arguments, Json::Null).await;
                    let found = by_rest(&app, &token, kind, &query).await.body;
                    let name = format!("{} {query}", kind.path);
                    assert_eq!((each(&found, "id"), found["total"].clone()), expected, "{name}");
                }
            }
        }
    }
}

/// The text of a value in a query, and its value in GraphQL.
fn values(field: &Field, condition: Condition, value: &Json) -> (String, Json) {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let value = match field.format {
        Format::OneOf(_) => json!(text.to_uppercase()),
        _ => value.clone(),
    };
    match condition {
        Condition::In => (format!("{text},{text}"), json!([value, value])),
        _ => (text, value),
    }
}

#[apply(each_engine!)]
async fn filters_are_those_of_graphql(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let mut compared = 0;
    for kind in described() {
        let path = format!("{}?trashed=with&order=-id&limit=1", kind.path);
        let record = app.get(&token, &path).await.expect(200).body["data"][0].clone();
        for field in listed(kind) {
            for condition in Condition::of(field.column_type, &field.format) {
                if record[field.name].is_null() {
                    continue;
                }
                let (text, value) = values(field, *condition, &record[field.name]);
                let name = match condition {
                    Condition::Eq => field.name.to_owned(),
                    _ => format!("{}[{}]", field.name, condition.name()),
                };
                let query = format!("trashed=with&{name}={}", escaped(&text));
                let filter = json!({ &*field.camel_name: { camel_case(condition.name()): value } });
                let expected = by_graphql(&app, &token, kind, "trashed: WITH", filter).await;
                let found = by_rest(&app, &token, kind, &query).await.body;
                assert_eq!(
                    (each(&found, "id"), found["total"].clone()),
                    expected,
                    "{} {name}={text}",
                    kind.path
                );
                compared += 1;
            }
            if field.nullable && field.column_type != ColumnType::Json {
                let is_null = json!({ &*field.camel_name: { "eq": null } });
                for (text, filter) in
                    [("true", is_null.clone()), ("false", json!({ "not": is_null }))]
                {
                    let query = format!("trashed=with&{}[null]={text}", field.name);
                    let expected = by_graphql(&app, &token, kind, "trashed: WITH", filter).await.0;
                    let found = by_rest(&app, &token, kind, &query).await.body;
                    assert_eq!(each(&found, "id"), expected, "{} {query}", kind.path);
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// Conditions on ids and accounts, several at once, and the search for a label.
#[apply(each_engine!)]
async fn conditions_hold_together(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let cases = [
        ("/api/v1/reports?id=102", vec![102]),
        ("/api/v1/reports?id[in]=104,101,9", vec![101, 104]),
        ("/api/v1/reports?id[gt]=101&id[lte]=103", vec![102, 103]),
        ("/api/v1/reports?user_id=1&id[lt]=102", vec![101]),
        ("/api/v1/reports?user_id=2", vec![]),
        ("/api/v1/reports?user.email=caller1@example.com&limit=2", vec![101, 102]),
        ("/api/v1/reports?user.email[starts_with]=CALLER&id=103", vec![103]),
        ("/api/v1/reports?user.email[contains]=nobody", vec![]),
        ("/api/v1/reports?search=A&id=101", vec![101]),
        ("/api/v1/reports?search=z", vec![]),
        ("/api/v1/reports?search=", vec![101, 102, 103, 104]),
        ("/api/v1/reports?is_active=false", vec![]),
        ("/api/v1/reports?trashed=only&order=-id", vec![106, 105]),
        ("/api/v1/users?search=record102", vec![102]),
    ];
    for (path, expected) in cases {
        assert_eq!(each(&app.get(&token, path).await.expect(200).body, "id"), expected, "{path}");
    }
}

/// The number beside a page is that of the deleted records which the caller may restore.
#[apply(each_engine!)]
async fn deleted_records_are_counted_beside_a_page(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let held: Vec<&str> = described().map(|kind| kind.view.all).collect();
    let viewer = app.caller(900, &held).await;
    for kind in described() {
        let deleted = by_rest(&app, &token, kind, "trashed=only").await.body["total"].clone();
        for (token, count) in [(&token, deleted), (&viewer, json!(0))] {
            let page = by_rest(&app, token, kind, "counts=trashed").await.body;
            assert_eq!(page["counts"], json!({ "trashed": count }), "{}", kind.path);
        }
    }
}
