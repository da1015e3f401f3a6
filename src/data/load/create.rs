//! Creates the records of rows that the database doesn't have.

use futures_util::future::join;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, sea_query::Query};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

use super::{
    batch::{BATCH, Batch},
    row::{LoadError, Row},
};
use crate::{
    operations::{
        audit::RecordChange,
        rows::{Value, insert_rows, read::numbered_by},
    },
    store::database::column,
};

impl Batch<'_> {
    /// Creates records. Those with an id come first, so that the others get the ids after them.
    /// `progress` gets the number of records so far.
    pub async fn create(&self, rows: Vec<Row>, progress: impl Fn(usize)) -> Result<(), LoadError> {
        self.reject_duplicates(&rows)?;
        let id = self.table.standard().id;
        let (with_id, mut others): (Vec<Row>, Vec<Row>) =
            rows.into_iter().partition(|row| row.value(id).is_some());
        self.insert(&with_id, &progress).await?;
        if !with_id.is_empty() {
            self.advance_sequence().await?;
        }
        // Events and grants name them.
        if let Some(column) = self.table.table.column(id) {
            let ids = self.next_ids(others.len()).await?;
            for (row, id) in others.iter_mut().zip(ids) {
                row.values.push((column, Value::Int(id)));
            }
        }
        let created: Vec<&Row> = with_id.iter().chain(&others).collect();
        let changes = async {
            // Made while the database writes the rows.
            let created = created.iter().filter(|_| self.writer.is_some());
            created.flat_map(|row| self.created(row)).collect()
        };
        let insert = self.insert(&others, |done| progress(with_id.len() + done));
        let (inserted, changes) = join(insert, changes).await;
        inserted?;
        let grants: Vec<_> =
            created.iter().map(|row| (self.id_of(row), row.index, &row.grants)).collect();
        self.grant(&grants).await?;
        Ok(self.record(changes).await?)
    }

    async fn insert(&self, rows: &[Row], progress: impl Fn(usize)) -> Result<(), LoadError> {
        let mut done = 0;
        for (columns, rows) in by_columns(rows) {
            for batch in rows.chunks(BATCH) {
                self.reject_dangling(batch).await?;
                let values: Vec<Vec<_>> = batch.iter().map(|row| row.to_sql()).collect();
                insert_rows(self.transaction, self.table.name(), &columns, values).await?;
                done += batch.len();
                progress(done);
            }
        }
        Ok(())
    }

    /// Fails when two of the rows have the same unique value.
    fn reject_duplicates(&self, rows: &[Row]) -> Result<(), LoadError> {
        for column in self.unique() {
            let mut seen = BTreeMap::new();
            for row in rows {
                let Some(value) = self.comparable(row, column) else { continue };
                if let Some(first) = seen.insert(value, row.index) {
                    let problem = format!("is the same as that of {}", self.table.place(first));
                    return Err(self.invalid(row, column, &problem));
                }
            }
        }
        Ok(())
    }

    /// Fails when a row refers to a missing row.
    pub(super) async fn reject_dangling(&self, rows: &[&Row]) -> Result<(), LoadError> {
        for column in self.table.columns() {
            let Some((to, called)) = self.table.refers_to(column) else { continue };
            let id_of = |row: &&Row| row.value(column.name).and_then(Value::as_int);
            let rows: Vec<(i64, &Row)> =
                rows.iter().filter_map(|row| Some((id_of(row)?, *row))).collect();
            // Many rows can refer to the same one.
            let ids: BTreeSet<i64> = rows.iter().map(|(id, _)| *id).collect();
            if ids.is_empty() {
                continue;
            }
            let (id, ids) = (to.columns.id, Vec::from_iter(ids));
            let these = numbered_by(id, &ids, self.transaction.get_database_backend());
            let select = Query::select().column(id).from(to.table.name).cond_where(these).take();
            let stored = self.transaction.query_all(&select).await?;
            let stored = stored.iter().map(|row| row.try_get_by_index(0));
            let stored = stored.collect::<Result<BTreeSet<i64>, _>>()?;
            if let Some((_, row)) = rows.iter().find(|(id, _)| !stored.contains(id)) {
                return Err(self.invalid(row, column, &format!("there is no such {called}")));
            }
        }
        Ok(())
    }

    fn created(&self, row: &Row) -> Vec<RecordChange> {
        let values = row.values.iter();
        let mut after: Map<String, Json> =
            values.map(|(column, value)| (column.name.to_owned(), value.to_json())).collect();
        for field in self.table.grants() {
            after.insert(field.name().to_owned(), json!(row.grants.field(*field)));
        }
        let owner = self.owner().and_then(|name| row.value(name)?.as_int());
        self.changes((self.id_of(row), owner), None, after)
    }

    fn id_of(&self, row: &Row) -> i64 {
        row.value(self.table.standard().id).and_then(Value::as_int).unwrap_or_default()
    }

    /// Advances the sequence past explicit ids. SQLite does so by itself.
    async fn advance_sequence(&self) -> Result<(), DbErr> {
        if self.transaction.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        let table = self.table.name();
        // The highest possible id is left out: there is none after it.
        let statement = format!(
            "SELECT setval(sequence, GREATEST(nextval(sequence), \
             (SELECT COALESCE(MAX({id}), 1) FROM {table} WHERE {id} < {max}))) \
             FROM (SELECT pg_get_serial_sequence('{table}', '{id}')::regclass AS sequence) AS of",
            id = self.table.standard().id,
            max = i64::MAX
        );
        self.transaction.execute_unprepared(&statement).await?;
        Ok(())
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

/// Groups rows by their columns. A statement takes rows with the same columns.
fn by_columns(rows: &[Row]) -> Vec<(Vec<&str>, Vec<&Row>)> {
    let mut groups: Vec<(Vec<&str>, Vec<&Row>)> = Vec::new();
    for row in rows {
        let columns = || row.values.iter().map(|(column, _)| column.name);
        match groups.iter_mut().find(|(group, _)| columns().eq(group.iter().copied())) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((columns().collect(), vec![row])),
        }
    }
    groups
}
