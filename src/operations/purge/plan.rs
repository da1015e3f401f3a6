//! Plans what to purge, and in which order. References to a record prevent its purge.

use entity::Timestamp;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Query};
use std::time::Duration;

use crate::{app::App, kinds, resources::Resource};

/// How long ago the records of a kind must have been deleted.
#[derive(Clone, Copy, Debug)]
pub struct Age {
    /// The kind.
    pub resource: &'static Resource,
    /// How long ago.
    pub longer_than: Duration,
}

/// What is due at these ages now. The kinds that others refer to come last.
pub(super) fn plan(app: &App, ages: &[Age]) -> Vec<Due> {
    let now = app.clock.now();
    let due = |age: &Age| {
        // No record is older than an engine can store.
        let before = now.before(age.longer_than)?;
        Some(Due { resource: age.resource, before })
    };
    let mut plan: Vec<Due> = ages.iter().filter_map(due).collect();
    plan.sort_by_key(|due| (!references(due.resource).is_empty(), due.resource.kind_index()));
    plan
}

/// A kind, and the timestamp before which its due records were deleted.
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
}

/// A column that refers to a column of another kind.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The table of the referring records.
    pub table: &'static str,
    column: &'static str,
    to: &'static str,
}

/// The references that keep records of a kind. An account's credentials are purged with it.
pub fn references(resource: &Resource) -> Vec<Reference> {
    let keeps = |from: &&Resource| !(resource.is_account() && from.credential.is_some());
    let of = |from: &'static Resource| {
        let table = from.table.name;
        let references = from.references_to(resource);
        references.map(move |it| Reference { table, column: &it.column, to: &it.key })
    };
    kinds::registered().iter().filter(keeps).flat_map(of).collect()
}

/// The condition that a reference keeps a record. References of records that the plan purges don't
/// count.
pub fn is_referred<'r>(
    resource: &'static Resource,
    references: impl IntoIterator<Item = &'r Reference>,
    plan: &[Due],
) -> Condition {
    references.into_iter().fold(Condition::any(), |any, Reference { table, column, to }| {
        let purged = plan.iter().find(|due| due.resource.table.name == *table);
        let rows = Query::select()
            .expr(Expr::val(1))
            .from(*table)
            .and_where(Expr::col((*table, *column)).equals((resource.table.name, *to)))
            .cond_where(purged.map_or(Condition::all(), |due| due.condition().not()))
            .take();
        any.add(Expr::exists(rows))
    })
}
