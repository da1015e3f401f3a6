//! Walks updates and sending as callers that hold exactly the permission of an operation and nothing
//! else: each documented success and each documented refusal is reached. `matrix.rs` has the restores.

use serde_json::{Value as Json, json};

use crate::{
    call::APIS,
    change::{Kind, Outcome, UpdateApi, outcome, send, sent},
    support::{TestApp, apply, each_engine, fixture, names, sorted, with},
};

/// The account of others' records.
const SOMEBODY: i64 = 1;

/// An account with one permission, and the accounts whose records the permission covers.
struct Caller {
    id: i64,
    token: String,
    covers: Vec<i64>,
}

/// The callers of an operation: with its permission, with its `.own` one, and with none.
async fn callers(app: &TestApp, first: i64, permission: &str, has_own: bool) -> Vec<Caller> {
    let all = [SOMEBODY, first].to_vec();
    let own = if has_own { vec![first + 1] } else { Vec::new() };
    let held = [(permission.to_owned(), all), (format!("{permission}.own"), own)];
    let mut callers = Vec::new();
    for (id, (name, covers)) in (first..).zip(held) {
        callers.push(Caller { id, token: app.caller(id, &[&name]).await, covers });
    }
    callers.push(Caller { id: first + 2, token: app.caller(first + 2, &[]).await, covers: vec![] });
    callers
}

async fn load_somebody(app: &TestApp) {
    let row = json!({ "id": SOMEBODY, "email": "caller1@example.com" });
    app.load(fixture("users", [row])).await;
}

/// What a body shows of an account.
fn account(id: i64) -> Json {
    json!({ "id": id, "email": format!("caller{id}@example.com") })
}

/// Every field of every update, by PUT, PATCH and their GraphQL twins.
#[apply(each_engine!)]
async fn updates_take_their_permission_alone(app: TestApp) {
    load_somebody(&app).await;
    let mut id = 100_000;
    for (first, kind) in (1..).map(|it| 1_000 * it).zip(Kind::ALL) {
        let operation = kind.operation();
        for caller in callers(&app, first, operation.permission, operation.has_own).await {
            for (via, owner) in UpdateApi::ALL
                .into_iter()
                .flat_map(|it| [SOMEBODY, caller.id].map(|owner| (it, owner)))
            {
                for field in 0..kind.fields(id).len() {
                    id += 1;
                    let field = kind.fields(id).remove(field);
                    let record = kind.load_one(&app, id, owner).await;
                    if kind == Kind::ApiKey {
                        // Activating and prolonging take the key's permissions (D36).
                        app.execute("UPDATE api_keys SET permissions = '[]'").await;
                    }
                    let case =
                        format!("{via:?} {} of {kind:?} by {} of {owner}", field.name, caller.id);
                    // A caller gives what it holds.
                    let held = json!([format!("{}.own", operation.permission)]);
                    let value = if field.name == "permissions" { held } else { field.other };
                    let body = json!({ field.name: value });
                    let response = record.change(&app, via, Some(&caller.token), &body).await;
                    if !caller.covers.contains(&owner) {
                        let forbidden = Outcome::refused("FORBIDDEN");
                        assert_eq!(outcome(via.api(), &response, &case), forbidden, "{case}");
                        continue;
                    }
                    assert_eq!(outcome(via.api(), &response, &case), Outcome::Done, "{case}");
                    let answered = record.answered(via, &response);
                    assert_eq!(sorted(names(answered)), sorted(operation.names()), "{case}");
                    if operation.names().contains(&field.name) {
                        assert_eq!(answered[field.name], value, "{case}");
                    }
                    assert_eq!(record.stored(&app).await[field.name], value, "{case}");
                }
            }
        }
    }
}

/// D18: a permission that the caller holds for all records can be added to anybody's key; one that
/// it doesn't hold is a 422 on `permissions`. No other permission is asked for.
#[apply(each_engine!)]
async fn keys_of_others_are_widened_by_the_update_alone(app: TestApp) {
    load_somebody(&app).await;
    let token = app.caller(2, &["api.keys.update", "reports.delete", "content.view.own"]).await;
    let cases = [
        (json!(["reports.delete"]), Outcome::Done),
        (json!(["reports.delete.own", "reports.view"]), Outcome::Done),
        (json!([]), Outcome::Done),
        (json!(["reports.restore"]), Outcome::invalid(["permissions"])),
        (json!(["content.view.own"]), Outcome::invalid(["permissions"])),
        (json!(["*"]), Outcome::invalid(["permissions"])),
    ];
    for (first, via) in (1..).map(|it| 1_000 * it).zip(UpdateApi::ALL) {
        for (id, (sent, expected)) in (first..).zip(&cases) {
            let record = Kind::ApiKey.load_one(&app, id, SOMEBODY).await;
            let (case, body) = (format!("{via:?} {sent}"), json!({ "permissions": sent }));
            let response = record.change(&app, via, Some(&token), &body).await;
            assert_eq!(outcome(via.api(), &response, &case), *expected, "{case}");
        }
    }
}

/// Sending: the required fields, each other field, and the documented refusals.
#[apply(each_engine!)]
async fn sending_takes_its_permission_alone(app: TestApp) {
    load_somebody(&app).await;
    let more = [
        json!({}),
        json!({ "action_url": "/a" }),
        json!({ "metadata": { "a": 1 } }),
        json!({ "is_active": false }),
    ];
    let shown = "action_url created_at id is_active is_read message read_at sender sender_id title \
                 type updated_at user user_id uuid";
    for caller in callers(&app, 1_000, "notifications.send", true).await {
        for api in APIS {
            let token = Some(caller.token.as_str());
            for (to, from) in [SOMEBODY, caller.id]
                .map(|to| [SOMEBODY, caller.id].map(|from| (to, from)))
                .concat()
            {
                for more in &more {
                    let body =
                        json!({ "user_id": to, "type": "info", "title": "a", "message": "b" });
                    let mut body = with(body, more);
                    if from != caller.id {
                        body["sender_id"] = json!(from);
                    }
                    let case = format!("{api:?} by {} {body}", caller.id);
                    let response = send(&app, api, token, &body).await;
                    if ![to, from].iter().all(|it| caller.covers.contains(it)) {
                        let forbidden = Outcome::refused("FORBIDDEN");
                        assert_eq!(outcome(api, &response, &case), forbidden, "{case}");
                        continue;
                    }
                    assert_eq!(outcome(api, &response, &case), Outcome::Done, "{case}");
                    let record = sent(api, &response);
                    assert_eq!(sorted(names(&record)).join(" "), shown, "{case}");
                    assert_eq!(
                        (&record["user"], &record["sender"]),
                        (&account(to), &account(from))
                    );
                    assert_eq!(
                        (&record["is_read"], &record["read_at"]),
                        (&json!(false), &Json::Null)
                    );
                    let active = more.get("is_active").unwrap_or(&Json::Bool(true));
                    assert_eq!(record["is_active"], *active, "{case}");
                }
            }
        }
        let expected = match caller.covers.is_empty() {
            true => Outcome::refused("FORBIDDEN"),
            false => Outcome::invalid(["user_id", "type", "title", "message"]),
        };
        let response =
            app.rest("POST", "/api/v1/notifications", Some(&caller.token), Some(&json!({}))).await;
        assert_eq!(outcome(APIS[0], &response, "nothing"), expected, "{}", caller.id);
    }
}
