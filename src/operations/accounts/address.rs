//! Finds accounts by their addresses, whatever their case (D31).

use entity::user;
use sea_orm::{
    ColumnTrait, DbBackend, ExprTrait,
    sea_query::{Expr, Query},
};

use crate::operations::records::read::same_ignoring_case;

/// The condition that an account has the address. Of old ones whose addresses differ in case alone it
/// is the one that has it exactly.
pub(super) fn has_address(email: &str, backend: DbBackend) -> Expr {
    let column = |table| Expr::col((table, user::Column::Email));
    let other = Query::select()
        .expr(Expr::val(1))
        .from_as(user::Entity, "other")
        .and_where(same_ignoring_case(Expr::col(("other", user::Column::Email)), email, backend))
        .and_where(
            Expr::col(("other", user::Column::Id)).not_equals((user::Entity, user::Column::Id)),
        )
        .take();
    let alone =
        same_ignoring_case(column(user::Entity), email, backend).and(Expr::not_exists(other));
    user::Column::Email.eq(email).or(alone)
}
