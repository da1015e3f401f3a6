//! References between records, which keep a record from being purged.

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Query, SimpleExpr};

use super::due::Due;
use crate::{kinds, resources::Resource};

/// A column of a kind that refers to records of another kind.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    from: &'static Resource,
    column: &'static str,
    to: &'static str,
}

impl Reference {
    /// The table of the referring records.
    pub fn table(&self) -> &'static str {
        self.from.table.name
    }
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

/// The condition that a record is referred to. Records that a plan purges don't count.
pub fn is_referred(resource: &'static Resource, plan: &[Due]) -> Condition {
    any(resource, references(resource).into_iter(), plan)
}

/// The condition that a table refers to a record. Records that a plan purges don't count.
pub fn is_referred_from(resource: &'static Resource, table: &str, plan: &[Due]) -> Condition {
    any(resource, references(resource).into_iter().filter(|it| it.table() == table), plan)
}

fn any(
    resource: &'static Resource,
    references: impl Iterator<Item = Reference>,
    plan: &[Due],
) -> Condition {
    references.fold(Condition::any(), |any, it| any.add(exists(resource, it, plan)))
}

fn exists(resource: &'static Resource, it: Reference, plan: &[Due]) -> SimpleExpr {
    let table = it.table();
    let purged = plan.iter().find(|due| due.resource.table.name == table);
    let rows = Query::select()
        .expr(Expr::val(1))
        .from(table)
        .and_where(Expr::col((table, it.column)).equals((resource.table.name, it.to)))
        .cond_where(purged.map_or(Condition::all(), Due::not_due))
        .take();
    Expr::exists(rows)
}
