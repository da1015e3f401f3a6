//! Builds and runs statements on the table of any kind.

use entity::{SoftDelete, user};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, EntityTrait, IdenStatic, JoinType, QueryFilter, QueryResult,
    QuerySelect, QueryTrait, Statement,
    sea_query::{
        Condition, Expr, ExprTrait, InsertStatement, Query, SelectStatement, SimpleExpr,
        UpdateStatement,
    },
};

use super::record::Value;
use crate::resources::{Projection, Resource};

/// The id of a joined account.
const ACCOUNT_ID: &str = "account_id";

/// A column and the value to write into it.
pub(crate) type Assignment = (&'static str, Value);

impl Resource {
    /// The columns of a projection, then what is read of each relation's account.
    pub(crate) fn wanted(&self, projection: &Projection) -> impl Iterator<Item = SimpleExpr> {
        let columns = projection.columns.iter().map(|place| self.table.columns[*place].name);
        let accounts = projection.relations.iter().flat_map(|place| {
            let (table, column) = (self.table.name, self.relations[*place].column);
            projection.account_columns().iter().map(move |shown| {
                let account = user::Entity::find()
                    .select_only()
                    .column(*shown)
                    .filter(Expr::col((user::Entity, user::Column::Id)).equals((table, column)))
                    .into_query();
                Expr::SubQuery(None, Box::new(account.into()))
            })
        });
        columns.map(|name| Expr::col((self.table.name, name))).chain(accounts)
    }

    /// Selects the rows that meet the condition.
    pub(crate) fn select(&self, projection: &Projection, condition: Condition) -> SelectStatement {
        Query::select()
            .exprs(self.wanted(projection))
            .from(self.table.name)
            .cond_where(condition)
            .take()
    }

    /// Selects as [`Resource::select`] does, with joins for accounts. They take less time for a
    /// page than a subquery for each row.
    pub(crate) fn select_page(
        &self,
        projection: &Projection,
        condition: Condition,
    ) -> SelectStatement {
        let columns = projection.columns.iter().map(|place| self.table.columns[*place].name);
        let mut select = Query::select()
            .exprs(columns.map(|name| Expr::col((self.table.name, name))))
            .from(self.table.name)
            .cond_where(condition)
            .take();
        for place in &projection.relations {
            let (account, column) = (format!("account{place}"), self.relations[*place].column);
            // No other column has these names, so that conditions need not name their table.
            let shown = projection.account_columns().iter();
            let shown = shown.map(|shown| (shown, format!("account_{}", shown.as_str())));
            let accounts = shown.clone().fold(
                user::Entity::find().select_only().column_as(user::Column::Id, ACCOUNT_ID),
                |accounts, (shown, name)| accounts.column_as(*shown, name),
            );
            let same = Expr::col((account.clone(), ACCOUNT_ID)).equals((self.table.name, column));
            select
                .join_subquery(JoinType::LeftJoin, accounts.into_query(), account.clone(), same)
                .exprs(shown.map(|(_, name)| Expr::col((account.clone(), name))));
        }
        select
    }

    /// Updates the rows that meet the condition. It increments their version and returns what the
    /// projection reads, if anything.
    pub(crate) fn update(
        &self,
        values: Vec<(&'static str, Expr)>,
        condition: Condition,
        projection: &Projection,
    ) -> UpdateStatement {
        let mut update = Query::update();
        update
            .table(self.table.name)
            .values(values)
            .value(self.columns.version, Expr::col(self.columns.version).add(constant(1)))
            .cond_where(condition);
        if !projection.columns.is_empty() {
            update.returning(Query::returning().exprs(self.wanted(projection)));
        }
        update
    }

    /// Inserts a row if the condition holds.
    pub(crate) fn insert(
        &self,
        values: Vec<(&'static str, Expr)>,
        condition: Condition,
    ) -> InsertStatement {
        let (names, values): (Vec<_>, Vec<_>) = values.into_iter().unzip();
        let mut insert = Query::insert();
        insert.into_table(self.table.name).columns(names);
        let selected = Query::select().exprs(values).cond_where(condition).take();
        // There are as many columns as values, because they come from one list.
        let _ = insert.select_from(selected);
        insert
    }

    pub(crate) fn bind(&self, name: &str, value: Value) -> SimpleExpr {
        match self.table.column(name) {
            Some(column) => Expr::value(value.into_sql(column.column_type)),
            None => unreachable!("{} has no column {name}", self.table.name),
        }
    }
}

/// Inserts rows of parameters, all of the same columns. Many rows are written as text at once, without
/// an expression for each value.
pub(crate) fn insert_rows(
    backend: DbBackend,
    table: &str,
    columns: &[&str],
    rows: impl IntoIterator<Item = Vec<sea_orm::Value>>,
) -> Statement {
    let mut sql = format!(r#"INSERT INTO "{table}" ("{}") VALUES "#, columns.join(r#"", ""#));
    let mut values = Vec::new();
    for row in rows {
        let separator = if values.is_empty() { "(" } else { "), (" };
        sql.push_str(separator);
        for (place, value) in row.into_iter().enumerate() {
            values.push(value);
            sql.push_str(if place == 0 { "" } else { ", " });
            match backend {
                DbBackend::Postgres => sql.push_str(&format!("${}", values.len())),
                _ => sql.push('?'),
            }
        }
    }
    sql.push(')');
    Statement::from_sql_and_values(backend, sql, values)
}

/// A value as a part of the text. Its parameter would be the same in each run.
pub(crate) fn constant(value: impl Into<sea_orm::Value>) -> Expr {
    Expr::Constant(value.into())
}

/// The condition that the account exists and is live.
pub(crate) fn is_live_account(id: Expr) -> Expr {
    let account = user::Entity::find_live()
        .select_only()
        .expr(constant(1))
        .filter(Expr::col((user::Entity, user::Column::Id)).eq(id));
    Expr::exists(account.into_query())
}

/// Runs a statement and returns all its rows.
pub(crate) async fn run<S: sea_orm::StatementBuilder>(
    connection: &impl ConnectionTrait,
    statement: &S,
) -> Result<Vec<QueryResult>, DbErr> {
    connection.query_all(statement).await
}
