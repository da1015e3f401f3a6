//! Changes of an expected version of a record: `If-Match`, and `expectedVersion`.

use serde_json::{Value as Json, json};

use crate::{
    contract::{Act, KeyKind, Operation, restores, updates},
    support::{Response, TestApp, apply, each_engine, fixture},
};

/// Sends a REST operation with this `If-Match`.
async fn send(
    app: &TestApp,
    token: &str,
    operation: &Operation,
    id: i64,
    tags: Option<&str>,
) -> Response {
    let body = match operation.act {
        Act::Restore { .. } => String::new(),
        Act::Update { .. } => (operation.body)().0.to_string(),
    };
    let (path, headers) =
        (operation.path_to(&operation.key_of(id)), tags.map(|it| ("if-match", it)));
    app.ask(operation.method(), &path, Some(token), headers.as_slice(), body).await
}

/// Sends it through GraphQL with this expected version.
async fn send_graphql(
    app: &TestApp,
    token: &str,
    operation: &Operation,
    id: i64,
    version: Json,
) -> Response {
    let (argument, ty) = operation.key.argument();
    let (mutation, field) = (operation.mutation(), operation.field_name());
    let changes = (operation.body)().1;
    let (declared, passed) = match operation.act {
        Act::Restore { .. } => (String::new(), ""),
        Act::Update { .. } => {
            (format!(", $changes: {}Changes!", operation.type_name()), ", changes: $changes")
        }
    };
    let query = format!(
        "mutation($key: {ty}, $version: BigInt{declared}) {{ {mutation}({argument}: $key, \
         expectedVersion: $version{passed}) {{ {field} {{ version }} }} }}"
    );
    let key = match operation.key {
        KeyKind::Id => json!(id),
        _ => json!(operation.key_of(id)),
    };
    app.graphql(Some(token), &query, json!({ "key": key, "version": version, "changes": changes }))
        .await
}

fn patch_locale() -> Operation {
    let is_it = |it: &Operation| it.table == "locales" && it.act == Act::Update { put: false };
    updates().into_iter().find(is_it).unwrap()
}

/// Restores of the eleven kinds, and updates of the three by PUT and PATCH.
fn operations() -> Vec<Operation> {
    restores().into_iter().chain(updates()).collect()
}

/// The next change may use the ETag of a response; with any other it is refused and writes nothing.
/// The header is optional.
#[apply(each_engine!)]
async fn if_match_selects_one_version(app: TestApp, token: String) {
    for (place, operation) in (1..).zip(&operations()) {
        let deleted = matches!(operation.act, Act::Restore { .. });
        let case = format!("{} {}", operation.method(), operation.path);
        let cases = [
            (None, 200),
            (Some("*"), 200),
            (Some("\"1\""), 200),
            (Some("\"7\", \"1\""), 200),
            (Some("\"2\""), 412),
            (Some("W/\"1\""), 412),
            (Some("1"), 412),
            (Some("\"x\""), 412),
            (Some("\"+1\""), 412),
            (Some("\"01\""), 412),
            (Some("\" 1\""), 412),
            (Some(""), 412),
        ];
        for (number, (tags, status)) in (100 * place..).zip(cases) {
            app.load(fixture(operation.table, [operation.record(number, Some(1), deleted)])).await;
            let before = app.row(operation.table, number).await;
            let response = send(&app, &token, operation, number, tags).await;
            assert_eq!(response.status, status, "{case} {tags:?}: {}", response.text);
            if status == 412 {
                assert_eq!(response.message(), "Precondition Failed", "{case} {tags:?}");
                assert_eq!(app.row(operation.table, number).await, before, "{case} {tags:?}");
            } else {
                assert_eq!(response.version(), "2", "{case} {tags:?}");
                assert_eq!(app.stored(operation.table, number).await["version"], json!(2));
            }
        }
    }
}

/// GraphQL's argument does the same.
#[apply(each_engine!)]
async fn graphql_takes_an_expected_version(app: TestApp, token: String) {
    let patches = |it: &Operation| it.act != Act::Update { put: true };
    for (place, operation) in (1..).zip(operations().iter().filter(|it| patches(it))) {
        let deleted = matches!(operation.act, Act::Restore { .. });
        for (number, (version, passes)) in (100 * place..).zip([
            (Json::Null, true),
            (json!(1), true),
            (json!("1"), true),
            (json!(2), false),
            (json!(-1), false),
        ]) {
            app.load(fixture(operation.table, [operation.record(number, Some(1), deleted)])).await;
            let response = send_graphql(&app, &token, operation, number, version.clone()).await;
            let case = format!("{} {version}: {}", operation.mutation(), response.text);
            if passes {
                let record = &response.data()[operation.mutation()][operation.field_name()];
                assert_eq!(record["version"], json!(2), "{case}");
            } else {
                assert_eq!(response.error(), Some(("CONFLICT", "Precondition Failed")), "{case}");
                assert_eq!(app.stored(operation.table, number).await["version"], 1, "{case}");
            }
        }
    }
}

/// Other errors come first (RFC 9110, 13.2.1): the version is checked last.
#[apply(each_engine!)]
async fn other_errors_come_first(app: TestApp, token: String) {
    let none = app.token("caller1@example.com", Some(&[])).await;
    let locale = restores().into_iter().find(|it| it.table == "locales").unwrap();
    let report = restores().into_iter().find(|it| it.table == "reports").unwrap();
    let patch = patch_locale();
    app.load(fixture("locales", [locale.record(1, None, false)])).await;
    app.load(fixture("reports", [report.record(1, Some(1), false)])).await;
    let stale = Some("\"9\"");
    for (token, operation, id, status) in [
        (&token, &locale, 1, 400),
        (&token, &locale, 2, 404),
        (&none, &locale, 1, 403),
        (&token, &report, 1, 412),
        (&token, &patch, 2, 404),
        (&none, &patch, 1, 403),
        (&token, &patch, 1, 412),
    ] {
        let response = send(&app, token, operation, id, stale).await;
        assert_eq!(response.status.as_u16(), status, "{}: {}", operation.path, response.text);
    }
    let path = patch.path_to(&patch.key_of(1));
    for (body, status) in [(json!({ "sort_order": "x" }), 422), (json!({}), 412)] {
        let headers = [("if-match", "\"9\"")];
        let response = app.ask("PATCH", &path, Some(&token), &headers, body.to_string()).await;
        assert_eq!(response.status.as_u16(), status, "{body}: {}", response.text);
    }
}

/// Of two clients that saw the same version one writes, the other is refused.
#[apply(each_engine!)]
async fn the_second_of_two_writers_is_refused(app: TestApp, token: String) {
    let patch = patch_locale();
    app.load(fixture("locales", [patch.record(1, None, false)])).await;
    let write = || send(&app, &token, &patch, 1, Some("\"1\""));
    let (one, two) = tokio::join!(write(), write());
    let statuses = [one, two].map(|it| it.status.as_u16());
    assert_eq!((statuses.iter().min(), statuses.iter().max()), (Some(&200), Some(&412)));
}
