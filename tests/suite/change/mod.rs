//! Changes of a record by each way there is, in the names of interface.md, and what came of them.

mod kind;
mod rules;
mod values;
mod verdict;

use serde_json::{Map, Value as Json, json};

use crate::{
    call::{Face, selected},
    contract::{KeyKind, Operation},
    support::{Reply, TestApp, escaped},
};

pub use kind::{Kind, Record};
pub use rules::{Fit, rules};
pub use verdict::{Verdict, verdict};

/// How a change is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Put,
    Patch,
    Graphql,
}

impl Way {
    pub const ALL: [Self; 3] = [Self::Put, Self::Patch, Self::Graphql];
    /// Those that leave alone what isn't sent.
    pub const PARTIAL: [Self; 2] = [Self::Patch, Self::Graphql];

    pub fn face(self) -> Face {
        match self {
            Self::Put | Self::Patch => Face::Rest,
            Self::Graphql => Face::Graphql,
        }
    }
}

impl Record {
    /// Asks for a change. The body has the names of interface.md.
    pub async fn change(&self, app: &TestApp, way: Way, token: Option<&str>, body: &Json) -> Reply {
        match way {
            Way::Put => app.rest("PUT", &self.path(), token, Some(body)).await,
            Way::Patch => app.rest("PATCH", &self.path(), token, Some(body)).await,
            Way::Graphql => {
                let changes = graphql_input(body);
                let changes_type = format!("{}Changes!", self.kind.operation().type_name());
                let declared = format!(", $changes: {changes_type}");
                let variables = json!({ "key": self.key, "changes": changes });
                self.mutate(app, token, &declared, "$changes", variables).await
            }
        }
    }

    /// Asks for a change through GraphQL: these changes as the document has them, with variables.
    /// `key` is one of them.
    pub async fn mutate(
        &self,
        app: &TestApp,
        token: Option<&str>,
        declared: &str,
        changes: &str,
        mut variables: Json,
    ) -> Reply {
        let operation = self.kind.operation();
        let (argument, ty) = key_argument(operation.key);
        let (mutation, field) = (operation.mutation(), operation.field_name());
        let names: Vec<String> = operation.names().into_iter().map(selected).collect();
        let query = format!(
            "mutation($key: {ty}{declared}) {{ {mutation}({argument}: $key, changes: {changes}) \
             {{ {field} {{ {} }} }} }}",
            names.join(" ")
        );
        variables["key"] = json!(self.key);
        app.graphql(token, &query, variables).await
    }

    /// The record in the answer to a change.
    #[track_caller]
    pub fn answered<'r>(&self, way: Way, reply: &'r Reply) -> &'r Json {
        let operation = self.kind.operation();
        match way.face() {
            Face::Rest => &reply.body,
            Face::Graphql => &reply.data()[operation.mutation()][operation.field_name()],
        }
    }

    pub fn path(&self) -> String {
        self.kind.operation().path.replace("{}", &escaped(&self.key))
    }

    /// What is stored; not when an API key was last used, which is written beside the request and
    /// whatever comes of it.
    pub async fn stored(&self, app: &TestApp) -> Json {
        let mut row = app.stored(self.kind.operation().table, self.id).await;
        if let Some(columns) = row.as_object_mut() {
            columns.remove("last_used_at");
        }
        row
    }
}

/// GraphQL's argument for a key, and its type.
fn key_argument(key: KeyKind) -> (&'static str, &'static str) {
    match key {
        KeyKind::Uuid => ("uuid", "UUID!"),
        KeyKind::Code => ("code", "String!"),
        KeyKind::Id => ("databaseId", "BigInt!"),
    }
}

/// Restores the record with that key.
pub async fn restore(
    app: &TestApp,
    operation: &Operation,
    face: Face,
    token: Option<&str>,
    key: &str,
) -> Reply {
    if face == Face::Rest {
        let path = operation.path.replace("{}", &escaped(key));
        return app.rest("POST", &path, token, None).await;
    }
    let (argument, ty) = key_argument(operation.key);
    let (mutation, field) = (operation.mutation(), operation.field_name());
    let names: Vec<String> = operation.names().into_iter().map(selected).collect();
    let query = format!(
        "mutation($key: {ty}) {{ {mutation}({argument}: $key) {{ {field} {{ {} }} restored }} }}",
        names.join(" ")
    );
    app.graphql(token, &query, json!({ "key": key })).await
}

/// Sends a notification. The body has the names of interface.md; GraphQL is asked for the fields
/// that REST answers.
pub async fn send(app: &TestApp, face: Face, token: Option<&str>, body: &Json) -> Reply {
    if face == Face::Rest {
        return app.rest("POST", "/api/v1/notifications", token, Some(body)).await;
    }
    let query = "mutation($input: SendNotificationInput!) { sendNotification(input: $input) { \
        notification { id: databaseId uuid type title message action_url: actionUrl \
        is_read: isRead read_at: readAt is_active: isActive created_at: createdAt \
        updated_at: updatedAt user { id: databaseId email } sender { id: databaseId email } } } }";
    app.graphql(token, query, json!({ "input": graphql_input(body) })).await
}

/// The notification in the answer to sending it, as REST has it.
#[track_caller]
pub fn sent(face: Face, reply: &Reply) -> Json {
    if face == Face::Rest {
        return reply.body.clone();
    }
    let mut record = reply.data()["sendNotification"]["notification"].clone();
    record["type"] = json!(record["type"].as_str().unwrap().to_lowercase());
    for (number, person) in [("user_id", "user"), ("sender_id", "sender")] {
        record[number] = record[person]["id"].clone();
    }
    record
}

/// An object with the names of interface.md as GraphQL takes it.
fn graphql_input(body: &Json) -> Json {
    let fields = body.as_object().unwrap().iter().map(|(name, value)| {
        let value = match value {
            Json::String(text) if name == "type" => json!(text.to_uppercase()),
            value => value.clone(),
        };
        (reinstate::resources::camel_case(name), value)
    });
    fields.collect::<Map<_, _>>().into()
}
