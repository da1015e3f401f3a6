//! The validation rules of the specification of September 2025, each with a document that it rejects
//! and one that passes.

use serde_json::{Value as Json, json};

use super::load_sample_records;
use crate::support::{Response, TestApp, apply, each_engine};

/// Blocks of a rule by its section, a document that violates it, and a similar one that doesn't.
const RULES: &str = include_str!("rules.txt");

async fn send(app: &TestApp, token: &str, query: &str) -> Response {
    // A document with several operations runs the query.
    let name = if query.contains("query A") { json!("A") } else { Json::Null };
    let body = json!({ "query": query, "operationName": name, "variables": {} });
    app.rest("POST", "/graphql", Some(token), Some(&body)).await
}

#[apply(each_engine!)]
async fn every_rule_of_the_specification_is_checked(app: TestApp) {
    let token = load_sample_records(&app).await;
    for block in RULES.split("\n\n") {
        let [rule, wrong, right] = block.lines().collect::<Vec<_>>()[..] else { panic!("{block}") };
        let refused = send(&app, &token, wrong).await;
        assert_eq!(refused.code(), Some("BAD_REQUEST"), "{rule}: {}", refused.text);
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
