//! Unions and subqueries: several statements as one. Each has its own order and limit, and rows are
//! found before they are sorted.

use sea_orm::{
    DbBackend,
    sea_query::{Expr, Query, SelectStatement, UnionType},
};

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

/// Makes PostgreSQL find rows before it sorts them, if they are few. It would otherwise read all
/// rows in the order of the page, and expect to fill the page soon.
pub(crate) fn found_first(
    mut statement: SelectStatement,
    few: bool,
    backend: DbBackend,
) -> SelectStatement {
    if few && backend == DbBackend::Postgres {
        let found = statement.offset(0).take();
        Query::select().expr(Expr::cust("*")).from_subquery(found, "found").take()
    } else {
        statement
    }
}
