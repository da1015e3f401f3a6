//! The statements that operations are made of, for any kind.

use entity::user;
use sea_orm::{
    ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryResult, QuerySelect, QueryTrait,
    sea_query::{
        Condition, Expr, ExprTrait, InsertStatement, Query, ReturningClause, SelectStatement,
        SimpleExpr, UpdateStatement,
    },
};

use super::record::{Record, Value};
use crate::resources::{Key, KeyKind, Projection, Resource};

/// A column of a kind's table and the value it is to have.
pub(crate) type Assignment = (&'static str, Value);

impl Key {
    /// The condition that the row has this key. The number of its row finds any record.
    pub(crate) fn condition(&self) -> SimpleExpr {
        match self {
            Self::Uuid(uuid) => Expr::col(KeyKind::Uuid.column()).eq(*uuid),
            Self::Code(code) => Expr::col(KeyKind::Code.column()).eq(code.as_str()),
            Self::Id(id) => Expr::col(KeyKind::Id.column()).eq(*id),
        }
    }
}

impl Resource {
    /// What a reading asks for: its columns, then the address of each relation's account.
    pub(crate) fn wanted(&self, projection: &Projection) -> impl Iterator<Item = SimpleExpr> {
        let columns = projection.columns.iter().map(|place| self.table.columns[*place].name);
        let addresses = projection.relations.iter().map(|place| {
            let (table, column) = (self.table.name, self.relations[*place].column);
            let email = user::Entity::find()
                .select_only()
                .column(user::Column::Email)
                .filter(Expr::col((user::Entity, user::Column::Id)).equals((table, column)))
                .into_query();
            Expr::SubQuery(None, Box::new(email.into()))
        });
        columns.map(|name| Expr::col((self.table.name, name))).chain(addresses)
    }

    /// Reads the rows that meet the condition.
    pub(crate) fn select(&self, projection: &Projection, condition: Condition) -> SelectStatement {
        Query::select()
            .exprs(self.wanted(projection))
            .from(self.table.name)
            .cond_where(condition)
            .take()
    }

    /// Changes the rows that meet the condition and answers them. The version counts each write.
    pub(crate) fn update(
        &self,
        assignments: Vec<Assignment>,
        condition: Condition,
        projection: &Projection,
    ) -> UpdateStatement {
        let values = assignments.into_iter().map(|(name, value)| (name, self.bind(name, value)));
        Query::update()
            .table(self.table.name)
            .values(values)
            .value(self.columns.version, Expr::col(self.columns.version).add(1))
            .cond_where(condition)
            .returning(self.returning(projection))
            .take()
    }

    /// Makes a row and answers it, where the condition holds.
    pub(crate) fn insert(
        &self,
        assignments: Vec<Assignment>,
        condition: Condition,
        projection: &Projection,
    ) -> InsertStatement {
        let (names, values): (Vec<_>, Vec<_>) =
            assignments.into_iter().map(|(name, value)| (name, self.bind(name, value))).unzip();
        let mut insert = Query::insert();
        insert.into_table(self.table.name).columns(names).returning(self.returning(projection));
        let selected = Query::select().exprs(values).cond_where(condition).take();
        // As many columns as values: they were one list.
        let _ = insert.select_from(selected);
        insert
    }

    fn returning(&self, projection: &Projection) -> ReturningClause {
        Query::returning().exprs(self.wanted(projection))
    }

    pub(crate) fn bind(&self, name: &str, value: Value) -> SimpleExpr {
        match self.table.column(name) {
            Some(column) => Expr::value(value.into_sql(column.column_type)),
            None => unreachable!("{} has no column {name}", self.table.name),
        }
    }

    /// The record in the first row, if there is one.
    pub(crate) fn first(
        &'static self,
        projection: &Projection,
        rows: &[QueryResult],
    ) -> Result<Option<Record>, DbErr> {
        rows.first().map(|row| Record::from_row(self, projection, row)).transpose()
    }
}

/// Runs a statement that changes rows and answers them all.
///
/// All of them even when there can be but one: SQLite commits a statement that returns rows when it
/// has been run to its end, and an error on commit would go unseen if the rest were dropped.
pub(crate) async fn run<S: sea_orm::StatementBuilder>(
    connection: &impl ConnectionTrait,
    statement: &S,
) -> Result<Vec<QueryResult>, DbErr> {
    connection.query_all(statement).await
}
