//! Records that are due to be purged.

use entity::Timestamp;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};

use crate::resources::Resource;

/// A kind, and the timestamp before which its records must have been deleted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    pub resource: &'static Resource,
    pub before: Timestamp,
}

impl Due {
    /// The condition that a record is due.
    pub fn condition(&self) -> Condition {
        let deleted_at = || Expr::col((self.resource.table.name, self.resource.columns.deleted_at));
        // The index of deleted rows needs the first condition.
        Condition::all().add(deleted_at().is_not_null()).add(deleted_at().lt(self.before))
    }

    /// The condition that a record is not due.
    pub fn not_due(&self) -> Condition {
        let deleted_at = || Expr::col((self.resource.table.name, self.resource.columns.deleted_at));
        Condition::any().add(deleted_at().is_null()).add(deleted_at().gte(self.before))
    }
}
