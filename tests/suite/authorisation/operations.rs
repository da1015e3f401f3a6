//! Every operation of both APIs, taken from the schema's `@permission` and the descriptions of the
//! kinds. A root field that no row covers makes the test fail.

use entity::ColumnType;
use reinstate::{
    auth::Permission,
    kinds::all,
    resources::{DefaultValue, Format, Input, KeyKind, Resource, Rule, camel_case},
};
use serde_json::{Map, Value as Json, json};

use crate::{
    schema::{directive, fields, types},
    support::{global_id, uuid},
};

/// What an operation acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A record, live or deleted.
    Record { deleted: bool },
    /// An account that an input names.
    Account,
    /// Whatever the caller can see, such as lists.
    Visible,
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

/// An operation, and its permissions for all records and for own ones.
pub struct Operation {
    pub name: String,
    /// `None`: a valid credential is enough.
    pub all: Option<String>,
    pub own: Option<String>,
    /// Further permissions that the caller needs to get this far.
    pub base: Option<&'static str>,
    pub resource: Option<&'static Resource>,
    pub about: Target,
    /// Whether a refusal looks like a missing record (D7).
    pub conceals: bool,
    /// The request for the record, or the account, with this id.
    pub ask: Box<dyn Fn(i64) -> Call>,
}

/// Root fields without a permission of their own show what the permission of each kind allows.
/// `of_kinds` requests those that can name one record; `visibility.rs` has the others.
const BY_KIND: [(&str, &str); 10] = [
    ("viewer", "{ viewer { permissions } }"),
    ("node", "{ node(id: \"a\") { id } }"),
    ("nodes", "{ nodes(ids: []) { id } }"),
    ("trash", "{ trash { totalCount } }"),
    ("trashSummary", "{ trashSummary { count } }"),
    ("translationBundle", "{ translationBundle(locale: \"en\") }"),
    ("deleteMany", "mutation { deleteMany(ids: []) { operationId } }"),
    ("restoreMany", "mutation { restoreMany(ids: []) { operationId } }"),
    (
        "undo",
        "mutation { undo(operationId: \"00000000-0000-4000-8000-000000000000\") { operationId } }",
    ),
    ("recordChanged", "subscription { recordChanged(after: \"nowhere\") { position } }"),
];

pub fn operations() -> Vec<Operation> {
    of_schema().into_iter().chain(of_kinds()).chain(of_rest()).collect()
}

/// Fields of the schema with a permission, and all root fields.
fn of_schema() -> Vec<Operation> {
    let mut found = Vec::new();
    for ty in types() {
        let type_name = ty.name.node.as_str();
        let is_root = ["Query", "Mutation", "Subscription"].contains(&type_name);
        // An interface repeats the fields of the types that implement it.
        let is_object = all().iter().any(|kind| kind.name == type_name) || type_name == "Viewer";
        for field in fields(ty) {
            let name = field.node.name.node.as_str();
            let names = directive(&field.node, "permission");
            let mut operation = match &names {
                Some(_) if is_root || is_object => {
                    let returns = field.node.ty.node.to_string();
                    let input = field.node.arguments.first().map(|it| it.node.ty.node.to_string());
                    row(type_name, name, &returns, input)
                }
                None if is_root => {
                    BY_KIND.iter().find(|(known, _)| *known == name).map(|(_, query)| {
                        let query = (*query).to_owned();
                        visible(move || (query.clone(), json!({})))
                    })
                }
                _ => continue,
            }
            .unwrap_or_else(|| panic!("{type_name}.{name} is in no row"));
            operation.name = format!("{type_name}.{name}");
            let names = names.unwrap_or_default();
            if name == "recordChanged" {
                // Any kind will do.
                operation.base = Some(all()[0].view.all);
            }
            (operation.all, operation.own) = (names.get("all").cloned(), names.get("own").cloned());
            found.push(operation);
        }
    }
    found
}

/// The row of a field of the schema.
fn row(ty: &str, field: &str, returns: &str, input: Option<String>) -> Option<Operation> {
    let ends = returns.trim_end_matches('!');
    let page = if ends.ends_with("Connection") { "{ pageInfo { hasNextPage } }" } else { "" };
    let field = field.to_owned();
    match ty {
        "Subscription" => {
            let query = format!("subscription {{ {field}(after: \"nowhere\") {{ position }} }}");
            Some(visible(move || (query.clone(), json!({}))))
        }
        "Viewer" => {
            let query = format!("{{ viewer {{ {field} {page} }} }}");
            Some(visible(move || (query.clone(), json!({}))))
        }
        "Query" => match all().iter().find(|kind| kind.field_name() == field) {
            Some(kind) => {
                Some(record(kind, false, move |key| format!("{{ {field}({key}) {{ id }} }}")))
            }
            None => Some(visible(move || (format!("{{ {field} {page} }}"), json!({})))),
        },
        "Mutation" => mutation(&field, input),
        kind => {
            let kind = all().iter().find(|known| known.name == kind)?;
            let parent = kind.field_name();
            let mut operation = record(kind, false, move |key| {
                format!("{{ {parent}({key}) {{ {field} {page} }} }}")
            });
            operation.base = Some(kind.view.all);
            Some(operation)
        }
    }
}

fn mutation(field: &str, input: Option<String>) -> Option<Operation> {
    let name = field.to_owned();
    for kind in all() {
        let verb = field.strip_suffix(kind.name);
        match verb {
            Some("delete" | "rotate") => {
                return Some(record(kind, false, move |key| {
                    format!("mutation {{ {name}({key}) {{ __typename }} }}")
                }));
            }
            Some("restore") => {
                let mut operation = record(kind, true, move |key| {
                    format!("mutation {{ {name}({key}) {{ restored }} }}")
                });
                operation.conceals = kind.is_account();
                return Some(operation);
            }
            Some("update") => {
                return Some(record(kind, false, move |key| {
                    format!(
                        "mutation {{ {name}({key}, changes: {{ isActive: true }}) \
                         {{ __typename }} }}"
                    )
                }));
            }
            _ => {}
        }
        let Some(create) = &kind.create else { continue };
        let one = format!("{}{}", create.verb, kind.name);
        let inputs = if field == one {
            &create.inputs
        } else if field == format!("{one}s") {
            &create.many.as_ref()?.inputs
        } else {
            continue;
        };
        let query =
            format!("mutation($input: {}) {{ {field}(input: $input) {{ __typename }} }}", input?);
        return Some(Operation {
            resource: Some(kind),
            about: Target::Account,
            ..graphql(move |id| (query.clone(), json!({ "input": body(inputs, id, true) })))
        });
    }
    // Always the caller's own.
    let arguments = input.map(|_| "(uuids: [])").unwrap_or_default();
    let marks = field.starts_with("mark");
    let query = format!("mutation {{ {field}{arguments} {{ unreadCount }} }}");
    marks.then(|| visible(move || (query.clone(), json!({}))))
}

/// Root fields that take records of every kind.
fn of_kinds() -> Vec<Operation> {
    let mut found = Vec::new();
    for kind in all() {
        let id = |id: i64| global_id(kind.name, id);
        let mut add =
            |name: &str, permission: &Permission, deleted, ask: Box<dyn Fn(i64) -> Call>| {
                found.push(Operation {
                    name: format!("{name} of {}", kind.name),
                    all: Some(permission.all.to_owned()),
                    own: permission.own.map(str::to_owned),
                    resource: Some(kind),
                    about: Target::Record { deleted },
                    conceals: name == "restoreMany" && kind.is_account(),
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
        if let Some(permission) = &kind.delete {
            add("deleteMany", permission, false, many("deleteMany"));
        }
        if let Some(restore) = &kind.restore {
            add("restoreMany", &restore.permission, true, many("restoreMany"));
        }
    }
    found
}

/// Paths of REST, from the descriptions of the kinds.
fn of_rest() -> Vec<Operation> {
    let mut found = Vec::new();
    for kind in all() {
        let mut add = |method: &'static str,
                       path: &'static str,
                       permission: &Permission,
                       about,
                       with: Option<fn(&'static Resource, i64) -> Json>| {
            let parameter = format!("{{{}}}", kind.key.column());
            let ask = move |id| Call::Rest {
                method,
                path: path.replace(&parameter, &key(kind, id)),
                body: with.map(|body| body(kind, id)),
            };
            found.push(Operation {
                name: format!("{method} {path}"),
                all: Some(permission.all.to_owned()),
                own: permission.own.map(str::to_owned),
                resource: Some(kind),
                about,
                conceals: method == "POST" && path.ends_with("restore") && kind.is_account(),
                ask: Box::new(ask),
                ..visible(|| (String::new(), json!({})))
            });
        };
        if let Some(restore) = &kind.restore {
            add("POST", restore.path, &restore.permission, Target::Record { deleted: true }, None);
        }
        if let Some(update) = &kind.update {
            for method in ["PUT", "PATCH"] {
                let about = Target::Record { deleted: false };
                let body: fn(&Resource, i64) -> Json = |_, _| json!({ "is_active": true });
                add(method, update.path, &update.permission, about, Some(body));
            }
        }
        if let Some((create, posted)) =
            kind.create.as_ref().and_then(|it| Some((it, it.rest.as_ref()?)))
        {
            let body: fn(&'static Resource, i64) -> Json = |kind, id| {
                kind.create
                    .as_ref()
                    .map(|create| body(&create.inputs, id, false))
                    .unwrap_or_default()
            };
            add("POST", posted.path, &create.permission, Target::Account, Some(body));
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
    Operation {
        name: String::new(),
        all: None,
        own: None,
        base: None,
        resource: None,
        about: Target::Visible,
        conceals: false,
        ask: Box::new(ask),
    }
}

fn visible(ask: impl Fn() -> (String, Json) + 'static) -> Operation {
    graphql(move |_| ask())
}

/// Targets a record by its key.
fn record(
    kind: &'static Resource,
    deleted: bool,
    query: impl Fn(String) -> String + 'static,
) -> Operation {
    let argument = match kind.key {
        KeyKind::Id => "databaseId",
        key => key.column(),
    };
    let ask = move |id| (query(format!("{argument}: \"{}\"", key(kind, id))), json!({}));
    Operation { resource: Some(kind), about: Target::Record { deleted }, ..graphql(ask) }
}

/// The key of the record with this id.
pub fn key(kind: &Resource, id: i64) -> String {
    match kind.key {
        KeyKind::Uuid => uuid(id),
        KeyKind::Code => format!("x-{id}"),
        KeyKind::Id => id.to_string(),
    }
}

/// The smallest valid body for that account.
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
            _ => json!("a"),
        };
        let name = if graphql { camel_case(input.name) } else { input.name.to_owned() };
        body.insert(name, value);
    }
    body.into()
}

/// A fixture of the record with this id, owned by the account if the kind has owners.
pub fn fixture_row(kind: &Resource, id: i64, owner: i64, deleted: bool) -> Json {
    let mut row = json!({ "id": id });
    for field in
        kind.fields.iter().filter(|field| !field.nullable && field.column_type == ColumnType::Text)
    {
        row[field.name] = match &field.format {
            Format::OneOf(choices) => json!(choices.texts().next().unwrap()),
            Format::Plain if kind.is_account() => json!(format!("record{id}@example.com")),
            Format::Plain => json!("a"),
            Format::Texts => json!([]),
        };
    }
    match kind.key {
        KeyKind::Id => {}
        known => row[known.column()] = json!(key(kind, id)),
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
