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
    let syntax = app.graphql(Some(&token), "{ viewer { permissions ", json!({})).await;
    assert!(syntax.error().unwrap().1.starts_with("Syntax error"), "{}", syntax.text);
    app.graphql(Some(&token), "{ viewer { permissions } }", json!({})).await.data();
}

/// Syntax errors, unknown names, and violations of the specification.
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
        "{ viewer }".to_owned(),
        "{ viewer { permissions { a } } }".to_owned(),
        "{ viewer { user { __typename { a } } } }".to_owned(),
        "{ locale(code: \"pt-BR\") { ... on Report { title } } }".to_owned(),
        "{ locale(code: \"pt-BR\") { a: name a: code } }".to_owned(),
        "{ ...A } fragment A on Query { ...A }".to_owned(),
        "query A { viewer { permissions } } query A { viewer { permissions } }".to_owned(),
        "{ viewer { permissions } } query B { viewer { permissions } }".to_owned(),
    ];
    for query in queries {
        assert_refused(&app, &token, &query, json!({})).await;
    }
}

/// D13: malformed scalars, missing inputs, wrong enums and Ints, in the document and in variables,
/// without permissions too: types are checked first.
#[apply(each_engine!)]
async fn invalid_literals_are_refused(app: TestApp) {
    let token = load_sample_records(&app).await;
    let nobody = app.caller(9, &[]).await;
    let first = format!("first: restoreReport(uuid: \"{}\") {{ restored }}", uuid(1));
    let send = |input: &str| {
        format!(
            "mutation {{ {first} sendNotification(input: {input}) {{ notification {{ title }} }} }}"
        )
    };
    let locale = |changes: &str| {
        format!(
            "mutation {{ {first} updateLocale(code: \"pt-BR\", changes: {changes}) {{ locale \
             {{ code }} }} }}"
        )
    };
    let cases = [
        format!("mutation {{ {first} restoreCustomer(uuid: \"no-uuid\") {{ restored }} }}"),
        format!("mutation {{ {first} restoreCustomer(uuid: 1) {{ restored }} }}"),
        format!("mutation {{ {first} restoreCustomer(uuid: null) {{ restored }} }}"),
        format!("mutation {{ {first} restoreTranslation(databaseId: 1.5) {{ restored }} }}"),
        format!("mutation {{ {first} restoreTranslation(databaseId: \"one\") {{ restored }} }}"),
        format!(
            "mutation {{ {first} restoreTranslation(databaseId: 9223372036854775808) \
             {{ restored }} }}"
        ),
        format!("mutation {{ {first} restoreLocale(code: 1) {{ restored }} }}"),
        locale("{ sortOrder: 2147483648 }"),
        locale("{ sortOrder: 1.0 }"),
        locale("{ sortOrder: \"1\" }"),
        locale("{ isActive: 1 }"),
        locale("{ name: 1 }"),
        locale("{ nonsense: 1 }"),
        locale("{ sort_order: 1 }"),
        locale("null"),
        locale("[]"),
        send("{ userId: 2, type: LOUD, title: \"a\", message: \"b\" }"),
        send("{ userId: 2, type: info, title: \"a\", message: \"b\" }"),
        send("{ userId: 2, type: \"INFO\", title: \"a\", message: \"b\" }"),
        send("{ userId: 2, type: INFO, title: \"a\" }"),
        send("{ userId: 2, type: null, title: \"a\", message: \"b\" }"),
        send("{ userId: 2, type: INFO, title: \"a\", message: \"b\", metadata: [] }"),
        send("{ userId: 2, type: INFO, title: \"a\", message: \"b\", metadata: \"{}\" }"),
        format!(
            "mutation {{ {first} updateApiKey(uuid: \"{}\", changes: {{ expiresAt: \
             \"tomorrow\" }}) {{ apiKey {{ name }} }} }}",
            uuid(1)
        ),
    ];
    for query in &cases {
        assert_refused(&app, &token, query, json!({})).await;
        assert_refused(&app, &nobody, query, json!({})).await;
    }
}

/// The same in variables.
#[apply(each_engine!)]
async fn invalid_variables_are_refused(app: TestApp) {
    let token = load_sample_records(&app).await;
    let first = format!("first: restoreReport(uuid: \"{}\") {{ restored }}", uuid(1));
    let declare =
        |declared: &str, field: &str| format!("mutation({declared}) {{ {first} {field} }}");
    let restore = declare("$v: UUID!", "restoreCustomer(uuid: $v) { restored }");
    let translation = declare("$v: BigInt!", "restoreTranslation(databaseId: $v) { restored }");
    let locale = declare(
        "$v: LocaleChanges!",
        "updateLocale(code: \"pt-BR\", changes: $v) { locale { code } }",
    );
    let send = declare(
        "$v: SendNotificationInput!",
        "sendNotification(input: $v) { notification { title } }",
    );
    let whole = json!({ "userId": 2, "type": "INFO", "title": "a", "message": "b" });
    let with = |name: &str, value: Json| {
        let mut input = whole.clone();
        input[name] = value;
        input
    };
    let mut short = whole.clone();
    short.as_object_mut().unwrap().remove("title");
    let cases = [
        (&restore, json!("no-uuid")),
        (&restore, json!(5)),
        (&restore, json!(null)),
        (&restore, json!([uuid(1), uuid(2)])),
        (&translation, json!("1.5")),
        (&translation, json!("")),
        (&translation, json!("+1")),
        (&translation, json!(1.5)),
        (&translation, json!(true)),
        (&translation, json!(u64::MAX)),
        (&locale, json!({ "sortOrder": 2_147_483_648_i64 })),
        (&locale, json!({ "sortOrder": "1" })),
        (&locale, json!({ "sortOrder": 1.5 })),
        (&locale, json!({ "isActive": "true" })),
        (&locale, json!({ "name": ["a", "b"] })),
        (&locale, json!({ "nonsense": 1 })),
        (&locale, json!("nonsense")),
        (&locale, json!(null)),
        (&send, short),
        (&send, with("type", json!("LOUD"))),
        (&send, with("type", json!("info"))),
        (&send, with("type", json!(null))),
        (&send, with("title", json!(null))),
        (&send, with("metadata", json!([]))),
        (&send, with("metadata", json!("{}"))),
    ];
    for (query, value) in cases {
        assert_refused(&app, &token, query, json!({ "v": value })).await;
    }
    assert_refused(&app, &token, &restore, json!({})).await;
    let unfit = declare("$v: String!", "restoreTranslation(databaseId: $v) { restored }");
    assert_refused(&app, &token, &unfit, json!({ "v": "1" })).await;
}

/// The one error about an unknown field, at any depth, and errors in variables have their place.
#[apply(each_engine!)]
async fn errors_name_the_cause_and_its_place(app: TestApp) {
    let token = load_sample_records(&app).await;
    /// A document, its variables, what its first error names, and the lines and columns of all.
    type Case = (&'static str, Json, &'static str, &'static [(u64, u64)]);
    let cases: [Case; 19] = [
        ("{ viewer { canSend { x } } }", json!({}), "must not have subselections", &[(1, 12)]),
        ("{ viewer { user { ... on Reprt { id } } } }", json!({}), "`Reprt`", &[(1, 26)]),
        (
            "{ viewer { user { ...F } } } fragment F on Usr { id }",
            json!({}),
            "type condition `Usr`",
            &[(1, 44)],
        ),
        (
            "{ viewer { user { ...F } } } fragment F on Kind { id }",
            json!({}),
            "type `Kind` does not have a field `id`",
            &[(1, 51)],
        ),
        (
            "{ viewer { user { id ...G } } } fragment F on User { id }",
            json!({}),
            "cannot find fragment `G`",
            &[(1, 22), (1, 33)],
        ),
        // What only a field uses that doesn't exist is used.
        ("query($a: Int) { viewer { x(a: $a) } }", json!({}), "`x`", &[(1, 27)]),
        (
            "query($a: Boolean!) { viewer { canSend { y @skip(if: $a) } } }",
            json!({}),
            "must not have subselections",
            &[(1, 32)],
        ),
        ("{ viewer { x { ...F } } } fragment F on User { id }", json!({}), "`x`", &[(1, 12)]),
        (
            "{ viewer { ...F } } fragment F on Viewr { user { ...G } } fragment G on User { id }",
            json!({}),
            "`Viewr`",
            &[(1, 35)],
        ),
        ("query($a: Int) { viewer { roles } }", json!({}), "unused variable", &[(1, 7)]),
        ("{ nonsense { id } }", json!({}), "nonsense", &[(1, 3)]),
        ("{ viewer { nonsense } }", json!({}), "nonsense", &[(1, 12)]),
        ("{ viewer { user { nonsense { id } } } }", json!({}), "nonsense", &[(1, 19)]),
        ("{ reports {\n nodes { nonsense } } }", json!({}), "nonsense", &[(2, 10)]),
        // An object without a selection is an error of its own, found once all names are known.
        ("{ viewer { user } a: viewer { nonsense } }", json!({}), "nonsense", &[(1, 31)]),
        ("{ viewer { user } }", json!({}), "subselection", &[(1, 12)]),
        (
            "query(\n$a: Int, $b: UUID!) { report(uuid: $b) { id } reports(first: $a) { totalCount } }",
            json!({ "b": "no-uuid" }),
            "variable b",
            &[(2, 10)],
        ),
        (
            "query($a: Int, $b: UUID!) { report(uuid: $b) { id } reports(first: $a) { totalCount } }",
            json!({ "a": "no-int", "b": uuid(1) }),
            "",
            &[(1, 7)],
        ),
        (
            "query($a: Int, $b: UUID!) { report(uuid: $b) { id } reports(first: $a) { totalCount } }",
            json!({ "a": 1 }),
            "b",
            &[(1, 16)],
        ),
    ];
    for (query, variables, named, places) in cases {
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
