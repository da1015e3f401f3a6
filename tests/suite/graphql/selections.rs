//! Selections: aliases, fragments, merged fields, directives, and their order.

use serde_json::{Value as Json, json};

use super::{load_sample_records, uuid};
use crate::support::{TestApp, apply, each_engine, fixture};

/// Queries and their data; `$U1` and `$U2` are the first two uuids.
fn cases() -> Vec<(&'static str, &'static str, Json)> {
    let storm = json!({ "title": "Storm" });
    vec![
        (
            "aliases of a field, with other arguments",
            "{ one: user(uuid: \"$U2\") { mail: email } none: user(uuid: \"$U9\") { email } }",
            json!({ "one": { "mail": "two@example.com" }, "none": null }),
        ),
        (
            "aliases that swap names",
            "{ notification(uuid: \"$U1\") { title: message message: title } }",
            json!({ "notification": { "title": "Double your lines.", "message": "Storm" } }),
        ),
        (
            "one account under two names",
            "{ notification(uuid: \"$U1\") { to: user { email } from: sender { databaseId } \
             again: user { databaseId } } }",
            json!({ "notification": {
                "to": { "email": "two@example.com" }, "from": { "databaseId": 1 },
                "again": { "databaseId": 2 },
            } }),
        ),
        (
            "fragments on the type",
            "{ notification(uuid: \"$U1\") { ...F ... on Notification { isRead } } } fragment F \
             on Notification { title ...G } \
             fragment G on Notification { readAt user { ...P } } fragment P on UserSummary \
             { email }",
            json!({ "notification": {
                "title": "Storm", "readAt": null, "user": { "email": "two@example.com" },
                "isRead": false,
            } }),
        ),
        (
            "a fragment on Node in a record",
            "{ notification(uuid: \"$U1\") { ...N ... on Node { n: databaseId } ... { title } } } \
             fragment N on Node { databaseId }",
            json!({ "notification": { "databaseId": 1, "n": 1, "title": "Storm" } }),
        ),
        (
            "fields that are merged",
            "{ viewer { user { databaseId } } viewer { user { email } permissions } }",
            json!({ "viewer": {
                "user": { "databaseId": 1, "email": "caller1@example.com" }, "permissions": ["*"],
            } }),
        ),
        (
            "objects that are merged across fragments",
            "{ notification(uuid: \"$U1\") { user { databaseId } ...F user { a: email } } } \
             fragment F on Notification { user { email } user { databaseId } }",
            json!({ "notification": {
                "user": { "databaseId": 2, "email": "two@example.com", "a": "two@example.com" },
            } }),
        ),
        (
            "fields that are skipped and included",
            "{ notification(uuid: \"$U1\") { title @include(if: true) message @include(if: false) \
             isRead @skip(if: true) \
             type @skip(if: false) a: title @skip(if: false) @include(if: false) } }",
            json!({ "notification": { "title": "Storm", "type": "WARNING" } }),
        ),
        (
            "fragments that are skipped and included",
            "{ notification(uuid: \"$U1\") { ...F @skip(if: true) ... @include(if: false) \
             { isRead } \
             ... on Node @include(if: true) { databaseId } ...G @include(if: true) } } \
             fragment F on Notification { message } fragment G on Notification { title }",
            json!({ "notification": { "databaseId": 1, "title": "Storm" } }),
        ),
        (
            "a root field that is skipped",
            "{ notification(uuid: \"$U1\") { title } locale(code: \"pt-BR\") @skip(if: true) \
             { name } }",
            json!({ "notification": storm }),
        ),
        (
            "a field that is skipped here and not there",
            "{ notification(uuid: \"$U1\") { title @skip(if: true) title } }",
            json!({ "notification": { "title": "Storm" } }),
        ),
        (
            "names of types",
            "{ __typename notification(uuid: \"$U1\") { __typename user { t: __typename } } \
             viewer { __typename user { __typename } } }",
            json!({
                "__typename": "Query",
                "notification": { "__typename": "Notification", "user": { "t": "User" } },
                "viewer": { "__typename": "Viewer", "user": { "__typename": "User" } },
            }),
        ),
    ]
}

fn filled(query: &str) -> String {
    ["$U1", "$U2", "$U9"]
        .into_iter()
        .zip([1, 2, 9])
        .fold(query.to_owned(), |query, (name, id)| query.replace(name, &uuid(id)))
}

#[apply(each_engine!)]
async fn selections_return_the_selected_fields(app: TestApp) {
    let token = load_sample_records(&app).await;
    for (case, query, data) in cases() {
        let response = app.graphql(Some(&token), &filled(query), json!({})).await;
        assert_eq!(*response.data(), data, "{case}");
    }
}

/// Fragments on types that `node` may return: those that don't match select nothing.
#[apply(each_engine!)]
async fn fragments_on_types_apply_to_their_records(app: TestApp) {
    let token = load_sample_records(&app).await;
    let ids = filled(
        "{ notification(uuid: \"$U1\") { id } locale(code: \"pt-BR\") { id } user(uuid: \"$U2\") \
         { id } }",
    );
    let ids = app.graphql(Some(&token), &ids, json!({})).await.data().clone();
    let query = "query($id: ID!) { node(id: $id) { __typename id ... on Locale { name } \
            ... on Notification { title user { email } } ...N ...U } } \
            fragment N on Node { ... on Locale { sortOrder } } fragment U on User { email }";
    let cases = [
        (
            "notification",
            json!({
                "__typename": "Notification", "title": "Storm",
                "user": { "email": "two@example.com" },
            }),
        ),
        ("locale", json!({ "__typename": "Locale", "name": "Portuguese", "sortOrder": 7 })),
        ("user", json!({ "__typename": "User", "email": "two@example.com" })),
    ];
    for (kind, mut expected) in cases {
        let id = &ids[kind]["id"];
        expected["id"] = id.clone();
        let response = app.graphql(Some(&token), query, json!({ "id": id })).await;
        assert_eq!(response.data()["node"], expected, "{kind}");
    }
}

/// Selections in mutation payloads.
#[apply(each_engine!)]
async fn payloads_are_selected_like_records(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = format!(
        "mutation($no: Boolean!) {{ __typename r: restoreReport(uuid: \"{}\") {{ __typename \
         restored again: restored \
             report {{ title }} report {{ ...N user {{ email }} }} x: report {{ __typename }} \
             skipped: report @include(if: $no) {{ title }} }} }} fragment N on Node \
             {{ databaseId }}",
        uuid(1)
    );
    let response = app.graphql(Some(&token), &query, json!({ "no": false })).await;
    let expected = json!({
        "__typename": "Mutation",
        "r": {
            "__typename": "RestoreReportPayload",
            "restored": true,
            "again": true,
            "report": { "title": "Report 1", "databaseId": 1,
                "user": { "email": "caller1@example.com" } },
            "x": { "__typename": "Report" },
        },
    });
    assert_eq!(*response.data(), expected);
}

/// The fields of the response have the order of the document, including those that are loaded.
#[apply(each_engine!)]
async fn fields_have_the_order_of_the_document(app: TestApp) {
    let token = load_sample_records(&app).await;
    let cases = [
        (
            "{ z: __typename viewer { permissions user { email databaseId } } a: __typename }",
            r#"{"z":"Query","viewer":{"permissions":["*"],"user":{"email":"caller1@example.com","databaseId":1}},"a":"Query"}"#,
        ),
        (
            "{ notification(uuid: \"$U1\") { type sender { email databaseId } title user \
             { databaseId email } isRead } }",
            r#"{"notification":{"type":"WARNING","sender":{"email":"caller1@example.com","databaseId":1},"title":"Storm","user":{"databaseId":2,"email":"two@example.com"},"isRead":false}}"#,
        ),
        (
            "{ notification(uuid: \"$U1\") { ...F user { email } title } locale(code: \"pt-BR\") \
             { sortOrder code } } \
                 fragment F on Notification { title user { databaseId } message }",
            r#"{"notification":{"title":"Storm","user":{"databaseId":2,"email":"two@example.com"},"message":"Double your lines."},"locale":{"sortOrder":7,"code":"pt-BR"}}"#,
        ),
        (
            "mutation { b: restoreReport(uuid: \"$U1\") { restored report { title } } \
             a: restoreReport(uuid: \"$U2\") { report { title } restored } }",
            r#"{"b":{"restored":true,"report":{"title":"Report 1"}},"a":{"report":{"title":"Report 2"},"restored":true}}"#,
        ),
    ];
    for (query, data) in cases {
        let response = app.graphql(Some(&token), &filled(query), json!({})).await;
        assert_eq!(response.text, format!("{{\"data\":{data}}}"), "{query}");
    }
}

/// D19: numbers are JSON numbers, however large.
#[apply(each_engine!)]
async fn large_numbers_are_numbers(app: TestApp) {
    let token = load_sample_records(&app).await;
    let large = 9_007_199_254_740_993_i64;
    let row = json!({ "id": large, "uuid": uuid(5), "title": "Large", "user_id": 1 });
    app.load(fixture("reports", [row])).await;
    let query = format!("{{ report(uuid: \"{}\") {{ databaseId }} }}", uuid(5));
    let response = app.graphql(Some(&token), &query, json!({})).await;
    assert_eq!(response.text, format!(r#"{{"data":{{"report":{{"databaseId":{large}}}}}}}"#));
}
