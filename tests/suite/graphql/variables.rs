//! D13, D14: omitted variables change nothing, null clears.

use serde_json::{Value as Json, json};

use super::load_sample_records;
use crate::support::{Response, TestApp, apply, each_engine};

/// An update of the locale with these variables and changes.
fn update(declared: &str, changes: &str) -> String {
    format!(
        "mutation{declared} {{ updateLocale(code: \"pt-BR\", changes: {changes}) \
         {{ locale {{ nativeName sortOrder }} }} }}"
    )
}

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
    let by_changes = update("($changes: LocaleChanges!)", "$changes");
    let by_field =
        update("($native: String, $sort: Int)", "{ nativeName: $native, sortOrder: $sort }");
    let with_default =
        |value: &str| update(&format!("($native: String = {value})"), "{ nativeName: $native }");
    let cases = [
        (&update("", "{}"), json!({}), stays.clone(), 7),
        (&update("", "{ nativeName: null }"), json!({}), Json::Null, 7),
        (&by_changes, json!({ "changes": {} }), stays.clone(), 7),
        (&by_changes, json!({ "changes": { "nativeName": null } }), Json::Null, 7),
        (&by_changes, json!({ "changes": { "nativeName": "new" } }), json!("new"), 7),
        (&by_changes, json!({ "changes": { "sortOrder": 0 } }), stays.clone(), 0),
        (&by_field, json!({}), stays.clone(), 7),
        (&by_field, json!({ "native": null }), Json::Null, 7),
        (&by_field, json!({ "sort": 8 }), stays.clone(), 8),
        (&by_field, json!({ "native": null, "sort": 9 }), Json::Null, 9),
        (&by_field, json!({ "native": "new", "unknown": 1 }), json!("new"), 7),
        (&with_default("\"default\""), json!({}), json!("default"), 7),
        (&with_default("\"default\""), json!({ "native": null }), Json::Null, 7),
        (&with_default("\"default\""), json!({ "native": "new" }), json!("new"), 7),
        (&with_default("null"), json!({}), Json::Null, 7),
    ];
    for (query, variables, native, sort) in cases {
        reset(&app).await;
        let response = app.graphql(Some(&token), query, variables.clone()).await;
        assert_eq!(shown(&response), (native, json!(sort)), "{query} {variables}");
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
        assert_eq!(response.code(), Some("BAD_REQUEST"), "{name}");
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
        app.query(&token, query).await.data();
        let response = app.graphql(Some(&token), query, json!({ "a": null })).await;
        let error = response.error();
        let expected = ("BAD_REQUEST", "The value of variable a must not be null where it is used");
        assert_eq!(error, is_error.then_some(expected), "{query}: {}", response.text);
    }
    let bulk = format!(
        "mutation($a: BulkPolicy) {{ a: restoreMany({ids}, policy: $a) {{ __typename }} }}"
    );
    let response = app.graphql(Some(&token), &bulk, json!({ "a": null })).await;
    assert_eq!(response.code(), Some("BAD_REQUEST"), "{}", response.text);
    app.query(&token, &bulk).await.data();
}

/// Specification, 2.9.4: a pair of escaped surrogates is one character, a single one is none.
#[apply(each_engine!)]
async fn surrogates_come_in_pairs(app: TestApp) {
    let token = load_sample_records(&app).await;
    for (text, expected) in [
        (r#""a\uD83D\uDE00""#, Some("a\u{1f600}")),
        (r#""\ud83d\ude00\u0041""#, Some("\u{1f600}A")),
        (r#""\u{1F600}""#, Some("\u{1f600}")),
        (r#""a\u{22}\u{5c}\u{a}\u{00e4}""#, Some("a\"\\\n\u{e4}")),
        (r#""\\ud83d""#, Some("\\ud83d")),
        (r#""\ud83d""#, None),
        (r#""\ude00""#, None),
        (r#""\ude00\ud83d""#, None),
        (r#""\ud83d\u{de00}""#, None),
        (r#""\u{D83D}""#, None),
        (r#""\ud83da""#, None),
    ] {
        let query = update("", &format!("{{ nativeName: {text} }}"));
        let response = app.query(&token, &query).await;
        match expected {
            Some(expected) => assert_eq!(shown(&response).0, json!(expected), "{text}"),
            None => assert!(response.text.contains("escape sequence"), "{text}: {}", response.text),
        }
    }
}
