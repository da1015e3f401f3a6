//! Joins several statements into one, each with its own order and limit.

use sea_orm::sea_query::{Expr, Query, SelectStatement, UnionType};

/// The rows of all parts; `None` without any part.
///
/// Each part is a subquery, because SQLite allows an order and a limit nowhere else in a union.
pub(crate) fn union(parts: impl IntoIterator<Item = SelectStatement>) -> Option<SelectStatement> {
    let mut parts = parts
        .into_iter()
        .map(|part| Query::select().expr(Expr::cust("*")).from_subquery(part, "part").take());
    let first = parts.next()?;
    let all = parts.fold(first, |mut all, part| all.union(UnionType::All, part).take());
    Some(Query::select().expr(Expr::cust("*")).from_subquery(all, "parts").take())
}
