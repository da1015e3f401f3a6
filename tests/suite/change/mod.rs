//! Updates of a record through each API, with REST's field names, and their outcomes.

mod kind;
mod outcome;
mod rules;
mod values;

use serde_json::{Map, Value as Json, json};

use crate::{
    call::{Api, selected},
    support::{Response, TestApp},
};

pub use kind::{Kind, Record};
pub use outcome::{Outcome, outcome};
pub use rules::{Validity, rules};

/// How an update is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateApi {
    Put,
    Patch,
    Graphql,
    /// The GraphQL counterpart of PUT (D29).
    Replace,
}

impl UpdateApi {
    pub const ALL: [Self; 4] = [Self::Put, Self::Patch, Self::Graphql, Self::Replace];
    /// Those that leave omitted fields unchanged.
    pub const PARTIAL: [Self; 2] = [Self::Patch, Self::Graphql];

    pub fn api(self) -> Api {
        match self {
            Self::Put | Self::Patch => Api::Rest,
            Self::Graphql | Self::Replace => Api::Graphql,
        }
    }

    /// Whether omitted fields return to their defaults.
    pub fn is_put(self) -> bool {
        matches!(self, Self::Put | Self::Replace)
    }

    fn mutation(self, kind: Kind) -> String {
        let verb = if self.is_put() { "replace" } else { "update" };
        format!("{verb}{}", kind.operation().type_name())
    }
}

impl Record {
    /// Sends an update whose body has REST's field names.
    pub async fn change(
        &self,
        app: &TestApp,
        via: UpdateApi,
        token: Option<&str>,
        body: &Json,
    ) -> Response {
        match via {
            UpdateApi::Put => app.rest("PUT", &self.path(), token, Some(body)).await,
            UpdateApi::Patch => app.rest("PATCH", &self.path(), token, Some(body)).await,
            UpdateApi::Graphql | UpdateApi::Replace => {
                let changes = graphql_input(body);
                let suffix = if via.is_put() { "Replacement" } else { "Changes" };
                let of = self.kind.operation().type_name();
                let declared = format!(", $changes: {of}{suffix}!");
                let variables = json!({ "key": self.key, "changes": changes });
                self.mutate(app, via, token, &declared, "$changes", variables).await
            }
        }
    }

    /// Sends an update through GraphQL, with these changes and variables. `$key` is among the
    /// declared ones.
    pub async fn mutate(
        &self,
        app: &TestApp,
        via: UpdateApi,
        token: Option<&str>,
        declared: &str,
        changes: &str,
        mut variables: Json,
    ) -> Response {
        let operation = self.kind.operation();
        let (argument, ty) = operation.key.argument();
        let (mutation, field) = (via.mutation(self.kind), operation.field_name());
        let names: Vec<String> = operation.names().into_iter().map(selected).collect();
        let query = format!(
            "mutation($key: {ty}{declared}) {{ {mutation}({argument}: $key, changes: {changes}) \
             {{ {field} {{ {} }} }} }}",
            names.join(" ")
        );
        variables["key"] = json!(self.key);
        app.graphql(token, &query, variables).await
    }

    /// The record in the response to an update.
    #[track_caller]
    pub fn answered<'r>(&self, via: UpdateApi, response: &'r Response) -> &'r Json {
        let operation = self.kind.operation();
        match via.api() {
            Api::Rest => &response.body,
            Api::Graphql => &response.data()[via.mutation(self.kind)][operation.field_name()],
        }
    }

    pub fn path(&self) -> String {
        self.kind.operation().path_to(&self.key)
    }

    /// The stored row without `last_used_at`, which is written independently of the request's
    /// outcome.
    pub async fn stored(&self, app: &TestApp) -> Json {
        let mut row = app.stored(self.kind.operation().table, self.id).await;
        if let Some(columns) = row.as_object_mut() {
            columns.remove("last_used_at");
        }
        row
    }
}

/// Sends a notification. The body has REST's field names; GraphQL selects the fields that REST
/// answers.
pub async fn send(app: &TestApp, api: Api, token: Option<&str>, body: &Json) -> Response {
    if api == Api::Rest {
        return app.rest("POST", "/api/v1/notifications", token, Some(body)).await;
    }
    let query = "mutation($input: SendNotificationInput!) { sendNotification(input: $input) { \
        notification { id: databaseId uuid type title message action_url: actionUrl \
        is_read: isRead read_at: readAt is_active: isActive created_at: createdAt \
        updated_at: updatedAt user { id: databaseId email } sender { id: databaseId email } } } }";
    app.graphql(token, query, json!({ "input": graphql_input(body) })).await
}

/// The notification in the response, as REST has it.
#[track_caller]
pub fn sent(api: Api, response: &Response) -> Json {
    if api == Api::Rest {
        return response.body.clone();
    }
    let mut record = response.data()["sendNotification"]["notification"].clone();
    record["type"] = json!(record["type"].as_str().unwrap().to_lowercase());
    for (number, person) in [("user_id", "user"), ("sender_id", "sender")] {
        record[number] = record[person]["id"].clone();
    }
    record
}

/// An object with REST's field names as a GraphQL input.
pub fn graphql_input(body: &Json) -> Json {
    let fields = body.as_object().unwrap().iter().map(|(name, value)| {
        let value = match value {
            Json::String(text) if name == "type" => json!(text.to_uppercase()),
            value => value.clone(),
        };
        (reinstate::resources::camel_case(name), value)
    });
    fields.collect::<Map<_, _>>().into()
}
