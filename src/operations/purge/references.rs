//! References between records, which keep a record from being purged.

use entity::user;
use sea_orm::{
    IdenStatic,
    sea_query::{Condition, Expr, ExprTrait, Query, SimpleExpr},
};

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
    let kinds = kinds::all().iter();
    if resource.is_account() {
        let to = user::Column::Id.as_str();
        let columns = |from: &'static Resource| from.relations.iter().map(|it| it.column);
        return kinds
            .filter(|from| from.credential.is_none())
            .flat_map(|from| columns(from).map(move |column| Reference { from, column, to }))
            .collect();
    }
    let to = resource.key.column();
    kinds
        .filter_map(|from| {
            let names = from.names.filter(|it| it.table == resource.table.name)?;
            Some(Reference { from, column: names.column, to })
        })
        .collect()
}

/// The condition that a record is referred to, other than by records that a plan purges.
pub fn is_referred(resource: &'static Resource, plan: &[Due]) -> Condition {
    any(resource, references(resource).into_iter(), plan)
}

/// The condition that a record is referred to from one table, other than by records that a plan
/// purges.
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
