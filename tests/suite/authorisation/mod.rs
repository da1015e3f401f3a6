//! The authorisation matrix: every operation × every caller × own and others' records. One rule
//! states the expected outcome, and what is refused changes nothing.

mod asked;
mod beside;
mod callers;
mod followed;
mod operations;
mod requests;
mod shown;
mod unseen;

use std::{collections::BTreeSet, env, time::Duration};

use axum::body::Body;
use futures_util::StreamExt;
use reinstate::{
    kinds::{accounts, permission_names, registered},
    resources::Resource,
};
use serde_json::{Value as Json, json};

pub use self::operations::{Call, Operation, ROLES, fixture_row, key, operations, read_all};
use self::{
    callers::{Access, Caller, callers},
    operations::{Conceals, TOKEN, Target},
};
use crate::support::{Engine, TestApp, apply, each_engine, fixture, request, with};

/// An account that no caller has.
const SOMEBODY: i64 = 1;

/// The outcome of a request as far as permissions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Unauthenticated,
    Forbidden,
    /// As if the record didn't exist (D7).
    Concealed,
    Allowed,
}

/// One request of the matrix.
struct Cell {
    caller: usize,
    mine: bool,
    /// The id of the record, or of the account that the input names.
    id: i64,
    expected: Outcome,
}

/// The rule: D1, D2, D4–D9.
fn expected(operation: &Operation, access: Access, mine: bool) -> Outcome {
    let refused = match operation.conceals {
        Conceals::Refusals => Outcome::Concealed,
        Conceals::Nothing | Conceals::Accounts => Outcome::Forbidden,
    };
    let not_own = match operation.conceals {
        Conceals::Refusals | Conceals::Accounts => Outcome::Concealed,
        Conceals::Nothing => Outcome::Forbidden,
    };
    match access {
        Access::Unauthenticated => Outcome::Unauthenticated,
        _ if operation.all.is_none() => Outcome::Allowed,
        Access::Deleted | Access::Without => refused,
        Access::Own if !is_own(operation, mine) => not_own,
        Access::Own | Access::All => Outcome::Allowed,
    }
}

/// Whether the target is the caller's own. A record without an owner is nobody's own.
fn is_own(operation: &Operation, mine: bool) -> bool {
    match operation.about {
        Target::Visible => true,
        Target::Account => mine,
        Target::Record { .. } => mine && operation.resource.is_some_and(|it| it.owner.is_some()),
    }
}

/// The callers of one operation, their credentials, and its cells.
struct Row {
    operation: Operation,
    callers: Vec<Caller>,
    first: i64,
    headers: Vec<Option<String>>,
    cells: Vec<Cell>,
}

impl Row {
    fn account(&self, caller: usize) -> i64 {
        self.first + caller as i64
    }

    /// Two cells for each caller: its own record and another's. With more than one part, one of
    /// them is tested with this operation, another with the next.
    fn new(operation: Operation, place: i64, others: &[&str], parts: usize) -> Self {
        let part = (0..parts).cycle().skip(place as usize % parts);
        let of_part = callers(&operation, others).into_iter().zip(part);
        let callers: Vec<Caller> =
            of_part.filter(|(_, part)| *part == 0).map(|(caller, _)| caller).collect();
        let first = 1_000 * (place + 1);
        let mut row = Self { operation, callers, first, headers: Vec::new(), cells: Vec::new() };
        let is_record = matches!(row.operation.about, Target::Record { .. });
        let of_accounts = row.operation.resource.is_some_and(Resource::is_account) && is_record;
        for (place, caller) in row.callers.iter().enumerate() {
            for mine in [true, false] {
                let account = if mine { row.account(place) } else { SOMEBODY };
                let id = match (of_accounts && mine, row.operation.about) {
                    (true, _) | (_, Target::Account) => account,
                    _ => first + 100 + 2 * place as i64 + i64::from(mine),
                };
                // A live record needs the same permission as a deleted one; but D2 applies to
                // deleted accounts.
                let own_account = caller.access == Access::Deleted && mine && of_accounts;
                if own_account || (row.operation.all.is_none() && caller.access == Access::Deleted)
                {
                    continue;
                }
                let expected = expected(&row.operation, caller.access, mine);
                row.cells.push(Cell { caller: place, mine, id, expected });
            }
        }
        // Refused requests come first, so that nothing has changed by then; callers that may delete
        // their own account do so last.
        row.cells.sort_by_key(|cell| (cell.expected == Outcome::Allowed, cell.mine));
        row
    }

    /// Fixtures: the accounts, their keys, and the records.
    fn rows(&self) -> [Vec<Json>; 3] {
        let [mut accounts, mut keys, mut records] = [Vec::new(), Vec::new(), Vec::new()];
        for (place, caller) in self.callers.iter().enumerate() {
            let id = self.account(place);
            let account = json!({
                "id": id, "uuid": crate::support::uuid(id), "email": email(id),
                "permissions": caller.account,
            });
            accounts.push(with(account, &caller.account_row));
            let key = json!({
                "id": 10_000_000 + id, "name": caller.name, "user_id": id, "key": value(id),
                "permissions": caller.key,
            });
            keys.push(with(key, &caller.key_row));
        }
        if let (Some(kind), false) =
            (self.operation.resource, self.operation.about == Target::Account)
        {
            let deleted = self.operation.about == Target::Record { deleted: true };
            let known: BTreeSet<i64> = (0..self.callers.len()).map(|it| self.account(it)).collect();
            for cell in self.cells.iter().filter(|cell| !known.contains(&cell.id)) {
                let owner = if cell.mine { self.account(cell.caller) } else { SOMEBODY };
                records.push(fixture_row(kind, cell.id, owner, deleted));
            }
        }
        [accounts, keys, records]
    }

    /// The header that each caller sends.
    async fn authenticate(&mut self, app: &TestApp) {
        for (place, caller) in self.callers.iter().enumerate() {
            let id = self.account(place);
            let header = match caller.scheme {
                Some("token") => {
                    let names: Vec<&str> = caller.key.iter().map(String::as_str).collect();
                    let expired = caller.name == "an expired token";
                    let within = Duration::from_secs(if expired { 0 } else { 3_600 });
                    let token = app.token_for(&email(id), Some(&names), within).await;
                    if caller.name == "a revoked token" {
                        let sql =
                            "UPDATE access_tokens SET revoked_at = created_at WHERE user_id =";
                        app.execute(&format!("{sql} {id}")).await;
                    }
                    Some(format!("Bearer {token}"))
                }
                scheme => scheme.map(|scheme| format!("{scheme}{}", value(id))),
            };
            self.headers.push(header);
        }
    }

    async fn ask(&self, app: &TestApp, cell: &Cell) -> (Outcome, String) {
        let asked = (self.operation.ask)(cell.id);
        let live = asked.is_live();
        let authorization = self.headers[cell.caller].as_deref().map(|it| ("authorization", it));
        let accept = live.then_some(("accept", "text/event-stream"));
        let headers: Vec<_> = authorization.into_iter().chain(accept).collect();
        let (method, path, body) = asked.request();
        let body = body.map(|it| it.to_string()).unwrap_or_default();
        let request = request(method, &path, None, &headers, body);
        let (status, text) = if live {
            let response = app.send_raw(request).await;
            (response.status(), first_event(response.into_body()).await)
        } else {
            let response = app.send(request).await;
            (response.status, response.text)
        };
        let body: Json = serde_json::from_str(&text).unwrap_or_default();
        let outcomes = ["deleteMany", "restoreMany", "purgeMany"]
            .map(|name| body.pointer(&format!("/data/{name}/outcomes/0/error/code")).cloned());
        let of_rest = body.pointer("/outcomes/0/error/code").cloned();
        let error = body.pointer("/errors/0/extensions/code").cloned().or(of_rest);
        let code = error.into_iter().chain(outcomes.into_iter().flatten()).next();
        let code = code.as_ref().and_then(Json::as_str).unwrap_or_default().to_owned();
        let outcome = match (status.as_u16(), code.as_str()) {
            (401, _) | (_, "UNAUTHENTICATED") => Outcome::Unauthenticated,
            (403, _) | (_, "FORBIDDEN") => Outcome::Forbidden,
            // An operation that needs no permission, or that names no record of the test, may find nothing.
            (404, _) | (_, "NOT_FOUND")
                if self.operation.all.is_some() && self.operation.about != Target::Visible =>
            {
                Outcome::Concealed
            }
            // Another account reads as one that doesn't exist (D9).
            (200, "") if self.operation.conceals == Conceals::Accounts && is_null(&body) => {
                Outcome::Concealed
            }
            (500.., _) | (_, "INTERNAL" | "UNAVAILABLE") => {
                panic!("{}: {text}", self.operation.name)
            }
            _ => Outcome::Allowed,
        };
        (outcome, text)
    }

    /// The stored rows that the refused requests target.
    async fn stored(&self, app: &TestApp) -> (Vec<Option<Json>>, Vec<i64>) {
        let mut rows = Vec::new();
        if let (Some(kind), Target::Record { .. }) = (self.operation.resource, self.operation.about)
        {
            for cell in self.cells.iter().filter(|cell| cell.expected != Outcome::Allowed) {
                rows.push(app.row(kind.table.name, cell.id).await);
            }
        }
        let mut counts = vec![app.count("record_events").await];
        for kind in registered().iter().filter(|kind| kind.create.is_some()) {
            counts.push(app.count(kind.table.name).await);
        }
        (rows, counts)
    }

    /// Sends all requests and returns those with another outcome than expected.
    async fn walk(&self, app: &TestApp, wrong: &mut Vec<String>) {
        let before = self.stored(app).await;
        let allowed = self.cells.partition_point(|cell| cell.expected != Outcome::Allowed);
        for (place, cell) in self.cells.iter().enumerate() {
            if place == allowed {
                assert_eq!(
                    before,
                    self.stored(app).await,
                    "{}: a refusal wrote",
                    self.operation.name
                );
            }
            let (outcome, text) = self.ask(app, cell).await;
            if outcome != cell.expected {
                let (name, caller) = (&self.operation.name, &self.callers[cell.caller].name);
                let whose = if cell.mine { "own" } else { "another's" };
                let expected = cell.expected;
                wrong.push(format!(
                    "{name} by {caller} on {whose}: {outcome:?}, not {expected:?}: {text:.200}"
                ));
            }
        }
    }
}

/// Whether the only field of a response is null.
fn is_null(body: &Json) -> bool {
    let mut fields = body["data"].as_object().into_iter().flatten();
    fields.next().is_some_and(|(_, value)| value.is_null())
}

fn email(id: i64) -> String {
    format!("caller{id}@example.com")
}

/// The value of that account's key.
fn value(id: i64) -> String {
    format!("rsak_{id:064}")
}

/// The data of the first event of a stream.
async fn first_event(body: Body) -> String {
    let mut pieces = body.into_data_stream();
    let mut text = String::new();
    while let Some(piece) = pieces.next().await {
        text.push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
        let data = text.split_once("data: ").and_then(|(_, rest)| rest.split_once("\n\n"));
        if let Some((data, _)) = data {
            return data.to_owned();
        }
        if text.starts_with('{') && serde_json::from_str::<Json>(&text).is_ok() {
            return text;
        }
    }
    text
}

/// D1–D9. Each operation is tested with half of the callers, each caller with half of the
/// operations, on PostgreSQL with a quarter; with `MATRIX=full` with all of them.
#[apply(each_engine!)]
async fn every_caller_gets_what_its_permissions_allow(app: TestApp) {
    let names = permission_names();
    let parts = match (env::var("MATRIX").as_deref(), app.engine) {
        (Ok("full"), _) => 1,
        (_, Engine::Sqlite) => 2,
        (_, Engine::Postgres) => 4,
    };
    let mut rows: Vec<Row> = (0..)
        .zip(operations())
        .map(|(place, operation)| Row::new(operation, place, &names, parts))
        .collect();
    let somebody = json!({ "id": SOMEBODY, "email": "somebody@example.com" });
    let (mut users, mut keys) = (vec![somebody], Vec::new());
    for row in &rows {
        let [accounts, more, _] = row.rows();
        users.extend(accounts);
        keys.extend(more);
    }
    app.load(fixture(accounts().table.name, users)).await;
    let roles = ROLES
        .iter()
        .zip(1..)
        .map(|(change, id)| json!({ "id": id, "name": format!("{change:?}") }));
    app.load(fixture("roles", roles)).await;
    app.token("somebody@example.com", None).await;
    assert_eq!(app.count("access_tokens").await, TOKEN, "the token is the first");
    app.load(fixture("api_keys", keys)).await;
    for kind in registered() {
        let of_kind =
            rows.iter().filter(|row| row.operation.resource.is_some_and(|it| it.name == kind.name));
        let mut records = Vec::new();
        for row in of_kind {
            let [_, _, more] = row.rows();
            records.extend(more);
        }
        app.load(fixture(kind.table.name, records)).await;
    }
    let mut wrong = Vec::new();
    for row in &mut rows {
        row.authenticate(&app).await;
        row.walk(&app, &mut wrong).await;
    }
    let cells: usize = rows.iter().map(|row| row.cells.len()).sum();
    assert!(wrong.is_empty(), "{} of {cells}: {:#?}", wrong.len(), &wrong[..wrong.len().min(30)]);
    println!("{} operations, {cells} cells", rows.len());
}

/// Every path of the OpenAPI document is in the matrix.
#[test]
fn every_documented_path_is_in_the_matrix() {
    let document: Json = serde_json::from_str(&reinstate::api::rest::openapi::openapi()).unwrap();
    let names: BTreeSet<String> = operations().into_iter().map(|it| it.name).collect();
    let mut missing = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|it| it.as_str() != "parameters") {
            let name = format!("{} {path}", method.to_uppercase());
            // The document itself, which is open to everyone.
            if !names.contains(&name) && !path.ends_with("/openapi.json") {
                missing.push(name);
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
