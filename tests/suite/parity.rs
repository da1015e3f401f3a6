//! The same request through both faces has the same outcome, for every operation.

use serde_json::{Value as Json, json};

use crate::{
    call::Face,
    contract::{Act, Operation, restores, updates},
    matrix::{Cell, SOMEBODY, Tokens, ask, cells, record_of},
    support::{Reply, TestApp, apply, each_engine, fixture},
};

/// What both faces say, in one language: the record, or the failure by the name GraphQL has for it.
#[derive(Debug, PartialEq)]
enum Outcome {
    Record(Json),
    Failure(String, String),
}

/// What a status of REST is called in GraphQL (D21).
pub fn code(reply: &Reply) -> &'static str {
    match (reply.status.as_u16(), reply.message()) {
        (400, message) if message.ends_with("is not deleted") => "NOT_DELETED",
        (400, _) => "BAD_REQUEST",
        (401, _) => "UNAUTHENTICATED",
        (403, _) => "FORBIDDEN",
        (404, _) => "NOT_FOUND",
        (422, _) => "VALIDATION_FAILED",
        _ => "another",
    }
}

/// A record without what must differ between two: who it is and when it was changed.
fn comparable(record: &Json) -> Json {
    let mut record = record.clone();
    for name in ["id", "uuid", "code", "email", "created_at", "updated_at"] {
        if let Some(fields) = record.as_object_mut() {
            fields.remove(name);
        }
    }
    record
}

fn outcome(face: Face, reply: &Reply, record: impl Fn() -> Json) -> Outcome {
    let failure = match face {
        Face::Rest if reply.status.is_success() => None,
        Face::Rest => Some((code(reply), reply.message())),
        Face::Graphql => reply.refusal(),
    };
    match failure {
        Some((code, message)) => Outcome::Failure(code.to_owned(), message.to_owned()),
        None => Outcome::Record(comparable(&record())),
    }
}

async fn asked(app: &TestApp, face: Face, cell: &Cell<'_>, tokens: &Tokens) -> Outcome {
    let token = tokens.pick(app, cell).await;
    let reply = ask(app, face, cell, token.as_deref()).await;
    outcome(face, &reply, || record_of(&reply, face, cell.operation).clone())
}

/// Asks each cell about one record through REST and about its twin through GraphQL.
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
        let rest = asked(app, Face::Rest, cell, &tokens).await;
        let graphql = asked(app, Face::Graphql, twin, &tokens).await;
        assert_eq!(rest, graphql, "{}", cell.name(Face::Rest));
    }
}

/// Every restore and update, for every caller and record whose key the type system lets pass.
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

/// Sends the same notification through both faces.
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
    let rest = outcome(Face::Rest, &rest, || {
        let mut record = rest.body.clone();
        for number in ["user_id", "sender_id"] {
            record.as_object_mut().unwrap().remove(number);
        }
        record
    });
    let graphql = outcome(Face::Graphql, &graphql, || {
        let mut record = graphql.data()["sendNotification"]["notification"].clone();
        record["type"] = json!(record["type"].as_str().unwrap().to_lowercase());
        record
    });
    (rest, graphql)
}
