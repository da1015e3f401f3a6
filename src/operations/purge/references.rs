//! References between records, which keep a record from being purged.

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Query};

use super::due::Due;
use crate::{kinds, resources::Resource};

/// A column of a table that refers to a column of another kind.
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

/// The condition that a record is referred to by one of these references, other than by records that
/// a plan purges.
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
            .cond_where(purged.map_or(Condition::all(), Due::not_due))
            .take();
        any.add(Expr::exists(rows))
    })
}
