//! Which roles a caller may delete and restore: those whose permissions it may lend (D18).

use entity::{role, role_permission};
use sea_orm::{
    ColumnTrait, Condition, DbBackend, EntityTrait, ExprTrait, QueryFilter, QuerySelect,
    QueryTrait, sea_query::Expr,
};
use serde_json::json;

use crate::{auth::PermissionSet, operations::rows::read::one_of};

/// The condition that every permission of a role is among those that a caller may lend.
pub(in crate::operations) fn lends_role(held: &PermissionSet, backend: DbBackend) -> Condition {
    let names = held.for_anybody();
    let column = role_permission::Column::Permission.into_expr();
    let is_other = match backend {
        DbBackend::Postgres => one_of(column, names.map(Into::into).collect(), backend).not(),
        // A statement of SQLite has fewer parameters than an account can have permissions.
        _ => {
            let names = Expr::value(json!(names.collect::<Vec<_>>()).to_string());
            Expr::cust_with_exprs("? NOT IN (SELECT value FROM json_each(?))", [column, names])
        }
    };
    // Of the role alone, which its primary key finds: all roles can have 250,000 permissions.
    let of_role = Expr::col((role_permission::Entity, role_permission::Column::RoleId))
        .equals((role::Entity, role::Column::Id));
    let others = role_permission::Entity::find()
        .select_only()
        .column(role_permission::Column::RoleId)
        .filter(of_role)
        .filter(is_other)
        .into_query();
    Condition::all().add(Expr::exists(others).not())
}
