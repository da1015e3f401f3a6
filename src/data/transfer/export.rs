//! Exports all records from one snapshot.

use entity::table::Column;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr, ExprTrait, QueryResult,
    sea_query::{Expr, Order, Query},
};
use serde::Serialize;
use serde_json::json;
use std::{collections::BTreeMap, io::Write};

use crate::{
    app::App,
    data::load::{FixtureTable, events, tables},
    operations::rows::{Row, Value},
    store::read_row,
};

/// Most rows of a query.
const PAGE: u64 = 500;
/// Tables of credentials.
pub const SECRET: [&str; 2] = ["access_tokens", "retired_api_key_values"];
/// The column with the hash of a credential.
const HASH: &str = "key_hash";

/// What to export.
#[derive(Clone, Debug)]
pub struct Export {
    /// The tables; empty: all.
    pub kinds: Vec<&'static str>,
    /// Whether hashes of credentials are exported. Without them, imported keys don't work.
    pub secrets: bool,
    /// Whether events are exported, after everything else.
    pub events: bool,
}

/// What was exported.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// The number of records.
    pub count: u64,
    /// The rows that can't be read, as table and id. They are left out (D40).
    pub unreadable: Vec<(&'static str, i64)>,
}

/// A line of an export. Its JSON is written as it is stored, however deep.
#[derive(Serialize)]
struct Line<'r> {
    kind: &'static str,
    record: &'r Record,
}

/// The records of a page, by their ids, and the last id.
type Page = (Vec<(i64, Record)>, i64);
/// The values of a record, by their columns.
type Record = BTreeMap<&'static str, Value>;

impl Export {
    fn tables(&self) -> impl Iterator<Item = &'static FixtureTable> {
        let chosen = tables(true).iter().filter(|table| {
            let wanted = self.kinds.is_empty() || self.kinds.contains(&table.name());
            wanted && (self.secrets || !SECRET.contains(&table.name()))
        });
        chosen.chain(self.events.then(|| events(true)))
    }

    /// The current number of records.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn count(&self, app: &App) -> Result<u64, DbErr> {
        let mut count = 0;
        for table in self.tables() {
            let query = Query::select().expr(Expr::cust("COUNT(*)")).from(table.name()).take();
            let row = app.database.operator().reader.query_one(&query).await?;
            count += row.map_or(Ok(0), |row| row.try_get_by_index::<i64>(0))?.unsigned_abs();
        }
        Ok(count)
    }

    /// Writes all records of one snapshot that can be read.
    ///
    /// It holds few rows in memory and blocks no writer; `progress` gets the number of records so far.
    ///
    /// # Errors
    /// When the database can't be read or the output can't be written.
    pub async fn write(
        &self,
        app: &App,
        out: &mut impl Write,
        progress: impl Fn(u64),
    ) -> Result<Exported, Box<dyn std::error::Error + Send + Sync>> {
        let snapshot = app.database.snapshot().await?;
        let mut exported = Exported::default();
        for table in self.tables() {
            let mut last = 0;
            loop {
                let unreadable = &mut exported.unreadable;
                let (page, id) = self.page(&snapshot, table, last, unreadable).await?;
                if id == last {
                    break;
                }
                last = id;
                for (_, record) in &page {
                    serde_json::to_writer(&mut *out, &Line { kind: table.name(), record })?;
                    out.write_all(b"\n")?;
                }
                exported.count += page.len() as u64;
                progress(exported.count);
            }
        }
        out.flush()?;
        Ok(exported)
    }

    async fn page(
        &self,
        snapshot: &DatabaseTransaction,
        table: &FixtureTable,
        mut last: i64,
        unreadable: &mut Vec<(&'static str, i64)>,
    ) -> Result<Page, DbErr> {
        let key = table.standard().id;
        let columns: Vec<_> =
            table.columns().filter(|column| self.secrets || column.name != HASH).collect();
        let select = Query::select()
            .columns(columns.iter().map(|column| column.name))
            .from(table.name())
            .and_where(Expr::col(key).gt(last))
            .order_by(key, Order::Asc)
            .limit(PAGE)
            .take();
        let mut page: Vec<(i64, Record)> = Vec::new();
        for row in snapshot.query_all(&select).await? {
            last = row.try_get("", key)?;
            let read = |row: &QueryResult| {
                let value = |(index, column): (usize, &&Column)| {
                    Ok((column.name, row.value(column.column_type, index)?))
                };
                columns.iter().enumerate().map(value).collect()
            };
            match read_row(table.name(), &row, read) {
                Some(record) => page.push((last, record)),
                None => unreadable.push((table.name(), last)),
            }
        }
        let ids: Vec<i64> = page.iter().map(|(id, _)| *id).collect();
        let Some(grantee) = table.grantee.filter(|_| !ids.is_empty()) else {
            return Ok((page, last));
        };
        for field in grantee.fields() {
            let mut names = grantee.names(snapshot, *field, Some(&ids)).await?;
            for (id, record) in &mut page {
                let names = names.remove(id).unwrap_or_default();
                record.insert(field.name(), Value::Json((&json!(names)).into()));
            }
        }
        Ok((page, last))
    }
}
