//! Every operation of both APIs, made from the table of operations. A root field that is not in it
//! makes the test fail.

use entity::ColumnType;
use reinstate::{
    actions::{Act, Action, Read, Route, Selects, actions, root_field as entry_of},
    auth::Permission,
    kinds::{self, registered},
    resources::{
        Absent, Change, DefaultValue, Format, Input, KeyKind, RecordAct, RequestBody, Resource,
        Rule, TargetState, camel_case,
    },
};
use serde_json::{Map, Value as Json, json};

use super::requests::{document, request};
use crate::{
    schema::{directive, fields, types},
    support::{Response, TestApp, described, fixture, global_id, uuid},
};

/// What an operation acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A record, live or deleted.
    Record { deleted: bool },
    /// An account that an input names.
    Account,
    /// Whatever the caller can view, such as lists.
    Visible,
}

/// What looks like a missing record (D7, D9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conceals {
    Nothing,
    /// Another account, to a caller that may act on its own only.
    Accounts,
    /// Every refusal.
    Refusals,
}

/// A request.
pub enum Call {
    Rest {
        method: &'static str,
        path: String,
        body: Option<Json>,
    },
    Graphql {
        query: String,
        variables: Json,
    },
    /// A subscription over server-sent events.
    Live {
        query: String,
    },
}

impl Call {
    /// Method, path and body.
    pub fn request(self) -> (&'static str, String, Option<Json>) {
        let graphql = |body: Json| ("POST", "/graphql".to_owned(), Some(body));
        match self {
            Self::Rest { method, path, body } => (method, path, body),
            Self::Graphql { query, variables } => {
                graphql(json!({ "query": query, "variables": variables }))
            }
            Self::Live { query } => graphql(json!({ "query": query })),
        }
    }

    /// Whether it is a subscription.
    pub fn is_live(&self) -> bool {
        matches!(self, Self::Live { .. })
    }

    /// Whether it may change something.
    pub fn changes(&self) -> bool {
        match self {
            Self::Rest { method, .. } => *method != "GET",
            Self::Graphql { query, .. } => query.starts_with("mutation"),
            Self::Live { .. } => false,
        }
    }
}

impl Operation {
    /// Loads the record, of account 1, or the account that the request for that id needs.
    pub async fn load(&self, app: &TestApp, id: i64) {
        match (self.about, self.resource) {
            (Target::Record { deleted }, Some(kind)) => {
                app.load(fixture(kind.table.name, [fixture_row(kind, id, 1, deleted)])).await;
            }
            (Target::Account, _) => {
                let account = json!({ "id": id, "email": format!("account{id}@example.com") });
                app.load(fixture("users", [account])).await;
            }
            _ => {}
        }
    }
}

/// The response to each operation that reads, by its name.
pub async fn read_all(app: &TestApp, token: &str) -> Vec<(String, Response)> {
    let mut found = Vec::new();
    for (operation, id) in operations().into_iter().zip(1_000..) {
        let call = (operation.ask)(id);
        if !call.changes() && !call.is_live() {
            operation.load(app, id).await;
            let (method, path, body) = call.request();
            let response = app.rest(method, &path, Some(token), body.as_ref()).await;
            found.push((operation.name, response));
        }
    }
    found
}

/// An operation, and its permissions for all records and for own ones.
pub struct Operation {
    pub name: String,
    /// `None`: a valid credential is enough.
    pub all: Option<String>,
    pub own: Option<String>,
    /// A further permission that the caller needs to get this far.
    pub base: Option<&'static str>,
    pub resource: Option<&'static Resource>,
    pub about: Target,
    pub conceals: Conceals,
    /// The request for the record, or the account, with that id.
    pub ask: Box<dyn Fn(i64) -> Call>,
}

pub fn operations() -> Vec<Operation> {
    of_table().into_iter().chain(of_fields()).chain(of_kinds()).collect()
}

/// The operations of the table, on each API that has them.
fn of_table() -> Vec<Operation> {
    let mut found = Vec::new();
    for action in actions() {
        let permitted = |name: String, operation: Operation| Operation {
            name,
            all: action.admits.permission().map(|it| it.all.to_owned()),
            own: action.admits.permission().and_then(|it| it.own).map(str::to_owned),
            ..operation
        };
        let root = if action.only_reads() { "Query" } else { "Mutation" };
        if action.is_root_field {
            found.push(permitted(format!("{root}.{}", action.name), root_field(action)));
        }
        if let Some(route) = &action.route {
            let name = format!("{} {}", route.method.name(), route.path);
            found.push(permitted(name, of_route(action, route)));
        }
    }
    found
}

/// A GraphQL request for an operation.
fn root_field(action: &'static Action) -> Operation {
    let name = &action.name;
    match &action.act {
        Act::Record(act) => record_field(name, act),
        Act::Read(Read::Record(kind)) => {
            let query = move |key| format!("{{ {name}({key}) {{ id }} }}");
            Operation { conceals: accounts(kind), ..record(kind, false, query) }
        }
        _ => {
            let tested = tested(action).map(|(of, id)| format!("\"{}\"", global_id(of, id)));
            let ask = move |account: i64| {
                let given = |name: &str, ty: &str| match (name, ty) {
                    (_, "ID!") => tested.clone(),
                    ("userId", "BigInt") | (_, "BigInt!") => Some(account.to_string()),
                    ("userIds", "[BigInt!]") => Some(format!("[{account}]")),
                    _ => None,
                };
                (document(name, &given, |_| "{ __typename }".to_owned()), json!({}))
            };
            about(action, ask(1) != ask(2), graphql(ask))
        }
    }
}

/// An operation, which may name the account with that id.
fn about(action: &Action, names_account: bool, operation: Operation) -> Operation {
    let about = match action.name.as_str() {
        // Nobody's own, for these callers.
        "revokeAccessToken" => Target::Record { deleted: false },
        _ if names_account => Target::Account,
        _ => Target::Visible,
    };
    let accounts = kinds::accounts().view.all;
    let base = match (action.name.as_str(), action.selects) {
        (_, Selects::Matching(kind)) => Some(kind.view.all),
        ("importTranslations", _) => Some("translations.create"),
        ("roleMembers", _) => Some(accounts),
        ("roleEvents", _) => Some(kinds::ROLES.view.all),
        // It sends, and acts as nobody.
        ("sendNotifications", _) => None,
        // It takes the permission to view the account (D26).
        _ if names_account => Some(accounts),
        _ => None,
    };
    Operation { about, base, ..operation }
}

/// A GraphQL request for an operation on one record, with the least that it takes.
fn record_field(name: &'static str, act: &'static RecordAct) -> Operation {
    let kind = act.resource;
    let ask = move |id| {
        let key = (act.target != TargetState::New).then(|| argument(kind, id));
        let fields = act.body.as_ref().map(|body| format!("{}: $fields", body.argument));
        let arguments: Vec<String> = key.into_iter().chain(fields).collect();
        let field = format!("{name}({}) {{ __typename }}", arguments.join(", "));
        match &act.body {
            Some(body) => {
                let query = format!("mutation($fields: {}!) {{ {field} }}", body.type_name);
                (query, json!({ "fields": least(body, id, true) }))
            }
            None => (format!("mutation {{ {field} }}"), json!({})),
        }
    };
    on_record(act, graphql(ask))
}

/// The roles that the matrix changes, by their ids: each change has its own.
pub const ROLES: [&str; 3] = ["updateRole", "deleteRole", "restoreRole"];
/// The id of a token of somebody else.
pub const TOKEN: i64 = 1;

/// The role or token that an operation is tested with.
fn tested(action: &Action) -> Option<(&'static str, i64)> {
    let role = |name| ROLES.iter().zip(1..).find_map(|(known, id)| (*known == name).then_some(id));
    match action.name.as_str() {
        "revokeAccessToken" => Some(("AccessToken", TOKEN)),
        // It is never deleted.
        "role" | "roleMembers" | "roleEvents" => Some(("Role", role("updateRole")?)),
        name => Some(("Role", role(name)?)),
    }
}

/// A REST request for an operation on one record, with the least that it takes.
fn of_rest(act: &'static RecordAct, route: &'static Route) -> Operation {
    let kind = act.resource;
    let parameter = format!("{{{}}}", kind.key_column);
    let ask = move |id| Call::Rest {
        method: route.method.name(),
        path: route.path.replace(&parameter, &key(kind, id)),
        body: act.body.as_ref().map(|body| least(body, id, false)),
    };
    on_record(act, asking(ask))
}

/// A REST request for another operation, with the least that it takes.
fn of_route(action: &'static Action, route: &'static Route) -> Operation {
    let path = move |key: &str| {
        let parts = route.path.split('/');
        let parts = parts.map(|part| if part.starts_with('{') { key } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    let method = route.method.name();
    match &action.act {
        Act::Record(act) => of_rest(act, route),
        Act::Read(Read::Record(kind)) => {
            let ask = move |id| Call::Rest { method, path: path(&key(kind, id)), body: None };
            Operation {
                resource: Some(kind),
                about: Target::Record { deleted: false },
                conceals: accounts(kind),
                ..asking(ask)
            }
        }
        _ => {
            let key = tested(action).map(|(_, id)| id.to_string());
            let key = key.unwrap_or_else(|| "00000000-0000-4000-8000-000000000000".to_owned());
            let request = move |account: i64| {
                request(route, &|name| match name {
                    "user_id" => Some(json!(account)),
                    "user_ids" => Some(json!([account])),
                    _ => None,
                })
            };
            let ask = move |id| {
                let (query, body) = request(id);
                Call::Rest { method, path: path(&key) + &query, body }
            };
            let names_account = request(1) != request(2);
            about(action, names_account, asking(ask))
        }
    }
}

fn on_record(act: &'static RecordAct, operation: Operation) -> Operation {
    let about = match act.target {
        TargetState::New => Target::Account,
        TargetState::Live => Target::Record { deleted: false },
        TargetState::Deleted => Target::Record { deleted: true },
    };
    let conceals = match about == (Target::Record { deleted: true }) && act.resource.is_account() {
        true => Conceals::Refusals,
        false => accounts(act.resource),
    };
    // D26: acting as another account takes the right to view it.
    let acts_as = matches!(act.change, Change::Create(_) | Change::Rotate(..))
        && act.resource.credential.is_some();
    let base = acts_as.then_some(kinds::accounts().view.all);
    Operation { resource: Some(act.resource), about, conceals, base, ..operation }
}

fn accounts(kind: &Resource) -> Conceals {
    if kind.is_account() { Conceals::Accounts } else { Conceals::Nothing }
}

/// The least that a request's fields can be.
fn least(of: &RequestBody, account: i64, graphql: bool) -> Json {
    match of.absent {
        Absent::Filled => body(of.inputs, account, graphql),
        Absent::Kept | Absent::Reset if graphql => json!({ "isActive": true }),
        Absent::Kept | Absent::Reset => json!({ "is_active": true }),
    }
}

/// The other fields of the schema with a permission, and the subscriptions. Fails for a root field
/// that the table doesn't have.
fn of_fields() -> Vec<Operation> {
    let mut found = Vec::new();
    for ty in types() {
        let type_name = ty.name.node.as_str();
        for field in fields(ty) {
            let name = field.node.name.node.as_str();
            let names = directive(&field.node, "permission");
            let returns = field.node.ty.node.to_string();
            let mut operation = match type_name {
                "Query" | "Mutation" => {
                    assert!(entry_of(name).is_some(), "{name} is not in the table");
                    continue;
                }
                "Subscription" => {
                    let query =
                        format!("subscription {{ {name}(after: \"nowhere\") {{ position }} }}");
                    visible(move || (query.clone(), json!({})))
                }
                _ if names.is_none() => continue,
                _ => match nested(type_name, name, &returns) {
                    Some(operation) => operation,
                    // An interface repeats the fields of the types that implement it.
                    None => continue,
                },
            };
            if name == "recordChanged" {
                // Any kind will do.
                operation.base = Some(registered()[0].view.all);
            }
            let names = names.unwrap_or_default();
            operation.name = format!("{type_name}.{name}");
            (operation.all, operation.own) = (names.get("all").cloned(), names.get("own").cloned());
            found.push(operation);
        }
    }
    found
}

/// A field of the viewer or of a record.
fn nested(ty: &str, field: &str, returns: &str) -> Option<Operation> {
    let is_page = returns.trim_end_matches('!').ends_with("Connection");
    let page = match returns.trim_matches(['[', ']', '!']) {
        _ if is_page => "{ pageInfo { hasNextPage } }",
        "Role" | "AccessToken" => "{ name }",
        _ => "",
    };
    // The records of an account are listed, by those who may view some.
    let is_related = |it: kinds::Related| it.parent.name == ty && it.resource.plural() == field;
    let is_related = kinds::related(kinds::accounts()).any(is_related);
    let field = format!("{field} {page}");
    if is_related {
        let query = format!("{{ viewer {{ user {{ {field} }} }} }}");
        return Some(visible(move || (query.clone(), json!({}))));
    }
    if ty == "Viewer" {
        let query = format!("{{ viewer {{ {field} }} }}");
        return Some(visible(move || (query.clone(), json!({}))));
    }
    let kind = described().find(|known| known.name == ty)?;
    let query = move |key| format!("{{ {}({key}) {{ {field} }} }}", kind.field_name());
    Some(Operation { base: Some(kind.view.all), ..record(kind, false, query) })
}

/// Root fields that take global ids, with a record of each kind.
fn of_kinds() -> Vec<Operation> {
    let mut found = Vec::new();
    for kind in registered() {
        let id = |id: i64| global_id(kind.name, id);
        let mut add =
            |name: &str, permission: &Permission, deleted, ask: Box<dyn Fn(i64) -> Call>| {
                found.push(Operation {
                    name: format!("{name} of {}", kind.name),
                    all: Some(permission.all.to_owned()),
                    own: permission.own.map(str::to_owned),
                    resource: Some(kind),
                    about: Target::Record { deleted },
                    conceals: match name.starts_with("restore") && kind.is_account() {
                        true => Conceals::Refusals,
                        false => accounts(kind),
                    },
                    ask,
                    ..visible(|| (String::new(), json!({})))
                });
            };
        let graphql = |query: String| Call::Graphql { query, variables: json!({}) };
        let node = move |of| graphql(format!("{{ node(id: \"{}\") {{ id }} }}", id(of)));
        add("node", &kind.view, false, Box::new(node));
        let many = move |name: &'static str| -> Box<dyn Fn(i64) -> Call> {
            let asked = "{ outcomes { error { code message } } }";
            Box::new(move |of| {
                graphql(format!("mutation {{ {name}(ids: [\"{}\"]) {asked} }}", id(of)))
            })
        };
        let one = move |name: &'static str, payload: &'static str| -> Box<dyn Fn(i64) -> Call> {
            let reason = if name == "hold" { ", reason: \"r\"" } else { "" };
            Box::new(move |of| {
                graphql(format!("mutation {{ {name}(id: \"{}\"{reason}) {payload} }}", id(of)))
            })
        };
        let rest = move |path: &'static str| -> Box<dyn Fn(i64) -> Call> {
            Box::new(move |of| Call::Rest {
                method: "POST",
                path: path.to_owned(),
                body: Some(json!({ "ids": [id(of)] })),
            })
        };
        if let Some(permission) = &kind.delete {
            add("POST /api/v1/delete", permission, false, rest("/api/v1/delete"));
            add("delete", permission, false, one("delete", "{ record { id } }"));
            add("deleteMany", permission, false, many("deleteMany"));
        }
        if let Some(restore) = &kind.restore {
            add("restore by REST", &restore.permission, true, rest("/api/v1/restore"));
            add("restore", &restore.permission, true, one("restore", "{ record { id } }"));
            add("restoreMany", &restore.permission, true, many("restoreMany"));
        }
        if let (Some(purge), Some(hold)) = (&kind.purge, &kind.hold) {
            let path = move |of| format!("/api/v1/trash/{}", id(of));
            let delete = move |of| Call::Rest { method: "DELETE", path: path(of), body: None };
            add("DELETE /api/v1/trash/{id}", purge, true, Box::new(delete));
            add("POST /api/v1/purge", purge, true, rest("/api/v1/purge"));
            add("purge", purge, true, one("purge", "{ operationId }"));
            add("purgeMany", purge, true, many("purgeMany"));
            add("hold", hold, true, one("hold", "{ operationId }"));
        }
    }
    found
}

fn graphql(ask: impl Fn(i64) -> (String, Json) + 'static) -> Operation {
    let ask = move |id| {
        let (query, variables) = ask(id);
        match query.starts_with("subscription") {
            true => Call::Live { query },
            false => Call::Graphql { query, variables },
        }
    };
    asking(ask)
}

fn asking(ask: impl Fn(i64) -> Call + 'static) -> Operation {
    Operation {
        name: String::new(),
        all: None,
        own: None,
        base: None,
        resource: None,
        about: Target::Visible,
        conceals: Conceals::Nothing,
        ask: Box::new(ask),
    }
}

fn visible(ask: impl Fn() -> (String, Json) + 'static) -> Operation {
    graphql(move |_| ask())
}

/// Target a record, whose key is the argument.
fn record(
    kind: &'static Resource,
    deleted: bool,
    query: impl Fn(String) -> String + 'static,
) -> Operation {
    let ask = move |id| (query(argument(kind, id)), json!({}));
    Operation { resource: Some(kind), about: Target::Record { deleted }, ..graphql(ask) }
}

/// The argument that names the record with that id.
fn argument(kind: &Resource, id: i64) -> String {
    format!("{}: \"{}\"", kind.camel_key, key(kind, id))
}

/// The key of the record with that id.
pub fn key(kind: &Resource, id: i64) -> String {
    match kind.key {
        KeyKind::Uuid => uuid(id),
        KeyKind::Code => format!("x-{id}"),
        KeyKind::Id => id.to_string(),
    }
}

/// The required fields, with that account.
fn body(inputs: &[Input], account: i64, graphql: bool) -> Json {
    let mut body = Map::new();
    for input in inputs {
        let value = match input.rule {
            Rule::Account => json!(account),
            Rule::Accounts => json!([account]),
            _ if input.default_value != DefaultValue::None => continue,
            Rule::Choice(choices) => {
                let text = choices.texts().next().unwrap();
                json!(if graphql { text.to_uppercase() } else { text.to_owned() })
            }
            Rule::LanguageTag => json!(format!("x-{account}")),
            Rule::CurrencyCode => json!("AAA"),
            Rule::Email => json!(format!("new{account}@example.com")),
            _ => json!("a"),
        };
        let name = if graphql { camel_case(input.name) } else { input.name.to_owned() };
        body.insert(name, value);
    }
    body.into()
}

/// A fixture of the record with that id, which that account owns if the kind has owners.
pub fn fixture_row(kind: &Resource, id: i64, owner: i64, deleted: bool) -> Json {
    let mut row = json!({ "id": id });
    for field in
        kind.fields.iter().filter(|field| !field.nullable && field.column_type == ColumnType::Text)
    {
        row[field.name] = match &field.format {
            Format::OneOf(choices) => json!(choices.texts().next().unwrap()),
            Format::Plain if kind.is_account() => json!(format!("record{id}@example.com")),
            Format::Plain if kind.permits => json!(format!("record{id}")),
            Format::Plain => json!("a"),
            Format::Texts => json!([]),
        };
    }
    match kind.key {
        KeyKind::Id => {}
        _ => row[kind.key_column] = json!(key(kind, id)),
    }
    match kind.owner {
        None | Some("id") => {}
        Some(column) => row[column] = json!(owner),
    }
    if deleted {
        row["deleted_at"] = json!("2026-01-02T03:04:05Z");
    }
    row
}
