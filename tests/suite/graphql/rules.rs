//! The validation rules of the specification of September 2025, each with a document that it rejects
//! and one that passes.

use serde_json::{Value as Json, json};

use super::load_sample_records;
use crate::support::{Response, TestApp, apply, each_engine};

/// A rule by its section, a document that violates it, and a similar one that doesn't.
const RULES: [(&str, &str, &str); 40] = [
    (
        "5.1.1 Executable Definitions",
        "{ viewer { permissions } } type T { a: Int }",
        "{ viewer { permissions } }",
    ),
    (
        "5.2.1.1 Operation Name Uniqueness",
        "query A { viewer { permissions } } query A { viewer { roles } }",
        "query A { viewer { permissions } } query B { viewer { roles } }",
    ),
    (
        "5.2.2.1 Lone Anonymous Operation",
        "{ viewer { permissions } } query B { viewer { roles } }",
        "query A { viewer { permissions } } query B { viewer { roles } }",
    ),
    (
        "5.2.3.1 Single Root Field: two fields",
        "query A { viewer { roles } } subscription S { notificationReceived { type } \
         recordChanged { position } }",
        "query A { viewer { roles } } subscription S { recordChanged { position } }",
    ),
    (
        "5.2.3.1 Single Root Field: in a fragment",
        "query A { viewer { roles } } subscription S { ...F } fragment F on Subscription { \
         recordChanged { position } a: recordChanged { position } }",
        "query A { viewer { roles } } subscription S { ...F } fragment F on Subscription { \
         recordChanged { position } }",
    ),
    (
        "5.2.3.1 Single Root Field: introspection",
        "query A { viewer { roles } } subscription S { __typename }",
        "query A { viewer { roles __typename } }",
    ),
    (
        "5.2.3.1 Single Root Field: a condition",
        "query A { viewer { roles } } subscription S($a: Boolean!) { recordChanged @skip(if: $a) \
         { position } }",
        "query A { viewer { roles } } subscription S($a: Boolean!) { recordChanged { position \
         @skip(if: $a) } }",
    ),
    ("5.3.1 Field Selections", "{ viewer { nonsense } }", "{ viewer { permissions } }"),
    (
        "5.3.1 Field Selections: of an interface",
        "{ trash { nodes { title } } }",
        "{ trash { nodes { label } } }",
    ),
    (
        "5.3.2 Field Selection Merging: names",
        "{ viewer { a: permissions a: roles } }",
        "{ viewer { a: permissions b: roles } }",
    ),
    (
        "5.3.2 Field Selection Merging: arguments",
        "{ locales(first: 1) { totalCount } locales(first: 2) { totalCount } }",
        "{ locales(first: 1) { totalCount } locales(first: 1) { nodes { code } } }",
    ),
    (
        "5.3.2 Field Selection Merging: types of other objects",
        "{ trash { nodes { ... on Report { a: title } ... on Locale { a: sortOrder } } } }",
        "{ trash { nodes { ... on Report { a: title } ... on Locale { a: name } } } }",
    ),
    (
        "5.3.3 Leaf Field Selections: a scalar with a selection",
        "{ viewer { permissions { a } } }",
        "{ viewer { permissions } }",
    ),
    (
        "5.3.3 Leaf Field Selections: an object without",
        "{ viewer { user } }",
        "{ viewer { user { id } } }",
    ),
    (
        "5.4.1 Argument Names",
        "{ locales(firs: 1) { totalCount } }",
        "{ locales(first: 1) { totalCount } }",
    ),
    (
        "5.4.2 Argument Uniqueness",
        "{ locales(first: 1, first: 1) { totalCount } }",
        "{ locales(first: 1, after: null) { totalCount } }",
    ),
    ("5.4.3 Required Arguments", "{ locale { name } }", "{ locale(code: \"en\") { name } }"),
    (
        "5.5.1.1 Fragment Name Uniqueness",
        "{ viewer { ...F } } fragment F on Viewer { roles } fragment F on Viewer { permissions }",
        "{ viewer { ...F ...G } } fragment F on Viewer { roles } fragment G on Viewer { \
         permissions }",
    ),
    (
        "5.5.1.2 Fragment Spread Type Existence",
        "{ viewer { ... on Nonsense { roles } } }",
        "{ viewer { ... on Viewer { roles } } }",
    ),
    (
        "5.5.1.3 Fragments on Object, Interface or Union Types",
        "{ viewer { ... on Kind { roles } } }",
        "{ node(id: \"a\") { ... on Node { id } } }",
    ),
    (
        "5.5.1.4 Fragments Must Be Used",
        "{ viewer { roles } } fragment F on Viewer { roles }",
        "{ viewer { ...F } } fragment F on Viewer { roles }",
    ),
    (
        "5.5.2.1 Fragment Spread Target Defined",
        "{ viewer { ...F } }",
        "{ viewer { ...F } } fragment F on Viewer { roles }",
    ),
    (
        "5.5.2.2 Fragment Spreads Must Not Form Cycles",
        "{ viewer { ...F } } fragment F on Viewer { ...G } fragment G on Viewer { ...F }",
        "{ viewer { ...F } } fragment F on Viewer { ...G } fragment G on Viewer { roles }",
    ),
    (
        "5.5.2.3.1 Object Spreads in Object Scope",
        "{ viewer { ... on Locale { name } } }",
        "{ viewer { ... on Viewer { roles } } }",
    ),
    (
        "5.5.2.3.2 Abstract Spreads in Object Scope",
        "{ viewer { ... on Node { id } } }",
        "{ locale(code: \"en\") { ... on Node { id } } }",
    ),
    (
        "5.5.2.3.3 Object Spreads in Abstract Scope",
        "{ node(id: \"a\") { ... on Viewer { roles } } }",
        "{ node(id: \"a\") { ... on Locale { name } } }",
    ),
    (
        "5.5.2.3.4 Abstract Spreads in Abstract Scope",
        "query($a: ID!) { node(id: $a) { ... on UserSummary { email } } }",
        "{ node(id: \"a\") { ... on Restorable { label } } }",
    ),
    (
        "5.6.1 Values of Correct Type",
        "{ locales(first: \"1\") { totalCount } }",
        "{ locales(first: 1) { totalCount } }",
    ),
    (
        "5.6.2 Input Object Field Names",
        "{ locales(where: { nam: { eq: \"a\" } }) { totalCount } }",
        "{ locales(where: { name: { eq: \"a\" } }) { totalCount } }",
    ),
    (
        "5.6.3 Input Object Field Uniqueness",
        "{ locales(where: { name: { eq: \"a\", eq: \"a\" } }) { totalCount } }",
        "{ locales(where: { name: { eq: \"a\", in: [\"a\"] } }) { totalCount } }",
    ),
    (
        "5.6.4 Input Object Required Fields",
        "{ locales(orderBy: { direction: ASC }) { totalCount } }",
        "{ locales(orderBy: { field: NAME }) { totalCount } }",
    ),
    (
        "5.7.1 Directives Are Defined",
        "{ viewer { roles @nonsense } }",
        "{ viewer { roles @include(if: true) } }",
    ),
    (
        "5.7.2 Directives Are in Valid Locations",
        "query @skip(if: false) { viewer { roles } }",
        "query { viewer { roles @skip(if: false) } }",
    ),
    (
        "5.7.3 Directives Are Unique per Location",
        "{ viewer { roles @skip(if: false) @skip(if: false) } }",
        "{ viewer { roles @skip(if: false) @include(if: true) } }",
    ),
    (
        "5.8.1 Variable Uniqueness",
        "query($a: Int, $a: Int) { locales(first: $a) { totalCount } }",
        "query($a: Int, $b: Int) { locales(first: $a) { totalCount } reports(first: $b) { \
         totalCount } }",
    ),
    (
        "5.8.2 Variables Are Input Types",
        "query($a: Viewer) { locales(first: $a) { totalCount } }",
        "query($a: LocaleFilter) { locales(where: $a) { totalCount } }",
    ),
    (
        "5.8.3 and 5.8.4 All Variables Are Defined and Used",
        "query($a: Int) { locales(first: $b) { totalCount } }",
        "query($a: Int) { locales(first: $a) { totalCount } }",
    ),
    (
        "5.8.5 All Variable Usages Are Allowed",
        "query($a: String) { locale(code: $a) { name } }",
        "query($a: String = \"en\") { locale(code: $a) { name } }",
    ),
    (
        "5.8.5 All Variable Usages Are Allowed: in a one-of input object",
        "query A { viewer { roles } } mutation B($a: String) { sendNotifications(input: { to: { \
         role: $a }, type: INFO, title: \"a\", message: \"b\" }) { count } }",
        "query A { viewer { roles } } mutation B($a: String!) { sendNotifications(input: { to: { \
         role: $a }, type: INFO, title: \"a\", message: \"b\" }) { count } }",
    ),
    (
        "5.8.5 All Variable Usages Are Allowed: in a fragment of one operation of two",
        "query A { viewer { roles } } mutation B($a: String!) { ...F } mutation C($a: String) { \
         ...F } fragment F on Mutation { sendNotifications(input: { to: { role: $a }, type: INFO, \
         title: \"a\", message: \"b\" }) { count } }",
        "query A { viewer { roles } } mutation B($a: String!) { ...F } mutation C($a: String!) { \
         ...F } fragment F on Mutation { sendNotifications(input: { to: { role: $a }, type: INFO, \
         title: \"a\", message: \"b\" }) { count } }",
    ),
];

async fn send(app: &TestApp, token: &str, query: &str) -> Response {
    // A document with several operations runs the query.
    let name = if query.contains("query A") { json!("A") } else { Json::Null };
    let body = json!({ "query": query, "operationName": name, "variables": {} });
    app.rest("POST", "/graphql", Some(token), Some(&body)).await
}

#[apply(each_engine!)]
async fn every_rule_of_the_specification_is_checked(app: TestApp) {
    let token = load_sample_records(&app).await;
    for (rule, wrong, right) in RULES {
        let refused = send(&app, &token, wrong).await;
        let code = refused.error().map(|it| it.0);
        assert_eq!(code, Some("BAD_REQUEST"), "{rule}: {}", refused.text);
        assert_eq!(refused.body.get("data"), None, "{rule}: {}", refused.text);
        let passed = send(&app, &token, right).await;
        assert!(passed.body.get("errors").is_none(), "{rule}: {}", passed.text);
    }
}

/// What the specification has since September 2025 in documents: escapes, but no descriptions.
#[apply(each_engine!)]
async fn documents_have_escapes_and_no_descriptions(app: TestApp) {
    let token = load_sample_records(&app).await;
    for (query, line, column) in [
        ("\"What it reads\" query { viewer { roles } }", 1, 1),
        ("\n\"\"\"What it reads\"\"\" { viewer { roles } }", 2, 1),
        ("query A(\"One\" $a: Boolean = true) { viewer { roles @include(if: $a) } }", 1, 9),
        ("{ viewer { ...F } } \"Its type\" fragment F on Viewer { roles }", 1, 21),
    ] {
        let response = send(&app, &token, query).await;
        let (code, message) = response.error().unwrap();
        assert_eq!(code, "BAD_REQUEST");
        assert!(message.ends_with("Descriptions are not accepted"), "{query}: {message}");
        let places = json!([{ "line": line, "column": column }]);
        assert_eq!(response.body["errors"][0]["locations"], places, "{query}");
    }
    // Positions are those of the text that was sent.
    let escaped = r#"{ locale(code: "\u{1F600}\ud83d\ude00") { nonsense } }"#;
    let response = send(&app, &token, escaped).await;
    let places = json!([{ "line": 1, "column": 43 }]);
    assert_eq!(response.body["errors"][0]["locations"], places, "{}", response.text);
    let names = ["\u{1f600}", "a\"\\\n\u{e4}"];
    let written = [r"\u{1F600}", r"a\u{22}\u{5c}\u{a}\u{00e4}"];
    for (name, text) in names.into_iter().zip(written) {
        let change = format!(
            "mutation {{ updateLocale(code: \"pt-BR\", changes: {{ name: \"{text}\" }}) {{ \
             locale {{ name }} }} }}"
        );
        let response = send(&app, &token, &change).await;
        assert_eq!(response.data()["updateLocale"]["locale"]["name"], json!(name), "{text}");
    }
    let surrogate = "{ locale(code: \"\\u{D83D}\") { name } }";
    let response = send(&app, &token, surrogate).await;
    assert_eq!(response.error().map(|it| it.0), Some("BAD_REQUEST"));
}

/// Similar names are suggested for unknown ones.
#[apply(each_engine!)]
async fn errors_suggest_similar_names(app: TestApp) {
    let token = load_sample_records(&app).await;
    let cases = [
        ("{ viewr { roles } }", Some("Did you mean `viewer`")),
        ("{ viewer { role } }", Some("Did you mean `roles`")),
        ("{ trash { nodes { ... on Reports { title } } } }", Some("`Report`")),
        ("query($a: Strin!) { locale(code: $a) { name } }", Some("`String`")),
        ("{ locales(frist: 1) { totalCount } }", Some("Did you mean `first`")),
        ("{ viewer { roles @skipp(if: true) } }", Some("Did you mean `@skip`")),
        ("{ viewer { roles @skip(iff: true) } }", Some("Did you mean `if`")),
        ("{ locales(where: { nam: { eq: \"a\" } }) { totalCount } }", Some("`name`")),
        ("{ trash(kinds: [REPORTS]) { nodes { id } } }", Some("Did you mean `REPORT`")),
        ("{ xyzxyzxyz { roles } }", None),
    ];
    for (query, suggestion) in cases {
        let response = send(&app, &token, query).await;
        let errors = response.body["errors"].to_string();
        match suggestion {
            Some(text) => assert!(errors.contains(text), "{query}: {errors}"),
            None => assert!(!errors.contains("Did you mean"), "{query}: {errors}"),
        }
    }
    let filter = "query($v: ReportFilter) { reports(where: $v) { totalCount } }";
    let order = "query($v: TrashOrder) { trash(orderBy: $v) { totalCount } }";
    let kinds = "query($v: [Kind!]) { trash(kinds: $v) { totalCount } }";
    let sending =
        "mutation($v: SendNotificationsInput!) { sendNotifications(input: $v) { count } }";
    let input = |to: Json| json!({ "to": to, "type": "INFO", "title": "a", "message": "b" });
    let one_of = "In the value of input field SendNotificationsInput.to, NotificationRecipients must \
                  have exactly one field, and it must not be null";
    let variables = [
        (filter, json!({ "titel": {} }), "not in type ReportFilter. Did you mean `title`?"),
        (filter, json!({ "and": [{ "titel": {} }] }), "Did you mean `title`?"),
        (order, json!("PURGE_A"), "is no TrashOrder. Did you mean `PURGE_AT`?"),
        (order, json!(7), "The value of variable v is no TrashOrder"),
        (kinds, json!(["REPORTS"]), "is no Kind. Did you mean `REPORT`?"),
        (sending, input(json!({ "rol": "a" })), "Did you mean `role`?"),
        (sending, input(json!({})), one_of),
        (sending, input(json!({ "role": null })), one_of),
        (sending, input(json!({ "role": "a", "userIds": [1] })), one_of),
    ];
    for (query, value, message) in variables {
        let response = app.graphql(Some(&token), query, json!({ "v": value })).await;
        let (_, found) = response.error().unwrap();
        assert!(found.ends_with(message), "{query} {value}: {found}");
    }
    let long = format!("{{ {} {{ roles }} }}", "viewer".repeat(5_000));
    let response = send(&app, &token, &long).await;
    assert!(!response.text.contains("Did you mean"));
}
