//! The contract as a matrix: operation × API × engine × caller × record.

use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::{
    call::{Api, call},
    contract::{Act, KeyKind, Operation, restores, updates},
    support::{Response, TestApp, apply, each_engine, fixture, names, sorted},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Caller {
    NoToken,
    BadToken,
    NoPermission,
    OtherPermission,
    OwnOnOwn,
    OwnOnAnothers,
    Deleted,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Record {
    Deleted,
    Live,
    Missing,
    Malformed,
}

const CALLERS: [Caller; 8] = [
    Caller::NoToken,
    Caller::BadToken,
    Caller::NoPermission,
    Caller::OtherPermission,
    Caller::OwnOnOwn,
    Caller::OwnOnAnothers,
    Caller::Deleted,
    Caller::All,
];
const RECORDS: [Record; 4] = [Record::Deleted, Record::Live, Record::Missing, Record::Malformed];
const DELETED_AT: &str = "2026-01-02T03:04:05Z";

/// One request of the matrix, and its record.
struct Cell<'a> {
    operation: &'a Operation,
    caller: Caller,
    record: Record,
    id: i64,
    key: String,
    /// The id of the caller's account that owns records.
    own: i64,
}

/// The expected outcome: status in REST, code in GraphQL, message in both.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Success { changed: bool },
    Refused { status: u16, code: &'static str, message: String },
}

fn refused(status: u16, code: &'static str, message: impl Into<String>) -> Outcome {
    Outcome::Refused { status, code, message: message.into() }
}

impl Cell<'_> {
    /// D1, D2, D5, D7, D11, D13, D16.
    fn expected(&self) -> Outcome {
        let operation = self.operation;
        let missing = || refused(404, "NOT_FOUND", operation.missing());
        let forbidden = || match operation.conceals() {
            true => missing(),
            false => refused(403, "FORBIDDEN", "Forbidden"),
        };
        match (self.caller, self.record) {
            (Caller::NoToken | Caller::BadToken, _) => {
                refused(401, "UNAUTHENTICATED", "Unauthenticated")
            }
            (Caller::NoPermission | Caller::OtherPermission | Caller::Deleted, _) => forbidden(),
            (Caller::OwnOnOwn | Caller::OwnOnAnothers, _) if !operation.has_own => forbidden(),
            (_, Record::Missing | Record::Malformed) => missing(),
            (_, Record::Deleted) if matches!(operation.act, Act::Update { .. }) => missing(),
            (Caller::OwnOnAnothers, _) => forbidden(),
            (_, Record::Live) if operation.act == Act::Restore { strict: true } => {
                refused(400, "NOT_DELETED", format!("{} is not deleted", operation.title))
            }
            (_, Record::Live) if operation.act == Act::Restore { strict: false } => {
                Outcome::Success { changed: false }
            }
            _ => Outcome::Success { changed: true },
        }
    }

    /// The row of the record, with the owner that the caller needs.
    fn row(&self) -> Option<Json> {
        if matches!(self.record, Record::Missing | Record::Malformed) {
            return None;
        }
        let mut row = (self.operation.row)();
        row["id"] = json!(self.id);
        match self.operation.key {
            KeyKind::Uuid => row["uuid"] = json!(self.key),
            KeyKind::Code => row["code"] = json!(self.key),
            KeyKind::Id => {}
        }
        if self.record == Record::Deleted {
            row["deleted_at"] = json!(DELETED_AT);
        }
        if self.operation.table == "users" {
            row["email"] = json!(self.email());
            row["permissions"] = json!([format!("{}.own", self.operation.permission)]);
        } else if self.operation.has_own {
            row["user_id"] =
                json!(if self.caller == Caller::OwnOnOwn { self.own } else { SOMEBODY });
        }
        row["created_at"] = json!("2026-01-01T00:00:00Z");
        row["updated_at"] = json!("2026-01-01T00:00:00Z");
        row["is_active"] = json!(self.operation.table == "users" || self.id % 2 == 0);
        Some(row)
    }

    /// Whether the key has the type that GraphQL requires.
    fn has_well_formed_key(&self) -> bool {
        self.record != Record::Malformed || self.operation.key == KeyKind::Code
    }

    fn name(&self, api: Api) -> String {
        let mutation = self.operation.mutation();
        format!("{mutation} {api:?} {:?} {:?}", self.caller, self.record)
    }

    fn email(&self) -> String {
        format!("record{}@example.com", self.id)
    }
}

const SOMEBODY: i64 = 1;
/// A well-formed token that was never issued.
const BAD: &str = "rsat_0000000000000000000000000000000000000000000000000000000000000000";

struct Tokens {
    own_id: i64,
    none: String,
    other: String,
    own: String,
    deleted: String,
    all: String,
}

impl Tokens {
    /// Creates the accounts for an operation, with ids from `first`.
    async fn of(app: &TestApp, operation: &Operation, first: i64) -> Self {
        let permission = operation.permission;
        let own = format!("{permission}.own");
        // Everything but the permission: similar names, and those of other actions.
        let near = [
            format!("{permission}d"),
            format!("{permission}.own.own"),
            permission.to_uppercase(),
            format!("{permission}%"),
            format!(" {permission}"),
            format!("{}.*", permission.rsplit_once('.').unwrap().0),
            "**".to_owned(),
            "reports.view".to_owned(),
        ];
        let deleted = app.caller(first + 4, &["*"]).await;
        let delete = "UPDATE users SET deleted_at = created_at WHERE id =";
        app.execute(&format!("{delete} {}", first + 4)).await;
        Self {
            deleted,
            own_id: first,
            own: app.caller(first, &[&own]).await,
            other: app.caller(first + 1, &near.each_ref().map(String::as_str)).await,
            none: app.caller(first + 2, &[]).await,
            all: app.caller(first + 3, &[permission]).await,
        }
    }

    /// The token of a cell's request. Own accounts are the record itself.
    async fn pick(&self, app: &TestApp, cell: &Cell<'_>) -> Option<String> {
        match cell.caller {
            Caller::NoToken => None,
            Caller::BadToken => Some(BAD.to_owned()),
            Caller::NoPermission => Some(self.none.clone()),
            Caller::OtherPermission => Some(self.other.clone()),
            Caller::OwnOnOwn if cell.operation.table == "users" && cell.row().is_some() => {
                Some(app.token(&cell.email(), None).await)
            }
            Caller::OwnOnOwn | Caller::OwnOnAnothers => Some(self.own.clone()),
            Caller::Deleted => Some(self.deleted.clone()),
            Caller::All => Some(self.all.clone()),
        }
    }
}

fn cells(operation: &Operation, own: i64, first: i64) -> Vec<Cell<'_>> {
    let pairs = CALLERS.iter().flat_map(|caller| RECORDS.map(|record| (*caller, record)));
    pairs
        .zip(first..)
        .map(|((caller, record), id)| {
            let key = match (operation.key, record) {
                (KeyKind::Uuid, Record::Malformed) => "not-a-uuid".to_owned(),
                (KeyKind::Uuid, _) => Uuid::new_v4().to_string(),
                (KeyKind::Code, Record::Malformed) => "no\u{202e}such/code".to_owned(),
                (KeyKind::Code, _) => format!("x-{id}"),
                (KeyKind::Id, Record::Malformed) => "1e3".to_owned(),
                (KeyKind::Id, Record::Missing) => i64::MAX.to_string(),
                (KeyKind::Id, _) => id.to_string(),
            };
            Cell { operation, caller, record, id, key, own }
        })
        .collect()
}

/// Sends the request of one cell through one API and checks the response and the stored row.
async fn check(app: &TestApp, api: Api, cell: &Cell<'_>, token: Option<&str>) {
    let operation = cell.operation;
    let cell_name = cell.name(api);
    let before = app.row(operation.table, cell.id).await;
    let response = call(app, api, operation, &cell.key, token).await;
    let after = app.row(operation.table, cell.id).await;

    let expected = cell.expected();
    match (&expected, api) {
        (Outcome::Refused { status, message, .. }, Api::Rest) => {
            assert_eq!(response.status.as_u16(), *status, "{cell_name}");
            assert_eq!(response.body, json!({ "message": message }), "{cell_name}");
        }
        (Outcome::Refused { code, message, .. }, Api::Graphql) => {
            // GraphQL's types are checked before permissions (D13).
            let malformed = !cell.has_well_formed_key() && *code != "UNAUTHENTICATED";
            if malformed {
                assert_eq!(response.code(), Some("BAD_REQUEST"), "{cell_name}");
            } else {
                assert_eq!(response.error(), Some((*code, message.as_str())), "{cell_name}");
            }
        }
        (Outcome::Success { changed }, _) => {
            let record = record(&response, api, operation, *changed, &cell_name);
            check_record(record, &app.stored(operation.table, cell.id).await, cell, &cell_name);
        }
    }
    check_rows(&expected, before.as_ref(), after.as_ref(), operation, &cell_name);
}

/// The record of a successful response; also checks what surrounds it.
fn record<'r>(
    response: &'r Response,
    api: Api,
    operation: &Operation,
    changed: bool,
    cell_name: &str,
) -> &'r Json {
    match (api, operation.wrapped) {
        (Api::Graphql, _) if matches!(operation.act, Act::Restore { .. }) => {
            let payload = &response.data()[operation.mutation()];
            assert_eq!(payload["restored"], json!(changed), "{cell_name}");
        }
        (Api::Graphql, _) => {}
        (Api::Rest, wrapped) => {
            assert_eq!(response.status.as_u16(), 200, "{cell_name}: {}", response.body);
            if let Some((message, key)) = wrapped {
                assert_eq!(sorted(response.names()), sorted(vec!["message", key]), "{cell_name}");
                assert_eq!(response.message(), message, "{cell_name}");
            }
        }
    }
    record_of(response, api, operation)
}

pub fn record_of<'r>(response: &'r Response, api: Api, operation: &Operation) -> &'r Json {
    match (api, operation.wrapped) {
        (Api::Graphql, _) => &response.data()[operation.mutation()][operation.field_name()],
        (Api::Rest, Some((_, key))) => &response.body[key],
        (Api::Rest, None) => &response.body,
    }
}

/// Exactly the documented fields (D22), with the values that are stored, which are those sent.
fn check_record(record: &Json, stored: &Json, cell: &Cell<'_>, cell_name: &str) {
    let operation = cell.operation;
    assert_eq!(sorted(names(record)), sorted(operation.names()), "{cell_name}");
    for name in operation.names() {
        match name {
            "uuid" => assert_eq!(record[name], json!(cell.key), "{cell_name}"),
            "user" | "sender" => {
                let id = &stored[format!("{name}_id")];
                assert_eq!(record[name]["id"], *id, "{cell_name}: {name}");
                let account = if id.is_null() { vec![] } else { vec!["email", "id"] };
                assert_eq!(sorted(names(&record[name])), account, "{cell_name}: {name}");
            }
            name => assert_eq!(record[name], stored[name], "{cell_name}: {name}"),
        }
    }
    assert_eq!(stored["deleted_at"], Json::Null, "{cell_name}");
    let sent = match operation.act {
        Act::Restore { .. } => return,
        Act::Update { .. } => (operation.body)().0,
    };
    for (name, value) in sent.as_object().unwrap() {
        let stored = match name.as_str() {
            "expires_at" => json!("2029-12-31T23:00:00.000000Z"),
            _ => value.clone(),
        };
        assert_eq!(record[name], stored, "{cell_name}");
    }
}

/// The stored row: a refusal changes nothing, and a restore only `deleted_at`, `updated_at` and
/// `version` (D10, D11).
fn check_rows(
    expected: &Outcome,
    before: Option<&Json>,
    after: Option<&Json>,
    operation: &Operation,
    cell_name: &str,
) {
    if !matches!(expected, Outcome::Success { changed: true }) {
        assert_eq!(before, after, "{cell_name}");
        return;
    }
    let (before, after) = (before.unwrap(), after.unwrap());
    let changed: Vec<&str> =
        names(before).into_iter().filter(|name| before[*name] != after[*name]).collect();
    let (version, was) = (&after["version"], &before["version"]);
    assert_eq!((was, version), (&json!("1"), &json!("2")), "{cell_name}");
    if matches!(operation.act, Act::Restore { .. }) {
        assert_eq!(sorted(changed), ["deleted_at", "updated_at", "version"], "{cell_name}");
        assert_eq!(after["deleted_at"], Json::Null, "{cell_name}");
    } else {
        assert!(changed.contains(&"updated_at"), "{cell_name}");
    }
}

/// Tests the cells of an operation through one API, each with its own record, which is loaded
/// first.
async fn walk(app: &TestApp, api: Api, operation: &Operation, tokens: &Tokens, first: i64) -> i64 {
    let cells = cells(operation, tokens.own_id, first);
    let rows = cells.iter().filter_map(Cell::row);
    app.load(fixture(operation.table, rows)).await;
    for cell in &cells {
        check(app, api, cell, tokens.pick(app, cell).await.as_deref()).await;
    }
    first + i64::try_from(cells.len()).unwrap()
}

async fn walk_all(app: &TestApp, operations: &[Operation]) {
    app.load(fixture("users", [json!({ "id": SOMEBODY, "email": "somebody@example.com" })])).await;
    let mut next = 1_000;
    for (place, operation) in (0..).zip(operations) {
        let tokens = Tokens::of(app, operation, 10 * (place + 1)).await;
        for api in [Api::Rest, Api::Graphql] {
            // GraphQL has no equivalent of PUT.
            if api == Api::Rest || operation.act != (Act::Update { put: true }) {
                next = walk(app, api, operation, &tokens, next).await;
            }
        }
    }
}

/// D1, D5–D7, D10, D11, D13, D21, D22.
#[apply(each_engine!)]
async fn restores_follow_the_contract(app: TestApp) {
    walk_all(&app, &restores()).await;
}

/// D1, D5, D6, D13, D16, D21, D22.
#[apply(each_engine!)]
async fn updates_follow_the_contract(app: TestApp) {
    walk_all(&app, &updates()).await;
}
