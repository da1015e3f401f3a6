//! The twelve kinds, as queries have them.

use reinstate::resources::Resource;
use serde_json::{Value as Json, json};

use crate::{
    contract::{KeyKind, Operation, restores, updates},
    support::{Reply, TestApp, described, fixture},
};

/// A kind, by one of its documented operations.
pub struct Kind {
    operation: Operation,
    /// Whether deleted records come back.
    pub restores: bool,
}

/// All of them.
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

    /// Whether a record may belong to nobody.
    pub fn may_be_nobodys(&self) -> bool {
        self.has_own() && !matches!(self.table(), "users" | "notifications" | "api_keys")
    }

    /// "organizations.view" and the like (D8).
    pub fn permission(&self, action: &str) -> String {
        let (prefix, _) = self.operation.permission.rsplit_once('.').unwrap();
        format!("{prefix}.{action}")
    }

    /// The product's description of it.
    pub fn resource(&self) -> &'static Resource {
        described(self.table())
    }

    /// The field that reads a record by its key, as a document has it: `locale(code: "x-1")`.
    pub fn field_by_key(&self, id: i64) -> String {
        format!("{}({})", self.operation.field_name(), self.key_argument(id))
    }

    /// The key of a record as a document has it: `code: "x-1"`.
    pub fn key_argument(&self, id: i64) -> String {
        let (argument, _) = self.operation.key.argument();
        let key = self.operation.key_of(id);
        match self.operation.key {
            KeyKind::Id => format!("{argument}: {key}"),
            KeyKind::Uuid | KeyKind::Code => format!("{argument}: \"{key}\""),
        }
    }

    /// A fixture of a record.
    pub fn row(&self, id: i64, owner: Option<i64>, deleted: bool) -> Json {
        self.operation.record(id, owner, deleted)
    }

    /// Loads a record.
    pub async fn load(&self, app: &TestApp, id: i64, owner: Option<i64>, deleted: bool) {
        app.load(fixture(self.table(), [self.row(id, owner, deleted)])).await;
    }

    /// Asks for a record by its key. The answer is under `record`.
    pub async fn by_key(&self, app: &TestApp, id: i64, token: &str) -> Reply {
        let (argument, ty) = self.operation.key.argument();
        let field = self.operation.field_name();
        let query = format!(
            "query($key: {ty}) {{ record: {field}({argument}: $key) {{ id databaseId deletedAt }} }}"
        );
        app.graphql(Some(token), &query, json!({ "key": self.operation.key_of(id) })).await
    }
}

/// Asks for any record by its global id. The answer is under `record`.
pub async fn by_node_id(app: &TestApp, id: &str, token: &str) -> Reply {
    let query = "query($id: ID!) { record: node(id: $id) { id databaseId } }";
    app.graphql(Some(token), query, json!({ "id": id })).await
}
