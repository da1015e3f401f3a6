//! Putting lines of one table into the database, beside what it has already.

use entity::Timestamp;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExprTrait, Statement,
    sea_query::{Condition, Expr, Query},
};
use serde_json::{Map, Value as Json, json};

use super::{
    import::{Conflict, Imported},
    line::Line,
};
use crate::{
    data::fixtures::{Extra, FixtureTable, Flaw, Loading, Row, bind, comparable},
    kinds,
    operations::{
        audit::{self, ImportAudit},
        records::Value,
    },
};

/// Lines of one table, and what they are put in with.
pub struct Batch<'a> {
    /// The table.
    pub table: &'static FixtureTable,
    /// What everything happens in.
    pub transaction: &'a DatabaseTransaction,
    /// What tells of it.
    pub importing: &'a ImportAudit,
    /// When it is done.
    pub at: Timestamp,
}

/// A row that is stored: the values of the table's columns, in their order.
pub(super) struct Stored(Vec<Value>);

impl Batch<'_> {
    /// Puts them in. What is stored already is refused, left or changed.
    pub async fn store(&self, lines: Vec<Line>, conflict: Conflict) -> Result<Imported, Flaw> {
        let stored = match conflict {
            // Refused by what inserts them.
            Conflict::Refuse => Vec::new(),
            _ => self.stored(&lines).await?,
        };
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for line in lines {
            match self.same(&line, &stored)? {
                None => new.push(line),
                Some(row) => known.push((line, row)),
            }
        }
        let mut imported = Imported { made: new.len() as u64, ..Imported::default() };
        self.make(new).await?;
        for (line, row) in known {
            match conflict == Conflict::Update && self.change(&line, row).await? {
                true => imported.changed += 1,
                false => imported.unchanged += 1,
            }
        }
        Ok(imported)
    }

    pub(crate) fn loading(&self) -> Loading<'_> {
        Loading { table: self.table, transaction: self.transaction }
    }

    pub(crate) fn place_of(&self, name: &str) -> Option<usize> {
        self.table.table.columns.iter().position(|column| column.name == name)
    }

    pub(crate) fn value<'s>(&self, stored: &'s Stored, name: &str) -> &'s Value {
        self.place_of(name).map_or(&Value::Null, |place| &stored.0[place])
    }

    pub(crate) fn id(&self, stored: &Stored) -> i64 {
        match self.value(stored, "id") {
            Value::Int(id) => *id,
            _ => 0,
        }
    }

    /// The rows that have the number or another unique value of one of the lines.
    async fn stored(&self, lines: &[Line]) -> Result<Vec<Stored>, DbErr> {
        let mut any = Condition::any();
        for column in self.loading().unique() {
            let values: Vec<_> = lines
                .iter()
                .filter_map(|line| line.row.value(column.name))
                .filter(|value| **value != Value::Null)
                .map(|value| bind(column, value))
                .collect();
            if !values.is_empty() {
                any = any.add(Expr::col(column.name).is_in(values));
            }
        }
        let columns = &self.table.table.columns;
        let select = Query::select()
            .columns(columns.iter().map(|column| column.name))
            .from(self.table.name())
            .cond_where(any)
            .take();
        let rows = self.transaction.query_all(&select).await?;
        let read = |row| {
            let places = columns.iter().enumerate();
            places
                .map(|(index, column)| Value::from_row(column, row, index))
                .collect::<Result<Vec<_>, DbErr>>()
        };
        rows.iter().map(|row| Ok(Stored(read(row)?))).collect()
    }

    /// The stored row that a line is of: the one with its number, or else with its unique values.
    /// That another row has one of these, or that the number is another record's, is a flaw.
    fn same<'s>(&self, line: &Line, stored: &'s [Stored]) -> Result<Option<&'s Stored>, Flaw> {
        let mut same: Option<&Stored> = None;
        let loading = self.loading();
        // The number comes first.
        for column in loading.unique() {
            let Some(value) = line.row.value(column.name).and_then(comparable) else { continue };
            let has =
                |row: &&Stored| comparable(self.value(row, column.name)).as_ref() == Some(&value);
            let Some(row) = stored.iter().find(has) else { continue };
            let other = match same {
                Some(same) => self.id(same) != self.id(row),
                None => column.name != "id" && line.row.has_id(),
            };
            if other {
                let problem = format!("is that of the stored record {}", self.id(row));
                return Err(loading.flaw(&line.row, column, &problem));
            }
            same = Some(row);
        }
        // Where there are uuids they say which record it is, whatever its number.
        if let (Some(row), Some(column)) = (same, self.table.table.column("uuid"))
            && line.given.contains_key("uuid")
            && line.row.value("uuid") != Some(self.value(row, "uuid"))
        {
            let problem = format!("the stored record {} has another", self.id(row));
            return Err(loading.flaw(&line.row, column, &problem));
        }
        Ok(same)
    }

    /// Makes rows. Those without a number get the next ones, past those that others name.
    async fn make(&self, lines: Vec<Line>) -> Result<(), Flaw> {
        let (numbered, others): (Vec<Line>, Vec<Line>) =
            lines.into_iter().partition(|line| line.row.has_id());
        self.make_numbered(numbered).await?;
        let ids = self.next_numbers(others.len()).await?;
        let Some(column) = self.table.table.column("id") else { return Ok(()) };
        let number = |(mut line, id): (Line, i64)| {
            line.row.number(column, id);
            line
        };
        self.make_numbered(others.into_iter().zip(ids).map(number).collect()).await
    }

    async fn make_numbered(&self, lines: Vec<Line>) -> Result<(), Flaw> {
        if lines.is_empty() {
            return Ok(());
        }
        let told: Vec<_> = lines.iter().map(|line| self.told_of(&line.row)).collect();
        let rows = lines.into_iter().map(|line| line.row).collect();
        self.loading().insert(rows, |_| {}).await?;
        self.importing.record(self.transaction, self.table.name(), self.at, &told).await?;
        Ok(())
    }

    fn told_of(&self, row: &Row) -> audit::ImportedRecord {
        let values = row.values.iter();
        let mut after: Map<String, Json> =
            values.map(|(column, value)| (column.name.to_owned(), value.to_json())).collect();
        for extra in self.table.extras {
            let names = match extra {
                Extra::Permissions { .. } => &row.permissions,
                _ => &row.roles,
            };
            after.insert(extra.name().to_owned(), json!(sorted(names)));
        }
        let number = |name: &str| match row.value(name) {
            Some(Value::Int(number)) => Some(*number),
            _ => None,
        };
        let owner = self.owner().and_then(number);
        audit::ImportedRecord { id: number("id").unwrap_or_default(), owner, before: None, after }
    }

    /// The column that says whose the records are.
    pub(crate) fn owner(&self) -> Option<&'static str> {
        let name = self.table.name();
        kinds::all().iter().find(|resource| resource.table.name == name)?.owner
    }

    /// So many numbers that nothing has and nothing will get.
    async fn next_numbers(&self, count: usize) -> Result<Vec<i64>, DbErr> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let (backend, table) = (self.transaction.get_database_backend(), self.table.name());
        let sql = match backend {
            DbBackend::Postgres => format!(
                "SELECT nextval(pg_get_serial_sequence('{table}', 'id')) FROM generate_series(1, {count})"
            ),
            // The transaction writes alone.
            _ => format!(
                "WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < {count}) \
                 SELECT id + COALESCE((SELECT seq FROM sqlite_sequence WHERE name = '{table}'), 0) FROM n"
            ),
        };
        let rows = self.transaction.query_all_raw(Statement::from_string(backend, sql)).await?;
        rows.iter().map(|row| row.try_get_by_index(0)).collect()
    }
}

/// Names in order, each once.
pub(super) fn sorted(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    names
}
