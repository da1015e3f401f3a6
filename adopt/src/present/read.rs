//! The rows of adopted tables that are there.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::place::Place;
use crate::{
    capture::{TABLES, image_on_sqlite, value_at},
    coverage::must_be_adopted,
    kinds::{Kind, Record},
    own::Own,
    rows::{VALUES, named},
    sql,
};

/// A row of an adopted table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresentRow {
    /// The values of its key as text.
    pub key: Vec<String>,
    /// Where it is among the others.
    pub place: Place,
    /// Its values by column, as JSON, without hidden ones; absent: they are too long for a list.
    pub values: Option<String>,
    /// What changes with it: PostgreSQL's `xmin`, or on SQLite a hash of its values, absent with these.
    pub version: Option<String>,
}

/// A column and its value as text, by which rows are found; no value: it is null.
#[derive(Clone, Copy, Debug)]
pub struct Having<'a> {
    /// The column.
    pub column: &'a str,
    /// Its value.
    pub value: Option<&'a str>,
}

/// Why no rows are found by a column: it is not there, hidden, or its type has no equality.
pub const NO_COLUMN: &str = "must be a column that the table shows, of a type that can be compared";

/// A page of the rows of a kind that are there, in the order of their keys: all, or those of an owner.
///
/// Nothing if the table isn't adopted or is gone.
///
/// # Errors
/// When the database can't be reached, or doesn't let this role read the table; `NO_COLUMN`.
pub async fn present_rows(
    database: &impl ConnectionTrait,
    (kind, own): (&str, Option<&Own>),
    having: Option<Having<'_>>,
    after: Option<&Place>,
    size: u64,
) -> Result<Vec<PresentRow>, DbErr> {
    must_be_adopted(database).await?;
    let Some(table) = Shown::of(database, kind).await? else { return Ok(Vec::new()) };
    rows(database, (&table, own), after.map(|it| (">", it)), having, size).await
}

/// The row of a kind with this key, as text, if it is there.
///
/// # Errors
/// As for `present_rows`.
pub async fn present_row(
    database: &impl ConnectionTrait,
    (kind, own): (&str, Option<&Own>),
    key: &[String],
) -> Result<Option<PresentRow>, DbErr> {
    must_be_adopted(database).await?;
    let Some(table) = Shown::of(database, kind).await? else { return Ok(None) };
    at(database, (&table, own), &Place::of(key)).await
}

/// The row of a table at a place, unless it is somebody else's.
pub(crate) async fn at(
    database: &impl ConnectionTrait,
    of: (&Shown, Option<&Own>),
    place: &Place,
) -> Result<Option<PresentRow>, DbErr> {
    Ok(rows(database, of, Some(("=", place)), None, 1).await?.pop())
}

async fn rows(
    database: &impl ConnectionTrait,
    (table, own): (&Shown, Option<&Own>),
    which: Option<(&str, &Place)>,
    having: Option<Having<'_>>,
    size: u64,
) -> Result<Vec<PresentRow>, DbErr> {
    let backend = database.get_database_backend();
    let (comparison, place) = which.map_or((None, "[]"), |(it, place)| (Some(it), place.text()));
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let mut values = vec![place.into(), size.into()];
    let mut condition = String::new();
    if let Some(Having { column, value }) = having {
        let is = table.is_value(backend, column, value.is_some(), "$3");
        condition = is.ok_or_else(|| DbErr::Custom(NO_COLUMN.to_owned()))?;
        values.extend(value.map(|it| json!([it]).to_string().into()));
    }
    if let Some(own) = own {
        values.push(own.bound());
        let is_own =
            own.of_row((&table.columns, &table.types), backend, &format!("${}", values.len()));
        let Some(is_own) = is_own else { return Ok(Vec::new()) };
        condition += &is_own;
    }
    let sql = table.query(backend, comparison, &condition);
    let statement = Statement::from_sql_and_values(backend, sql, values);
    let found = match database.query_all_raw(statement).await {
        Err(error) if has_code(&error, "22") => return Ok(Vec::new()),
        Err(error) if has_code(&error, "42883") => return Err(DbErr::Custom(NO_COLUMN.to_owned())),
        found => found?,
    };
    let row = |row: &sea_orm::QueryResult| {
        let place = Place::read(row.try_get_by_index(0)?);
        let mut values: Option<String> = row.try_get_by_index(1)?;
        let mut version: Option<String> = row.try_get_by_index(2)?;
        if backend == DbBackend::Sqlite {
            version = values.as_deref().map(hash);
            values = values.and_then(|it| named(&it, &json!(table.columns).to_string()));
        }
        Ok(PresentRow { key: place.key(), place, values, version })
    };
    found.iter().map(row).collect()
}

/// A hash that others don't easily find another row for: 63 bits of SHA-256, a number as `xmin` is.
fn hash(image: &str) -> String {
    let bytes = Sha256::digest(image).into_iter().take(8);
    let number = bytes.fold(0_u64, |number, byte| number << 8 | u64::from(byte));
    (number >> 1).to_string()
}

/// A table as it is now, by what is shown of it.
pub(crate) struct Shown {
    pub table: String,
    pub columns: Vec<String>,
    /// The types of the columns, on PostgreSQL.
    pub types: Vec<String>,
    pub key: Vec<String>,
    /// The types of the key's columns, on PostgreSQL.
    key_types: Vec<String>,
    /// Whether its changes are recorded.
    pub records_changes: bool,
}

impl Shown {
    pub async fn of(database: &impl ConnectionTrait, kind: &str) -> Result<Option<Self>, DbErr> {
        let backend = database.get_database_backend();
        let read = match backend {
            DbBackend::Postgres => SHOWN_ON_POSTGRES.replace("{tables}", TABLES),
            _ => SHOWN_ON_SQLITE.to_owned(),
        };
        let read = Statement::from_sql_and_values(backend, read, [kind.into()]);
        let Some(row) = database.query_one_raw(read).await? else { return Ok(None) };
        if backend == DbBackend::Postgres {
            let (schema, name): (String, String) =
                (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            let [columns, key, key_types, types] = [2, 3, 4, 7].map(|at| row.try_get_by_index(at));
            let shown = Self {
                table: sql::table(&schema, &name),
                columns: columns?,
                types: types?,
                key: key?,
                key_types: key_types?,
                records_changes: row.try_get_by_index(6)?,
            };
            let all: i32 = row.try_get_by_index(5)?;
            return Ok(Some(shown).filter(|it| usize::try_from(all) == Ok(it.key.len())));
        }
        let custom = |error: serde_json::Error| DbErr::Custom(error.to_string());
        let [settings, columns]: [Result<String, DbErr>; 2] =
            [0, 1].map(|at| row.try_get_by_index(at));
        let settings: Kind = serde_json::from_str(&settings?).map_err(custom)?;
        let mut columns: Vec<String> = serde_json::from_str(&columns?).map_err(custom)?;
        let is_whole = settings.key.iter().all(|it| columns.contains(it));
        columns.retain(|it| !settings.hide.contains(it));
        let records_changes = settings.record == Record::All;
        let (table, key) = (sql::name(&settings.table), settings.key);
        let (types, key_types) = Default::default();
        Ok(is_whole.then_some(Self { table, columns, types, key, key_types, records_changes }))
    }

    /// The place of a row, as JSON.
    pub fn place(&self, backend: DbBackend, row: &str) -> String {
        match backend {
            DbBackend::Postgres => {
                format!("json_build_array({})::text", of_row(row, &self.key, "::text"))
            }
            _ => image_on_sqlite(row, &self.key),
        }
    }

    /// The condition for rows `r` whose key compares so with the place that is bound.
    pub fn is_at(&self, backend: DbBackend, comparison: &str, place: &str) -> String {
        let value = |at| value_at(backend, place, at, self.key_types.get(at));
        let values: Vec<_> = (0..self.key.len()).map(value).collect();
        format!("({}) {comparison} ({})", of_row("r", &self.key, ""), values.join(", "))
    }

    /// The condition for rows `r` whose column has the bound value, or is null. `None`: the column isn't shown.
    fn is_value(
        &self,
        backend: DbBackend,
        column: &str,
        is_bound: bool,
        array: &str,
    ) -> Option<String> {
        let at = self.columns.iter().position(|it| it == column)?;
        let name = sql::name(column);
        Some(if is_bound {
            format!(" AND r.{name} = {}", value_at(backend, array, 0, self.types.get(at)))
        } else {
            format!(" AND r.{name} IS NULL")
        })
    }

    /// The query for at most `$2` rows whose key compares with `$1` so, or for the first ones.
    fn query(&self, backend: DbBackend, comparison: Option<&str>, condition: &str) -> String {
        let (image, size, version) = match backend {
            DbBackend::Postgres => {
                let columns = of_row("r", &self.columns, "");
                let image = format!("(SELECT row_to_json(v.*)::text FROM (SELECT {columns}) v)");
                (image, "octet_length", "r.xmin::text")
            }
            _ => (image_on_sqlite("r", &self.columns), "length", "NULL"),
        };
        // The first ones name `$1` too, since it is bound.
        let which = comparison
            .map_or_else(|| "$1 IS NOT NULL".to_owned(), |it| self.is_at(backend, it, "$1"));
        format!(
            "SELECT x.place, CASE WHEN {size}(x.image) <= {VALUES} THEN x.image END, x.version \
             FROM (SELECT {} AS place, {image} AS image, {version} AS version \
               FROM {} r WHERE {which}{condition} ORDER BY {} LIMIT $2) x",
            self.place(backend, "r"),
            self.table,
            of_row("r", &self.key, ""),
        )
    }
}

/// Columns of a row, with commas.
fn of_row(row: &str, names: &[String], cast: &str) -> String {
    let named = names.iter().map(|it| format!("{row}.{}{cast}", sql::name(it)));
    named.collect::<Vec<_>>().join(", ")
}

/// Whether PostgreSQL refused with such a code. 22: a text is no value of its column's type, so that no row has it. 42883:
/// the type has no equality.
fn has_code(error: &DbErr, begin: &str) -> bool {
    let code = sql::refused(error).and_then(|it| it.code());
    code.is_some_and(|it| it.len() == 5 && it.starts_with(begin))
}

/// Types are without their lengths: a cast to `varchar(3)` cuts off what is longer, and `character` alone has one.
const SHOWN_ON_POSTGRES: &str = "
    SELECT n.nspname::text, c.relname::text,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attnum NOT IN (SELECT (v.columns ->> h)::int FROM jsonb_array_elements_text(v.settings -> 'hide') h
          WHERE v.columns ->> h IS NOT NULL)
        ORDER BY a.attnum),
      ARRAY(SELECT a.attname::text FROM jsonb_array_elements_text(v.settings -> 'key') WITH ORDINALITY k(name, place)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = (v.columns ->> k.name)::int AND NOT a.attisdropped
        ORDER BY k.place),
      ARRAY(SELECT format_type(a.atttypid, -1) FROM jsonb_array_elements_text(v.settings -> 'key') WITH ORDINALITY k(name, place)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = (v.columns ->> k.name)::int AND NOT a.attisdropped
        ORDER BY k.place),
      jsonb_array_length(v.settings -> 'key'), v.settings ->> 'record' = 'all',
      ARRAY(SELECT format_type(a.atttypid, -1) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
        AND NOT a.attisdropped
        AND a.attnum NOT IN (SELECT (v.columns ->> h)::int FROM jsonb_array_elements_text(v.settings -> 'hide') h
          WHERE v.columns ->> h IS NOT NULL)
        ORDER BY a.attnum)
    FROM ({tables}) t
    JOIN reinstate.coverage v ON v.kind = t.kind AND v.until IS NULL
    JOIN pg_class c ON c.oid = t.relation
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE t.kind = $1";

/// Its columns are those that it has now.
const SHOWN_ON_SQLITE: &str = "
    SELECT v.settings, (SELECT json_group_array(c.name) FROM pragma_table_xinfo(json_extract(v.settings, '$.table')) c
      WHERE c.hidden <> 1)
    FROM reinstate_coverage v WHERE v.kind = $1 AND v.until IS NULL";
