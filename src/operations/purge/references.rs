//! Which records refer to a record, and so keep it.

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Query, SimpleExpr};

use super::purge::Due;
use crate::{kinds, resources::Resource};

/// Records of a kind that refer to those of another.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    from: &'static Resource,
    column: &'static str,
    to: &'static str,
}

impl Reference {
    /// The table of those that refer.
    pub fn table(&self) -> &'static str {
        self.from.table.name
    }
}

/// What keeps records of that kind. The credentials of an account don't: they go with it.
pub fn references(resource: &Resource) -> Vec<Reference> {
    let kinds = kinds::all().iter();
    match resource.table.name {
        _ if resource.is_account() => kinds
            .filter(|from| from.credential.is_none())
            .flat_map(|from| {
                let columns = from.relations.iter().map(|relation| relation.column);
                columns.map(move |column| Reference { from, column, to: "id" })
            })
            .collect(),
        // By its code, and without a foreign key: they would be of no language.
        "locales" => kinds
            .filter(|from| from.table.name == "translations")
            .map(|from| Reference { from, column: "locale", to: "code" })
            .collect(),
        _ => Vec::new(),
    }
}

/// The condition that a row was deleted long enough ago.
pub fn due(due: &Due) -> Condition {
    let deleted_at = || Expr::col((due.resource.table.name, "deleted_at"));
    // The first is what the index of deleted rows asks for.
    Condition::all().add(deleted_at().is_not_null()).add(deleted_at().lt(due.before))
}

/// The condition that something refers to a row, other than what is due in that plan.
pub fn referred(resource: &'static Resource, plan: &[Due]) -> Condition {
    any(resource, references(resource).into_iter(), plan)
}

/// The same, of the references from one table.
pub fn of_table(resource: &'static Resource, table: &str, plan: &[Due]) -> Condition {
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
    let goes = plan.iter().find(|due| due.resource.table.name == table);
    let rows = Query::select()
        .expr(Expr::val(1))
        .from(table)
        .and_where(Expr::col((table, it.column)).equals((resource.table.name, it.to)))
        .cond_where(goes.map_or(Condition::all(), |goes| {
            let deleted_at = || Expr::col((table, "deleted_at"));
            Condition::any().add(deleted_at().is_null()).add(deleted_at().gte(goes.before))
        }))
        .take();
    Expr::exists(rows)
}
