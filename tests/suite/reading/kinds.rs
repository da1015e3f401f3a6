//! The twelve kinds, as queries have them.

use serde_json::json;

use crate::{
    contract::{Operation, restores, updates},
    support::{Reply, World, fixture},
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

    /// Loads a record.
    pub async fn load(&self, world: &World, id: i64, owner: Option<i64>, deleted: bool) {
        let row = self.operation.record(id, owner, deleted);
        world.load(fixture(self.table(), [row])).await;
    }

    /// Asks for a record by its key. The answer is under `record`.
    pub async fn by_key(&self, world: &World, id: i64, token: &str) -> Reply {
        let (argument, ty) = self.operation.key.argument();
        let field = self.operation.field_name();
        let query = format!(
            "query($key: {ty}) {{ record: {field}({argument}: $key) {{ id databaseId deletedAt }} }}"
        );
        world.graphql(Some(token), &query, json!({ "key": self.operation.key_of(id) })).await
    }
}

/// Asks for any record by its global id. The answer is under `record`.
pub async fn by_node_id(world: &World, id: &str, token: &str) -> Reply {
    let query = "query($id: ID!) { record: node(id: $id) { id databaseId } }";
    world.graphql(Some(token), query, json!({ "id": id })).await
}
