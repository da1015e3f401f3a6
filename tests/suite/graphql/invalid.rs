//! D13, D21: documents and variables that can't be executed change nothing.

use reinstate::api::graphql::Settings;
use serde_json::{Value as Json, json};

use super::{load_sample_records, uuid};
use crate::support::{TestApp, apply, each_engine};

/// Asserts BAD_REQUEST for each error, no data, and no change.
async fn assert_refused(app: &TestApp, token: &str, query: &str, variables: Json) {
    let case = format!("{query} {variables}");
    let before = app.row("reports", 1).await;
    let response = app.graphql(Some(token), query, variables).await;
    let errors = response.body["errors"].as_array().unwrap_or_else(|| panic!("{case}: no errors"));
    assert!(!errors.is_empty(), "{case}");
    for error in errors {
        assert_eq!(error["extensions"]["code"], json!("BAD_REQUEST"), "{case}: {error}");
        assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{case}");
    }
    assert_eq!(response.body.get("data"), None, "{case}");
    assert_eq!(app.row("reports", 1).await, before, "{case}: something was done");
}

/// With a hidden schema errors say where a document is wrong, and name no type, field or argument of it.
#[apply(each_engine!)]
async fn errors_do_not_describe_a_hidden_schema(app: TestApp) {
    let mut app = app;
    app.configure(&Settings { hide_schema: true, ..Settings::default() });
    let token = load_sample_records(&app).await;
    let cases = [
        ("{ reports { nope } }", json!({})),
        ("{ report { title } }", json!({})),
        ("{ report(uuid: 1) { title } }", json!({})),
        ("{ report(uuid: \"x\") { title } }", json!({})),
        ("{ reports(where: { titel: { eq: \"a\" } }) { totalCount } }", json!({})),
        ("{ viewer }", json!({})),
        ("{ viewer { user { email { a } } } }", json!({})),
        ("{ trash { nodes { ... on Locales { id } } } }", json!({})),
        ("query($id: Int!) { node(id: $id) { id } }", json!({ "id": 1 })),
        ("query($id: ID!) { node(id: $id) { id } }", json!({})),
        (
            "mutation($c: LocaleChanges!) { updateLocale(code: \"a\", changes: $c) \
              { locale { id } } }",
            json!({ "c": { "nam": "a" } }),
        ),
        ("mutation { deleteLocales { locale { id } } }", json!({})),
    ];
    for (query, variables) in cases {
        let response = app.graphql(Some(&token), query, variables).await;
        let errors = response.body["errors"].as_array().unwrap().clone();
        for error in errors {
            assert_eq!(error["message"], "The document or its variables are not valid", "{query}");
            assert_eq!(error["extensions"]["code"], "BAD_REQUEST", "{query}");
        }
    }
    let syntax = app.query(&token, "{ viewer { permissions ").await;
    assert!(syntax.error().unwrap().1.starts_with("Syntax error"), "{}", syntax.text);
    app.query(&token, "{ viewer { permissions } }").await.data();
}

/// Syntax errors, and mutations of which one field is valid. `rules.rs` has all rules.
#[apply(each_engine!)]
async fn invalid_documents_are_refused(app: TestApp) {
    let token = load_sample_records(&app).await;
    let restore = format!("restoreReport(uuid: \"{}\") {{ restored }}", uuid(1));
    let queries = [
        String::new(),
        "{".to_owned(),
        "{ }".to_owned(),
        "nonsense".to_owned(),
        "{ viewer { permissions } } }".to_owned(),
        format!("mutation {{ {restore} "),
        format!("mutation {{ {restore} nonsense {{ a }} }}"),
        format!("mutation {{ {restore} restoreReport {{ restored }} }}"),
        format!("mutation {{ {restore} r: restoreReport(uuid: \"{}\") {{ nonsense }} }}", uuid(2)),
        format!(
            "mutation {{ {restore} r: restoreReport(uuid: \"{}\", more: 1) {{ restored }} }}",
            uuid(2)
        ),
        format!("mutation {{ {restore} ...F }}"),
        format!("mutation {{ {restore} }} fragment F on Report {{ title }}"),
        format!("mutation($unused: Int) {{ {restore} }}"),
        format!("mutation {{ {restore} r: restoreReport(uuid: $undefined) {{ restored }} }}"),
        format!("mutation {{ {restore} restoreReport(uuid: \"{}\") {{ restored }} }}", uuid(2)),
        format!("mutation {{ {restore} @nonsense }}"),
        format!("mutation {{ {restore} @skip }}"),
        format!("query {{ {restore} }}"),
        format!("subscription {{ {restore} }}"),
    ];
    for query in queries {
        assert_refused(&app, &token, &query, json!({})).await;
    }
}

/// D13: malformed scalars and missing inputs, in the document and in variables, without permissions
/// too: types are checked first. `updates` and `sending` have the values of each field.
#[apply(each_engine!)]
async fn invalid_arguments_are_refused(app: TestApp) {
    let token = load_sample_records(&app).await;
    let nobody = app.caller(9, &[]).await;
    let first = format!("first: restoreReport(uuid: \"{}\") {{ restored }}", uuid(1));
    let customer = "restoreCustomer(uuid: VALUE) { restored }";
    let translation = "restoreTranslation(databaseId: VALUE) { restored }";
    let locale = "updateLocale(code: \"pt-BR\", changes: VALUE) { locale { code } }";
    let send = "sendNotification(input: VALUE) { notification { title } }";
    let literals = [
        (customer, "\"no-uuid\""),
        (customer, "1"),
        (customer, "null"),
        (translation, "1.5"),
        (translation, "\"one\""),
        (translation, "9223372036854775808"),
        ("restoreLocale(code: VALUE) { restored }", "1"),
        (locale, "null"),
        (locale, "[]"),
        (locale, "{ sortOrder: 1.0 }"),
        (locale, "{ sortOrder: 2147483648 }"),
        (locale, "{ isActive: 1 }"),
        (locale, "{ name: ENGLISH }"),
        (send, "{ userId: 2, type: \"INFO\", title: \"a\", message: \"b\" }"),
        (send, "{ userId: 2, type: INFO, title: \"a\" }"),
        (send, "{ userId: 2, type: null, title: \"a\", message: \"b\" }"),
    ];
    for (field, value) in literals {
        let query = format!("mutation {{ {first} {} }}", field.replace("VALUE", value));
        for token in [&token, &nobody] {
            assert_refused(&app, token, &query, json!({})).await;
        }
    }
    let variables = [
        (customer, "UUID!", json!("no-uuid")),
        (customer, "UUID!", json!(5)),
        (customer, "UUID!", json!(null)),
        (customer, "UUID!", json!([uuid(1), uuid(2)])),
        (translation, "BigInt!", json!("1.5")),
        (translation, "BigInt!", json!("")),
        (translation, "BigInt!", json!("+1")),
        (translation, "BigInt!", json!(1.5)),
        (translation, "BigInt!", json!(true)),
        (translation, "BigInt!", json!(u64::MAX)),
        (translation, "String!", json!("1")),
        (locale, "LocaleChanges!", json!("nonsense")),
        (locale, "LocaleChanges!", json!(null)),
        (locale, "LocaleChanges!", json!({ "sortOrder": 1.5 })),
        (send, "SendNotificationInput!", json!({ "userId": 2, "type": "INFO", "title": "a" })),
    ];
    for (field, of, value) in variables {
        let query = format!("mutation($v: {of}) {{ {first} {} }}", field.replace("VALUE", "$v"));
        assert_refused(&app, &token, &query, json!({ "v": value })).await;
        assert_refused(&app, &token, &query, json!({})).await;
    }
}

/// The one error about an unknown field, at any depth, and errors in variables have their place.
#[apply(each_engine!)]
async fn errors_name_the_cause_and_its_place(app: TestApp) {
    let token = load_sample_records(&app).await;
    /// A document, what its first error names, and the lines and columns of all.
    type Case = (&'static str, &'static str, &'static [(u64, u64)]);
    let cases: [Case; 16] = [
        ("{ viewer { canSend { x } } }", "must not have subselections", &[(1, 12)]),
        ("{ viewer { user { ... on Reprt { id } } } }", "`Reprt`", &[(1, 26)]),
        (
            "{ viewer { user { ...F } } } fragment F on Usr { id }",
            "type condition `Usr`",
            &[(1, 44)],
        ),
        (
            "{ viewer { user { ...F } } } fragment F on Kind { id }",
            "type `Kind` does not have a field `id`",
            &[(1, 51)],
        ),
        (
            "{ viewer { user { id ...G } } } fragment F on User { id }",
            "cannot find fragment `G`",
            &[(1, 22), (1, 33)],
        ),
        // What only a field uses that doesn't exist is used.
        ("query($a: Int) { viewer { x(a: $a) } }", "`x`", &[(1, 27)]),
        (
            "query($a: Boolean!) { viewer { canSend { y @skip(if: $a) } } }",
            "must not have subselections",
            &[(1, 32)],
        ),
        ("{ viewer { x { ...F } } } fragment F on User { id }", "`x`", &[(1, 12)]),
        (
            "{ viewer { ...F } } fragment F on Viewr { user { ...G } } fragment G on User { id }",
            "`Viewr`",
            &[(1, 35)],
        ),
        ("query($a: Int) { viewer { roles } }", "unused variable", &[(1, 7)]),
        ("{ nonsense { id } }", "nonsense", &[(1, 3)]),
        ("{ viewer { nonsense } }", "nonsense", &[(1, 12)]),
        ("{ viewer { user { nonsense { id } } } }", "nonsense", &[(1, 19)]),
        ("{ reports {\n nodes { nonsense } } }", "nonsense", &[(2, 10)]),
        // An object without a selection is an error of its own, found once all names are known.
        ("{ viewer { user } a: viewer { nonsense } }", "nonsense", &[(1, 31)]),
        ("{ viewer { user } }", "subselection", &[(1, 12)]),
    ];
    let two =
        "query($a: Int,\n$b: UUID!) { report(uuid: $b) { id } reports(first: $a) { totalCount } }";
    let by_variables = [
        (two, json!({ "b": "no-uuid" }), "variable b", &[(2, 1)][..]),
        (two, json!({ "a": "no-int", "b": uuid(1) }), "", &[(1, 7)]),
        (two, json!({ "a": 1 }), "b", &[(2, 1)]),
    ];
    let cases = cases.into_iter().map(|(query, named, at)| (query, json!({}), named, at));
    for (query, variables, named, places) in cases.chain(by_variables) {
        let response = app.graphql(Some(&token), query, variables).await;
        let errors = response.body["errors"].as_array().unwrap();
        let found: Vec<_> = errors
            .iter()
            .map(|error| {
                let place = &error["locations"][0];
                (place["line"].as_u64().unwrap_or(0), place["column"].as_u64().unwrap_or(0))
            })
            .collect();
        assert_eq!(found, places, "{query}: {}", response.body);
        assert!(errors[0]["message"].as_str().unwrap().contains(named), "{}", response.body);
    }
}
