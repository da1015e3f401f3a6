//! D13, D14, D17: omitted variables change nothing, null clears, and types coerce values.

use serde_json::{Value as Json, json};

use super::load_sample_records;
use crate::support::{Response, TestApp, apply, each_engine};

const BY_CHANGES: &str = "mutation($changes: LocaleChanges!) { \
    updateLocale(code: \"pt-BR\", changes: $changes) { locale { nativeName sortOrder } } }";
const BY_FIELD: &str = "mutation($native: String, $sort: Int) { \
    updateLocale(code: \"pt-BR\", changes: { nativeName: $native, sortOrder: $sort }) \
    { locale { nativeName sortOrder } } }";
const WITH_DEFAULT: &str = "mutation($native: String = \"default\") { \
    updateLocale(code: \"pt-BR\", changes: { nativeName: $native }) { locale { nativeName \
    sortOrder } } }";
const WITH_NULL_DEFAULT: &str = "mutation($native: String = null) { \
    updateLocale(code: \"pt-BR\", changes: { nativeName: $native }) { locale { nativeName \
    sortOrder } } }";
const LITERAL: &str = "mutation { \
    updateLocale(code: \"pt-BR\", changes: { nativeName: null }) { locale { nativeName \
    sortOrder } } }";
const EMPTY: &str = "mutation { \
    updateLocale(code: \"pt-BR\", changes: {}) { locale { nativeName sortOrder } } }";

async fn reset(app: &TestApp) {
    app.execute("UPDATE locales SET native_name = 'Português', sort_order = 7").await;
}

/// The locale's values, read through GraphQL.
fn shown(response: &Response) -> (Json, Json) {
    let locale = &response.data()["updateLocale"]["locale"];
    (locale["nativeName"].clone(), locale["sortOrder"].clone())
}

/// D14: omitted, null and set, for every way to pass a value.
#[apply(each_engine!)]
async fn omitted_fields_stay_and_null_clears(app: TestApp) {
    let token = load_sample_records(&app).await;
    let stays = json!("Português");
    let cases = [
        (EMPTY, json!({}), stays.clone(), 7),
        (LITERAL, json!({}), Json::Null, 7),
        (BY_CHANGES, json!({ "changes": {} }), stays.clone(), 7),
        (BY_CHANGES, json!({ "changes": { "nativeName": null } }), Json::Null, 7),
        (BY_CHANGES, json!({ "changes": { "nativeName": "new" } }), json!("new"), 7),
        (BY_CHANGES, json!({ "changes": { "sortOrder": 0 } }), stays.clone(), 0),
        (BY_FIELD, json!({}), stays.clone(), 7),
        (BY_FIELD, json!({ "native": null }), Json::Null, 7),
        (BY_FIELD, json!({ "sort": 8 }), stays.clone(), 8),
        (BY_FIELD, json!({ "native": null, "sort": 9 }), Json::Null, 9),
        (BY_FIELD, json!({ "native": "new", "unknown": 1 }), json!("new"), 7),
        (WITH_DEFAULT, json!({}), json!("default"), 7),
        (WITH_DEFAULT, json!({ "native": null }), Json::Null, 7),
        (WITH_DEFAULT, json!({ "native": "new" }), json!("new"), 7),
        (WITH_NULL_DEFAULT, json!({}), Json::Null, 7),
    ];
    for (query, variables, native, sort) in cases {
        reset(&app).await;
        let response = app.graphql(Some(&token), query, variables.clone()).await;
        assert_eq!(shown(&response), (native, json!(sort)), "{query} {variables}");
    }
}

/// D14, D15: null for a field that is not nullable is a validation error.
#[apply(each_engine!)]
async fn null_is_invalid_for_other_fields(app: TestApp) {
    let token = load_sample_records(&app).await;
    let by_variable = "mutation($sort: Int) { \
            updateLocale(code: \"pt-BR\", changes: { sortOrder: $sort, nativeName: \"new\" }) \
            { locale { name } } }";
    let cases = [
        (BY_CHANGES, json!({ "changes": { "sortOrder": null } })),
        (BY_FIELD, json!({ "sort": null, "native": "new" })),
        (by_variable, json!({ "sort": null })),
    ];
    for (query, variables) in cases {
        let response = app.graphql(Some(&token), query, variables.clone()).await;
        assert_eq!(
            response.error(),
            Some(("VALIDATION_FAILED", "Validation failed")),
            "{variables}"
        );
        let errors = &response.body["errors"][0]["extensions"]["errors"];
        assert_eq!(crate::support::names(errors), ["sortOrder"], "{variables}");
    }
    let row = app.row("locales", 1).await.unwrap();
    assert_eq!((&row["native_name"], &row["sort_order"]), (&json!("Português"), &json!("7")));
}

/// D17: BigInt takes numbers and strings of digits, a list takes one item, a Float is no Int.
#[apply(each_engine!)]
async fn scalars_accept_their_documented_values(app: TestApp) {
    let token = load_sample_records(&app).await;
    let send = "mutation($id: BigInt!) { sendNotification(input: { userId: $id, type: INFO, \
            title: \"a\", message: \"b\" }) { notification { user { databaseId } } } }";
    for id in [json!(2), json!("2")] {
        let response = app.graphql(Some(&token), send, json!({ "id": id })).await;
        let user = &response.data()["sendNotification"]["notification"]["user"];
        assert_eq!(user["databaseId"], json!(2), "{id}");
    }
    for id in [json!("99"), json!(-1), json!("-1"), json!(i64::MAX), json!(i64::MAX.to_string())] {
        let response = app.graphql(Some(&token), send, json!({ "id": id })).await;
        assert_eq!(response.error().map(|(code, _)| code), Some("VALIDATION_FAILED"), "{id}");
    }
}

/// `operationName` selects the operation.
#[apply(each_engine!)]
async fn the_named_operation_runs(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = "query A { viewer { permissions } } query B { viewer { user { email } } }";
    let ask = async |name: Json| {
        let body = json!({ "query": query, "operationName": name });
        app.rest("POST", "/graphql", Some(&token), Some(&body)).await
    };
    assert_eq!(*ask(json!("A")).await.data(), json!({ "viewer": { "permissions": ["*"] } }));
    let user = json!({ "viewer": { "user": { "email": "caller1@example.com" } } });
    assert_eq!(*ask(json!("B")).await.data(), user);
    for name in [json!("C"), json!(null), json!("")] {
        let response = ask(name.clone()).await;
        assert_eq!(response.error().map(|(code, _)| code), Some("BAD_REQUEST"), "{name}");
        assert_eq!(response.body.get("data"), None, "{name}");
    }
}

/// Specification, 6.4.1: a null variable is no value of a non-null position. The default of the
/// position is for variables that are absent.
#[apply(each_engine!)]
async fn null_is_no_value_of_a_non_null_position(app: TestApp) {
    let token = load_sample_records(&app).await;
    let ids = "ids: [\"TG9jYWxlOjE\"]";
    let cases = [
        ("query($a: Boolean = true) { __typename @include(if: $a) }", true),
        ("query($a: Boolean = false) { __typename @skip(if: $a) }", true),
        ("query($a: Boolean = true) { ... @include(if: $a) { __typename } }", true),
        (
            "query($a: Boolean = true) { ...F } fragment F on Query { __typename @skip(if: $a) }",
            true,
        ),
        ("query($a: ID = \"TG9jYWxlOjE\") { node(id: $a) { id } }", true),
        ("query($a: ID = \"TG9jYWxlOjE\") { nodes(ids: [$a]) { id } }", true),
        ("query($a: [ID!] = [\"TG9jYWxlOjE\"]) { nodes(ids: $a) { id } }", true),
        ("query($a: ID = \"TG9jYWxlOjE\") { nodes(ids: [\"TG9jYWxlOjE\", $a]) { id } }", true),
        (
            "query($a: OrderDirection = DESC) { locales(orderBy: { field: CODE, direction: $a }) \
             { totalCount } }",
            true,
        ),
        (
            "query($a: OrderDirection) { locales(orderBy: [{ field: CODE, direction: $a }]) \
             { totalCount } }",
            true,
        ),
        // What is left out takes no values.
        ("query($a: ID = \"TG9jYWxlOjE\") { node(id: $a) @include(if: false) { id } }", false),
        (
            "query($a: Boolean = true) { ... @skip(if: true) { __typename @include(if: $a) } }",
            false,
        ),
        // Nullable positions take null.
        ("query($a: Int) { locales(first: $a) { totalCount } }", false),
        (
            "query($a: String = \"a\") { locales(where: { code: { eq: $a } }) { totalCount } }",
            false,
        ),
    ];
    for (query, is_error) in cases {
        app.graphql(Some(&token), query, json!({})).await.data();
        let response = app.graphql(Some(&token), query, json!({ "a": null })).await;
        let error = response.error();
        let expected = ("BAD_REQUEST", "The value of variable a must not be null where it is used");
        assert_eq!(error, is_error.then_some(expected), "{query}: {}", response.text);
    }
    let bulk = format!(
        "mutation($a: BulkPolicy) {{ a: restoreMany({ids}, policy: $a) {{ __typename }} }}"
    );
    let response = app.graphql(Some(&token), &bulk, json!({ "a": null })).await;
    assert_eq!(response.error().map(|it| it.0), Some("BAD_REQUEST"), "{}", response.text);
    app.graphql(Some(&token), &bulk, json!({})).await.data();
}

/// Specification, 2.9.4: a pair of escaped surrogates is one character, a single one is none.
#[apply(each_engine!)]
async fn surrogates_come_in_pairs(app: TestApp) {
    let token = load_sample_records(&app).await;
    let update = "mutation { updateLocale(code: \"pt-BR\", changes: { nativeName: TEXT }) { locale \
                  { nativeName sortOrder } } }";
    for (text, expected) in [
        (r#""a\uD83D\uDE00""#, Some("a\u{1f600}")),
        (r#""\ud83d\ude00\u0041""#, Some("\u{1f600}A")),
        (r#""\u{1F600}""#, Some("\u{1f600}")),
        (r#""\\ud83d""#, Some("\\ud83d")),
        (r#""\ud83d""#, None),
        (r#""\ude00""#, None),
        (r#""\ude00\ud83d""#, None),
        (r#""\ud83d\u{de00}""#, None),
        (r#""\ud83da""#, None),
    ] {
        let response = app.graphql(Some(&token), &update.replace("TEXT", text), json!({})).await;
        match expected {
            Some(expected) => assert_eq!(shown(&response).0, json!(expected), "{text}"),
            None => assert!(response.text.contains("escape sequence"), "{text}: {}", response.text),
        }
    }
}
