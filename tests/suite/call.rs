//! A documented operation on one record, through either API.

use serde_json::{Value as Json, json};

use crate::{
    contract::{Act, KeyKind, Operation},
    support::{Response, TestApp, escaped, global_id, uuid},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    Rest,
    Graphql,
}

pub const APIS: [Api; 2] = [Api::Rest, Api::Graphql];

/// Requests the operation, with its body if it has one.
pub async fn call(
    app: &TestApp,
    api: Api,
    operation: &Operation,
    key: &str,
    token: Option<&str>,
) -> Response {
    let (body, changes) = (operation.body)();
    if api == Api::Rest {
        let path = operation.path_to(key);
        let body = matches!(operation.act, Act::Update { .. }).then_some(&body);
        return app.rest(operation.method(), &path, token, body).await;
    }
    let variables = json!({ "key": key, "changes": changes });
    app.graphql(token, &document(operation), variables).await
}

/// The mutation, selecting the fields that REST answers.
pub fn document(operation: &Operation) -> String {
    let (argument, ty) = operation.key.argument();
    let (mutation, field) = (operation.mutation(), operation.field_name());
    let (declared, passed, more) = match operation.act {
        Act::Restore { .. } => (String::new(), "", " restored"),
        Act::Update { .. } => {
            (format!(", $changes: {}Changes!", operation.type_name()), ", changes: $changes", "")
        }
    };
    let fields = operation.names().into_iter().map(selected).collect::<Vec<_>>().join(" ");
    format!(
        "mutation($key: {ty}{declared}) {{ {mutation}({argument}: $key{passed}) {{ {field} \
         {{ {fields} }}{more} }} }}"
    )
}

/// A documented field as GraphQL selects it.
pub fn selected(name: &str) -> String {
    match name {
        "id" => "id: databaseId".to_owned(),
        "user" | "sender" => format!("{name} {{ id: databaseId email }}"),
        _ => format!("{name}: {}", reinstate::resources::camel_case(name)),
    }
}

impl KeyKind {
    /// GraphQL's key argument and its type.
    pub fn argument(self) -> (&'static str, &'static str) {
        match self {
            Self::Uuid => ("uuid", "UUID!"),
            Self::Code => ("code", "String!"),
            Self::Id => ("databaseId", "BigInt!"),
        }
    }
}

impl Operation {
    /// The key of the record with this id.
    pub fn key_of(&self, id: i64) -> String {
        match self.key {
            KeyKind::Uuid => uuid(id),
            KeyKind::Code => format!("x-{id}"),
            KeyKind::Id => id.to_string(),
        }
    }

    /// The global id of the record with this id.
    pub fn global_id(&self, id: i64) -> String {
        global_id(&self.type_name(), id)
    }

    /// A fixture of the record with this id, owned by that account if the kind has owners.
    pub fn record(&self, id: i64, owner: Option<i64>, deleted: bool) -> Json {
        let mut row = (self.row)();
        row["id"] = json!(id);
        match self.key {
            KeyKind::Uuid => row["uuid"] = json!(self.key_of(id)),
            KeyKind::Code => row["code"] = json!(self.key_of(id)),
            KeyKind::Id => {}
        }
        if self.table == "users" {
            row["email"] = json!(format!("record{id}@example.com"));
        } else if self.has_own {
            row["user_id"] = json!(owner);
        }
        if deleted {
            row["deleted_at"] = json!("2026-01-02T03:04:05Z");
        }
        row
    }

    /// The path with this key, every byte percent-encoded.
    pub fn path_to(&self, key: &str) -> String {
        self.path.replace("{}", &escaped(key))
    }
}
