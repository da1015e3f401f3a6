//! Creates the records of lines that the database doesn't have.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use serde_json::{Map, Value as Json, json};

use super::{batch::Batch, line::Line};
use crate::{
    data::fixtures::{LoadError, Row},
    operations::{audit, rows::Value},
    store::database::column,
};

impl Batch<'_> {
    /// Creates records; those without an id get ids after the explicit ones.
    pub(super) async fn create(&self, lines: Vec<Line>) -> Result<(), LoadError> {
        let (with_id, others): (Vec<Line>, Vec<Line>) =
            lines.into_iter().partition(|line| line.row.has(self.table.standard().id));
        self.create_with_ids(with_id).await?;
        let ids = self.next_ids(others.len()).await?;
        let Some(column) = self.table.table.column(self.table.standard().id) else { return Ok(()) };
        let set_id = |(mut line, id): (Line, i64)| {
            line.row.values.push((column.clone(), Value::Int(id)));
            line
        };
        self.create_with_ids(others.into_iter().zip(ids).map(set_id).collect()).await
    }

    async fn create_with_ids(&self, lines: Vec<Line>) -> Result<(), LoadError> {
        if lines.is_empty() {
            return Ok(());
        }
        let events: Vec<_> = lines.iter().map(|line| self.event(&line.row)).collect();
        let rows = lines.into_iter().map(|line| line.row).collect();
        self.loading().insert(rows, |_| {}).await?;
        Ok(self.record(events).await?)
    }

    fn event(&self, row: &Row) -> audit::ImportedRecord {
        let values = row.values.iter();
        let mut after: Map<String, Json> =
            values.map(|(column, value)| (column.name.to_owned(), value.to_json())).collect();
        for field in self.table.grants() {
            after.insert(field.name().to_owned(), json!(row.grants.field(*field)));
        }
        let number = |name: &str| row.value(name).and_then(Value::as_int);
        let owner = self.owner().and_then(number);
        audit::ImportedRecord {
            id: number(self.table.standard().id).unwrap_or_default(),
            owner,
            before: None,
            after,
        }
    }

    /// Reserves ids.
    async fn next_ids(&self, count: usize) -> Result<Vec<i64>, DbErr> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let table = self.table.name();
        let sql = match self.transaction.get_database_backend() {
            DbBackend::Postgres => format!(
                "SELECT nextval(pg_get_serial_sequence('{table}', '{}')) FROM generate_series(1, {count})",
                self.table.standard().id
            ),
            // No other transaction writes at the same time.
            _ => format!(
                "WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < {count}) \
                 SELECT id + COALESCE((SELECT seq FROM sqlite_sequence WHERE name = '{table}'), 0) FROM n"
            ),
        };
        column(self.transaction, &sql).await
    }
}
