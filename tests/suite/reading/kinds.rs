//! The twelve kinds, as queries name them.

use reinstate::resources::Resource;
use serde_json::{Value as Json, json};

use crate::{
    contract::{KeyKind, Operation, restores, updates},
    support::{Response, TestApp, fixture, resource},
};

/// A kind, with one of its documented operations.
pub struct Kind {
    operation: Operation,
    pub restores: bool,
}

pub fn kinds() -> Vec<Kind> {
    let restorable = restores().into_iter().map(|operation| Kind { operation, restores: true });
    let keys = updates().into_iter().find(|operation| operation.table == "api_keys");
    let keys = keys.map(|operation| Kind { operation, restores: false });
    restorable.chain(keys).collect()
}

impl Kind {
    pub fn table(&self) -> &'static str {
        self.operation.table
    }

    pub fn name(&self) -> String {
        self.operation.type_name()
    }

    pub fn has_own(&self) -> bool {
        self.operation.has_own
    }

    /// Whether the records are accounts, each its own owner.
    pub fn is_account(&self) -> bool {
        self.table() == "users"
    }

    /// Whether a record may have no owner.
    pub fn may_have_no_owner(&self) -> bool {
        self.has_own() && !matches!(self.table(), "users" | "notifications" | "api_keys")
    }

    /// The permission to view, such as "organizations.view" (D8).
    pub fn permission(&self, action: &str) -> String {
        let (prefix, _) = self.operation.permission.rsplit_once('.').unwrap();
        format!("{prefix}.{action}")
    }

    pub fn resource(&self) -> &'static Resource {
        resource(self.table())
    }

    /// The field that reads a record by its key, such as `locale(code: "x-1")`.
    pub fn field_by_key(&self, id: i64) -> String {
        format!("{}({})", self.operation.field_name(), self.key_argument(id))
    }

    /// The key argument of a record, such as `code: "x-1"`.
    pub fn key_argument(&self, id: i64) -> String {
        let (argument, _) = self.operation.key.argument();
        let key = self.operation.key_of(id);
        match self.operation.key {
            KeyKind::Id => format!("{argument}: {key}"),
            KeyKind::Uuid | KeyKind::Code => format!("{argument}: \"{key}\""),
        }
    }

    pub fn row(&self, id: i64, owner: Option<i64>, deleted: bool) -> Json {
        self.operation.record(id, owner, deleted)
    }

    pub async fn load(&self, app: &TestApp, id: i64, owner: Option<i64>, deleted: bool) {
        app.load(fixture(self.table(), [self.row(id, owner, deleted)])).await;
    }

    /// Reads a record by its key, as `record`.
    pub async fn by_key(&self, app: &TestApp, id: i64, token: &str) -> Response {
        let (argument, ty) = self.operation.key.argument();
        let field = self.operation.field_name();
        let query = format!(
            "query($key: {ty}) {{ record: {field}({argument}: $key) {{ id databaseId \
             deletedAt }} }}"
        );
        app.graphql(Some(token), &query, json!({ "key": self.operation.key_of(id) })).await
    }
}

/// Reads any record by its global id, as `record`.
pub async fn by_node_id(app: &TestApp, id: &str, token: &str) -> Response {
    let query = "query($id: ID!) { record: node(id: $id) { id databaseId } }";
    app.graphql(Some(token), query, json!({ "id": id })).await
}
