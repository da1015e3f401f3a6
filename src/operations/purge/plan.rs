//! Plans what to purge, and in which order. References to a record prevent its purge.

use entity::Timestamp;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Query, SelectStatement};
use std::time::Duration;

use crate::{
    app::App,
    kinds,
    operations::{records::is_held, rows::State},
    resources::Resource,
};

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
    plan.sort_by_key(|due| place(due.resource, State::Purged));
    plan
}

/// The place of a kind in the order of changes. Those that others refer to are purged last.
pub fn place(resource: &Resource, to: State) -> usize {
    let is_last = to == State::Purged && !references(resource).is_empty();
    resource.kind_index() + if is_last { kinds::registered().len() } else { 0 }
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
    /// The kind of the referring records.
    pub from: &'static Resource,
    column: &'static str,
    to: &'static str,
}

/// The references that keep records of a kind. An account's credentials are purged with it.
pub fn references(resource: &Resource) -> Vec<Reference> {
    let keeps = |from: &&Resource| !(resource.is_account() && from.credential.is_some());
    let of = |from: &'static Resource| {
        let references = from.references_to(resource);
        references.map(move |it| Reference { from, column: &it.column, to: &it.key })
    };
    kinds::registered().iter().filter(keeps).flat_map(of).collect()
}

/// The records of a kind that are purged: those that meet the condition.
pub type PurgedRows = (&'static Resource, Condition);

/// What keeps records: those of a kind that refer to them; `None`: holds.
pub type Keeper = Option<&'static Resource>;

/// What may keep records of a kind, each with its condition. References of records that are purged too don't
/// count.
pub fn keepers(resource: &'static Resource, purged: &[PurgedRows]) -> Vec<(Keeper, Condition)> {
    let references = references(resource);
    let by_kind = references.chunk_by(|one, other| one.from == other.from).map(|of_kind| {
        let from = of_kind[0].from;
        let kept = purged.iter().find(|(kind, _)| *kind == from);
        let kept = kept.map(|(_, these)| these.clone().not());
        let refers = of_kind.iter().fold(Condition::any(), |any, it| any.add(it.is_to(resource)));
        let rows = Query::select()
            .expr(Expr::val(1))
            .from(from.table.name)
            .cond_where(Condition::all().add(refers).add_option(kept))
            .take();
        (Some(from), Condition::all().add(Expr::exists(rows)))
    });
    [(None, Condition::all().add(is_held(resource)))].into_iter().chain(by_kind).collect()
}

/// The condition that a record is kept: it is on hold, or a record refers to it that isn't purged too.
pub fn is_kept(resource: &'static Resource, purged: &[PurgedRows]) -> Condition {
    let keepers = keepers(resource, purged).into_iter();
    keepers.fold(Condition::any(), |any, (_, keeps)| any.add(keeps))
}

impl Reference {
    /// The condition that a referring row names a row of the other kind.
    fn is_to(&self, resource: &Resource) -> Expr {
        let column = Expr::col((self.from.table.name, self.column));
        column.equals((resource.table.name, self.to))
    }
}

/// Selects the ids of those rows to which these references of a kind lead, and how many of its records.
pub fn count_referring(
    resource: &'static Resource,
    rows: Condition,
    references: &[Reference],
) -> SelectStatement {
    let refers = references.iter().fold(Condition::any(), |any, it| any.add(it.is_to(resource)));
    let id = (resource.table.name, resource.columns.id);
    // Within a query of their own: the other table has columns of the same names.
    let rows = resource.select(&resource.projection(&[resource.columns.id]), rows);
    Query::select()
        .column(id)
        .expr(Expr::cust("COUNT(*)"))
        .from(resource.table.name)
        .from(references[0].from.table.name)
        .cond_where(refers)
        .and_where(Expr::col(id).in_subquery(rows))
        .group_by_col(id)
        .take()
}
