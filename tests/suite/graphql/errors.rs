//! D21: codes and shapes of errors, and that an error nulls only its own field.

use serde_json::{Value as Json, json};

use super::{load_sample_records, report, uuid};
use crate::support::{TestApp, apply, each_engine, fixture, with};

/// The errors of a response without their locations.
fn errors(body: &Json) -> Vec<Json> {
    let strip = |error: &Json| {
        let mut error = error.clone();
        let locations = error.as_object_mut().unwrap().remove("locations");
        assert!(locations.is_some_and(|places| places[0]["line"].is_u64()), "{error}");
        error
    };
    body["errors"].as_array().into_iter().flatten().map(strip).collect()
}

/// The one error at a field, with its extensions other than the code.
fn error(path: &str, code: &str, message: &str, more: Json) -> Json {
    let extensions = with(json!({ "code": code }), &more);
    json!({ "message": message, "path": [path], "extensions": extensions })
}

async fn deleted_at(app: &TestApp, id: i64) -> Json {
    app.row("reports", id).await.unwrap()["deleted_at"].clone()
}

/// D5, D21: each code, with REST's message and its further extensions.
#[apply(each_engine!)]
async fn each_error_has_its_code_and_shape(app: TestApp) {
    let all = load_sample_records(&app).await;
    let none = app.caller(3, &[]).await;
    let own =
        app.caller(4, &["reports.restore.own", "reports.view.own", "notifications.send.own"]).await;
    let restore =
        |number| format!("mutation {{ restoreReport(uuid: \"{}\") {{ restored }} }}", uuid(number));
    let read = |number| format!("{{ report(uuid: \"{}\") {{ title }} }}", uuid(number));
    let send = "mutation { sendNotification(input: { userId: 2, type: INFO, title: \"a\", \
            message: \"b\" }) { notification { title } } }";
    app.load(fixture(
        "reports",
        [json!({ "id": 9, "uuid": uuid(9), "title": "Live", "user_id": 1 })],
    ))
    .await;
    let both = json!({ "requiredPermissions": ["reports.restore", "reports.restore.own"] });
    let wider = |name: &str| json!({ "requiredPermissions": [name] });
    let cases = [
        (&none, restore(1), error("restoreReport", "FORBIDDEN", "Forbidden", both)),
        (
            &none,
            "mutation { restoreLocale(code: \"pt-BR\") { restored } }".to_owned(),
            error("restoreLocale", "FORBIDDEN", "Forbidden", wider("locales.restore")),
        ),
        (
            &own,
            restore(1),
            error("restoreReport", "FORBIDDEN", "Forbidden", wider("reports.restore")),
        ),
        (&own, read(9), error("report", "FORBIDDEN", "Forbidden", wider("reports.view"))),
        (
            &own,
            send.to_owned(),
            error("sendNotification", "FORBIDDEN", "Forbidden", wider("notifications.send")),
        ),
        (&all, restore(99), error("restoreReport", "NOT_FOUND", "Report not found", json!({}))),
        (
            &none,
            format!("mutation {{ restoreUser(uuid: \"{}\") {{ restored }} }}", uuid(2)),
            error("restoreUser", "NOT_FOUND", "User not found", json!({})),
        ),
        (
            &all,
            "mutation { updateLocale(code: \"xx\", changes: {}) { locale { code } } }".to_owned(),
            error("updateLocale", "NOT_FOUND", "Not Found", json!({})),
        ),
        (
            &all,
            "mutation { restoreLocale(code: \"pt-BR\") { restored } }".to_owned(),
            error("restoreLocale", "NOT_DELETED", "Locale is not deleted", json!({})),
        ),
        (
            &all,
            format!("mutation {{ restoreNotification(uuid: \"{}\") {{ restored }} }}", uuid(1)),
            error("restoreNotification", "NOT_DELETED", "Notification is not deleted", json!({})),
        ),
    ];
    for (token, query, expected) in cases {
        let response = app.query(token, &query).await;
        assert_eq!(response.status, 200, "{query}");
        let field = expected["path"][0].as_str().unwrap();
        assert_eq!(response.body["data"], json!({ field: null }), "{query}");
        assert_eq!(errors(&response.body), [expected], "{query}");
    }
}

/// A refused mutation nulls itself; those before it are kept, those after it run.
#[apply(each_engine!)]
async fn a_refused_mutation_nulls_only_itself(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = format!(
        "mutation {{ \
             first: restoreReport(uuid: \"{}\") {{ restored report {{ title }} }} \
             missing: restoreReport(uuid: \"{}\") {{ restored }} \
             invalid: updateLocale(code: \"pt-BR\", changes: {{ sortOrder: -1 }}) {{ locale \
             {{ code }} }} \
             live: restoreLocale(code: \"pt-BR\") {{ restored }} \
             second: restoreReport(uuid: \"{}\") {{ restored report {{ title }} }} }}",
        uuid(1),
        uuid(99),
        uuid(2)
    );
    let response = app.query(&token, &query).await;
    assert_eq!(response.status, 200);
    let data = json!({
        "first": { "restored": true, "report": { "title": "Report 1" } },
        "missing": null,
        "invalid": null,
        "live": null,
        "second": { "restored": true, "report": { "title": "Report 2" } },
    });
    assert_eq!(response.body["data"], data, "{}", response.text);
    let codes: Vec<(Json, Json)> = errors(&response.body)
        .iter()
        .map(|error| (error["path"][0].clone(), error["extensions"]["code"].clone()))
        .collect();
    let expected =
        [("missing", "NOT_FOUND"), ("invalid", "VALIDATION_FAILED"), ("live", "NOT_DELETED")];
    assert_eq!(codes, expected.map(|(path, code)| (json!(path), json!(code))));
    assert_eq!(deleted_at(&app, 1).await, Json::Null);
    assert_eq!(deleted_at(&app, 2).await, Json::Null);
}

/// Who asks for problems gets them by code, in the order of the texts.
#[apply(each_engine!)]
async fn problems_are_shown_where_they_are_asked_for(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = "mutation { createLocale(input: { code: \"not a code\", name: \"\" }) { locale { name } } }";
    for asks in [true, false] {
        let body = json!({ "query": query, "extensions": { "problems": asks } });
        let response = app.post(&token, "/graphql", &body).await.expect(200);
        let extensions = &response.body["errors"][0]["extensions"];
        assert_eq!(extensions["errors"]["name"], json!(["must have 1 to 255 characters"]));
        let problems = json!([
            { "field": "code", "code": "LANGUAGE_TAG" },
            { "field": "name", "code": "CHARACTERS", "min": 1, "max": 255 },
        ]);
        let expected = if asks { problems } else { Json::Null };
        assert_eq!(extensions["problems"], expected, "{}", response.text);
    }
}

/// Errors that are about no field have a reason by code where it is asked for, and nothing else where not.
#[apply(each_engine!)]
async fn reasons_are_shown_where_they_are_asked_for(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = format!(
        "mutation {{ \
             missing: restoreReport(uuid: \"{}\") {{ restored }} \
             live: restoreLocale(code: \"pt-BR\") {{ restored }} \
             changed: updateLocale(code: \"pt-BR\", expectedVersion: 99, changes: {{ sortOrder: 7 }}) {{ locale \
             {{ code }} }} \
             many: restoreMany(ids: [\"nothing\"]) {{ outcomes {{ error {{ message reason }} }} }} }}",
        uuid(99),
    );
    let reasons = [
        ("missing", json!({ "code": "NOT_FOUND", "kind": "Report" })),
        ("live", json!({ "code": "NOT_DELETED", "kind": "Locale" })),
        ("changed", json!({ "code": "VERSION_MISMATCH" })),
    ];
    for asks in [true, false] {
        let body = json!({ "query": query, "extensions": { "problems": asks } });
        let response = app.post(&token, "/graphql", &body).await.expect(200);
        let errors = errors(&response.body);
        for (path, reason) in &reasons {
            let error = errors.iter().find(|it| it["path"][0] == *path).unwrap();
            let expected = if asks { reason } else { &Json::Null };
            assert_eq!(error["extensions"]["reason"], *expected, "{}", response.text);
        }
        let expected = json!({
            "message": "Record not found",
            "reason": { "code": "NOT_FOUND", "kind": "Record" },
        });
        assert_eq!(
            response.body["data"]["many"]["outcomes"][0]["error"], expected,
            "what is selected"
        );
    }
}

/// D21: internal errors show no details, and an outage has its own code.
#[apply(each_engine!)]
async fn internal_errors_show_no_details(app: TestApp) {
    let token = load_sample_records(&app).await;
    app.load(fixture("reports", [report(8, 1)])).await;
    app.execute("ALTER TABLE reports RENAME TO elsewhere").await;
    let query = format!(
        "mutation {{ restoreReport(uuid: \"{}\") {{ restored }} updateLocale(code: \"pt-BR\", \
             changes: {{ sortOrder: 8 }}) {{ locale {{ sortOrder }} }} }}",
        uuid(8)
    );
    let response = app.query(&token, &query).await;
    let internal = error("restoreReport", "INTERNAL", "Internal Server Error", json!({}));
    assert_eq!(errors(&response.body), [internal]);
    let data = json!({ "restoreReport": null, "updateLocale": { "locale": { "sortOrder": 8 } } });
    assert_eq!(response.body["data"], data);

    app.close_database().await;
    let query = "mutation { restoreLocale(code: \"pt-BR\") { restored } }";
    let response = app.query(&token, query).await;
    assert_eq!(
        response.body["errors"][0]["extensions"],
        json!({ "code": "UNAVAILABLE" }),
        "{}",
        response.text
    );
    let stranger = app.query("rsat_unknown", query).await.expect(503);
    let extensions = &stranger.body["errors"][0]["extensions"];
    assert_eq!(*extensions, json!({ "code": "UNAVAILABLE" }), "before execution");
    assert_eq!(stranger.body.get("data"), None);
}
