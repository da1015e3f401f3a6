//! The same request has the same outcome through both APIs, for every operation.

use serde_json::{Value as Json, json};

use crate::{
    call::Api,
    contract::{Act, Operation, restores, updates},
    matrix::{Cell, SOMEBODY, Tokens, ask, cells, record_of},
    support::{Response, TestApp, apply, each_engine, fixture},
};

/// The outcome of a request, comparable between the APIs: the record, or GraphQL's code and
/// message.
#[derive(Debug, PartialEq)]
enum Outcome {
    Record(Json),
    Failure(String, String),
}

/// GraphQL's code for a REST response (D21).
pub fn code(response: &Response) -> &'static str {
    match (response.status.as_u16(), response.message()) {
        (400, message) if message.ends_with("is not deleted") => "NOT_DELETED",
        (400, _) => "BAD_REQUEST",
        (401, _) => "UNAUTHENTICATED",
        (403, _) => "FORBIDDEN",
        (404, _) => "NOT_FOUND",
        (422, _) => "VALIDATION_FAILED",
        _ => "another",
    }
}

/// A record without what differs between two records: keys and timestamps.
fn comparable(record: &Json) -> Json {
    let mut record = record.clone();
    for name in ["id", "uuid", "code", "email", "created_at", "updated_at"] {
        if let Some(fields) = record.as_object_mut() {
            fields.remove(name);
        }
    }
    record
}

fn outcome(api: Api, response: &Response, record: impl Fn() -> Json) -> Outcome {
    let failure = match api {
        Api::Rest if response.status.is_success() => None,
        Api::Rest => Some((code(response), response.message())),
        Api::Graphql => response.error(),
    };
    match failure {
        Some((code, message)) => Outcome::Failure(code.to_owned(), message.to_owned()),
        None => Outcome::Record(comparable(&record())),
    }
}

async fn outcome_of(app: &TestApp, api: Api, cell: &Cell<'_>, tokens: &Tokens) -> Outcome {
    let token = tokens.pick(app, cell).await;
    let response = ask(app, api, cell, token.as_deref()).await;
    outcome(api, &response, || record_of(&response, api, cell.operation).clone())
}

/// Requests each cell through REST, and its twin record through GraphQL.
async fn compare(app: &TestApp, operation: &Operation, first: i64) {
    let tokens = Tokens::of(app, operation, first).await;
    let (mine, twins) = (first + 100, first + 200);
    let pairs: Vec<_> = cells(operation, tokens.own_id, mine)
        .into_iter()
        .zip(cells(operation, tokens.own_id, twins))
        .filter(|(cell, _)| cell.has_well_formed_key())
        .collect();
    let rows = pairs.iter().flat_map(|(cell, twin)| [cell.row(), twin.row()]).flatten();
    app.load(fixture(operation.table, rows)).await;
    for (cell, twin) in &pairs {
        let rest = outcome_of(app, Api::Rest, cell, &tokens).await;
        let graphql = outcome_of(app, Api::Graphql, twin, &tokens).await;
        assert_eq!(rest, graphql, "{}", cell.name(Api::Rest));
    }
}

/// Every restore and update, for every caller and every key that GraphQL's types accept.
#[apply(each_engine!)]
async fn restores_and_updates_agree(app: TestApp) {
    let somebody = json!({ "id": SOMEBODY, "email": "somebody@example.com" });
    app.load(fixture("users", [somebody])).await;
    let patches = updates().into_iter().filter(|it| it.act == Act::Update { put: false });
    let operations: Vec<Operation> = restores().into_iter().chain(patches).collect();
    for (place, operation) in (1..).zip(&operations) {
        compare(&app, operation, 1_000 * place).await;
    }
}

/// Sending, for every caller and a table of inputs.
#[apply(each_engine!)]
async fn sending_agrees(app: TestApp) {
    let (all, own, none) = (
        app.caller(1, &["notifications.send"]).await,
        app.caller(2, &["notifications.send.own"]).await,
        app.caller(3, &["notifications.send.own.own", "notifications.view"]).await,
    );
    let callers = [Some(all), Some(own), Some(none), Some("rsat_unknown".to_owned()), None];
    let whole = json!({ "user_id": 2, "type": "info", "title": "Hello", "message": "There" });
    let changes = [
        json!({}),
        json!({ "sender_id": 1 }),
        json!({ "user_id": 1 }),
        json!({ "user_id": 99 }),
        json!({ "sender_id": 99, "title": "" }),
        json!({ "sender_id": null, "is_active": null }),
        json!({ "action_url": "//nowhere", "message": "\u{0}", "metadata": { "a": "\u{0}" } }),
        json!({ "action_url": null, "metadata": { "a": [1, null] }, "is_active": false }),
        json!({ "type": "success", "title": "\u{10ffff}".repeat(255) }),
    ];
    for caller in &callers {
        for change in &changes {
            let (rest, graphql) = send(&app, caller.as_deref(), &whole, change).await;
            assert_eq!(rest, graphql, "{change} by {caller:?}");
        }
    }
}

/// Sends the same notification through both APIs.
async fn send(
    app: &TestApp,
    token: Option<&str>,
    whole: &Json,
    change: &Json,
) -> (Outcome, Outcome) {
    let mut body = whole.clone();
    let mut input = json!({});
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    for (name, value) in body.as_object().unwrap() {
        let value = match name.as_str() {
            "type" => json!(value.as_str().unwrap().to_uppercase()),
            _ => value.clone(),
        };
        input[reinstate::resources::camel_case(name)] = value;
    }
    let rest = app.rest("POST", "/api/v1/notifications", token, Some(&body)).await;
    let query = "mutation($input: SendNotificationInput!) { sendNotification(input: $input) { \
        notification { type title message action_url: actionUrl is_read: isRead read_at: readAt \
        is_active: isActive user { id: databaseId email } sender { id: databaseId email } } } }";
    let graphql = app.graphql(token, query, json!({ "input": input })).await;
    let rest = outcome(Api::Rest, &rest, || {
        let mut record = rest.body.clone();
        for number in ["user_id", "sender_id"] {
            record.as_object_mut().unwrap().remove(number);
        }
        record
    });
    let graphql = outcome(Api::Graphql, &graphql, || {
        let mut record = graphql.data()["sendNotification"]["notification"].clone();
        record["type"] = json!(record["type"].as_str().unwrap().to_lowercase());
        record
    });
    (rest, graphql)
}
