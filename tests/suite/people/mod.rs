//! Accounts, roles, grants and access tokens through the APIs (docs/decisions/0075, 0076).

mod addresses;
mod administrators;
mod escalation;
mod granted;
mod kind;
mod lending;
mod links;
mod reasons;
mod roles;
mod sign_in;
mod tokens;
mod trail;

use reinstate::{
    actions::{Act, root_field},
    resources::camel_case,
};
use serde_json::{Map, Value as Json, json};

use crate::support::{Response, TestApp, global_id};

/// Runs an operation of the table on the role or token with that id, with fields by the names of REST.
pub async fn ask(
    app: &TestApp,
    token: &str,
    name: &str,
    id: Option<i64>,
    fields: Json,
    selected: &str,
) -> Response {
    let Some(Act::Plain(act)) = root_field(name).map(|action| &action.act) else {
        panic!("{name} is no operation on roles, grants or tokens");
    };
    let of = if name.ends_with("AccessToken") { "AccessToken" } else { "Role" };
    let id = id.map(|id| format!("id: {:?}", global_id(of, id)));
    let mut renamed: Map<String, Json> =
        fields.as_object().unwrap().iter().map(|(k, v)| (camel_case(k), v.clone())).collect();
    if act.recipients.is_some() {
        let named = ["userId", "role"].into_iter();
        let to: Map<String, Json> = named.filter_map(|name| renamed.remove_entry(name)).collect();
        renamed.insert("to".to_owned(), to.into());
    }
    let (declared, passed) = match &act.body {
        // In GraphQL the account is an argument of its own.
        Some(body) if name != "signOut" => {
            (format!("($fields: {}!)", body.type_name), Some(format!("{}: $fields", body.argument)))
        }
        _ => (String::new(), renamed.get("userId").map(|account| format!("userId: {account}"))),
    };
    let arguments: Vec<String> = id.into_iter().chain(passed).collect();
    let arguments = match arguments.is_empty() {
        true => String::new(),
        false => format!("({})", arguments.join(", ")),
    };
    let query = format!("mutation{declared} {{ {name}{arguments} {{ {selected} }} }}");
    app.graphql(Some(token), &query, json!({ "fields": renamed })).await
}

/// The same through REST.
pub async fn ask_rest(
    app: &TestApp,
    token: &str,
    name: &str,
    id: Option<i64>,
    fields: &Json,
) -> Response {
    let (method, path) = root_field(name).unwrap().rest().unwrap();
    let path = path.replace("{id}", &id.unwrap_or_default().to_string());
    app.rest(method.name(), &path, Some(token), Some(fields)).await
}

pub async fn held(app: &TestApp, token: &str) -> Json {
    app.data(token, "{ viewer { permissions } }").await["viewer"]["permissions"].clone()
}

/// The number of rows of everything that grants something, and of events.
pub async fn granted(app: &TestApp) -> Vec<i64> {
    let tables = [
        "user_permissions",
        "user_roles",
        "roles",
        "role_permissions",
        "access_tokens",
        "record_events",
    ];
    let mut counts = Vec::new();
    for table in tables {
        counts.push(app.count(table).await);
    }
    counts
}
