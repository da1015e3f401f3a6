//! Creates and changes single rows of adopted tables.

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait, Value,
};
use serde_json::{Map, Value as Json};

use super::{
    place::Place,
    read::{PresentRow, Shown, at},
};
use crate::{coverage::must_be_adopted, own::Own, rows::newest_on_sqlite, sql};

/// What is written into one row.
#[derive(Clone, Copy)]
pub struct Writing<'w> {
    /// The kind of the row.
    pub kind: &'w str,
    /// The values of its key as text; absent: it is new.
    pub key: Option<&'w [String]>,
    /// The values by column. The others keep theirs, or get their defaults.
    pub values: &'w Map<String, Json>,
    /// Whether it may have this version; absent: it may have any.
    pub expects: Option<&'w (dyn Fn(&str) -> bool + Sync)>,
    /// For whom it is written.
    pub by: &'w str,
    /// Whose it must be, before and after; absent: anybody's.
    pub own: Option<&'w Own>,
}

/// What became of a row that was to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is as it is now.
    Row(PresentRow),
    /// There is no such row.
    Gone,
    /// It would be somebody else's.
    Foreign,
    /// It has another version.
    Changed,
    /// A value is none of its column's type; with the database's sentence.
    Invalid(String),
    /// The database refuses it, by a constraint or a trigger; with its sentence.
    Refused(String),
}

/// How long a row is waited for that somebody else writes.
const PATIENCE: &str = "4s";

/// Writes one row, in one transaction.
///
/// # Errors
/// When the database can't be reached, keeps nothing, or doesn't let this role write the table.
pub async fn write_row(
    database: &DatabaseConnection,
    writing: Writing<'_>,
) -> Result<Written, DbErr> {
    must_be_adopted(database).await?;
    let options = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    let transaction = database.begin_with_options(options).await?;
    let written = match write(&transaction, writing).await {
        Ok(written @ Written::Row(_)) => transaction.commit().await.map(|()| written),
        other => other,
    };
    // A transaction that is not committed is rolled back.
    match written {
        Err(error) => refusal(&error).ok_or(error),
        written => written,
    }
}

async fn write(database: &DatabaseTransaction, writing: Writing<'_>) -> Result<Written, DbErr> {
    let backend = database.get_database_backend();
    let run = |sql: String, values: Vec<Value>| async move {
        let statement = Statement::from_sql_and_values(backend, sql, values);
        database.query_all_raw(statement).await
    };
    if backend == DbBackend::Postgres {
        let settings =
            "SELECT set_config('reinstate.user', $1, true), set_config('lock_timeout', $2, true)";
        run(settings.to_owned(), vec![writing.by.into(), PATIENCE.into()]).await?;
    }
    let Some(table) = Shown::of(database, writing.kind).await? else { return Ok(Written::Gone) };
    if !table.records_changes {
        return Ok(Written::Refused("its changes are not recorded yet: adopt it again".to_owned()));
    }
    if let Some(column) = writing.values.keys().find(|it| !table.columns.contains(it)) {
        return Ok(Written::Refused(format!("it has no column {column:?} any more")));
    }
    let (place, version) = match writing.key {
        None => (None, None),
        Some(key) => {
            let place = Place::of(key);
            // On SQLite nobody else writes in between; PostgreSQL compares the version once more.
            let row = at(database, (&table, writing.own), &place).await?;
            let Some(row) = row else { return Ok(Written::Gone) };
            let is_expected = |of| row.version.as_deref().is_some_and(of);
            if writing.expects.is_some_and(|of| !is_expected(of)) {
                return Ok(Written::Changed);
            }
            (Some(place), writing.expects.and(row.version))
        }
    };
    let own = match backend {
        DbBackend::Sqlite => newest_on_sqlite(database).await?,
        _ => 0,
    };
    let at_place = place.as_ref().map(|it| (it, version.clone()));
    let (sql, values) = statement(backend, &table, at_place, writing.values);
    let rows = run(sql, values).await?;
    let Some(row) = rows.first() else {
        let is_there = match &place {
            Some(place) => at(database, (&table, writing.own), place).await?,
            None => None,
        };
        return Ok(match (is_there, &place) {
            (None, Some(_)) => Written::Gone,
            (Some(row), _) if version.is_some() && row.version != version => Written::Changed,
            _ => Written::Refused("the database leaves it out".to_owned()),
        });
    };
    let place = Place::read(row.try_get_by_index(0)?);
    if backend == DbBackend::Sqlite {
        let named = "UPDATE reinstate_captured SET person = $1 WHERE id > $2".to_owned();
        run(named, vec![writing.by.into(), own.into()]).await?;
    }
    // A trigger may have changed it once more.
    let row = at(database, (&table, writing.own), &place).await?;
    let gone = if writing.own.is_some() { Written::Foreign } else { Written::Gone };
    Ok(row.map_or(gone, Written::Row))
}

/// The statement that creates a row, or changes that at a place with a version, and returns its place.
fn statement(
    backend: DbBackend,
    table: &Shown,
    place: Option<(&Place, Option<String>)>,
    values: &Map<String, Json>,
) -> (String, Vec<Value>) {
    let names: Vec<String> = values.keys().map(|it| sql::name(it)).collect();
    let into = &table.table;
    let is_postgres = backend == DbBackend::Postgres;
    let (new, from, mut bound): (Vec<String>, _, Vec<Value>) = if is_postgres {
        // Only of these columns, since types of others may refuse to have no value.
        let types = table.columns.iter().zip(&table.types);
        let types = types.filter(|(it, _)| values.contains_key(*it));
        let types: Vec<_> = types.map(|(it, of)| format!("{} {of}", sql::name(it))).collect();
        let from = format!(" FROM json_to_record($1::json) AS n({})", types.join(", "));
        let image = Json::Object(values.clone()).to_string();
        (names.iter().map(|it| format!("n.{it}")).collect(), from, vec![image.into()])
    } else {
        let new = (1..=names.len()).map(|it| format!("${it}")).collect();
        (new, String::new(), values.values().map(bound_on_sqlite).collect())
    };
    let Some((place, version)) = place else {
        let returning = table.place(backend, into);
        if names.is_empty() {
            let sql = format!("INSERT INTO {into} DEFAULT VALUES RETURNING {returning}");
            return (sql, Vec::new());
        }
        let (names, new) = (names.join(", "), new.join(", "));
        let sql = format!("INSERT INTO {into} ({names}) SELECT {new}{from} RETURNING {returning}");
        return (sql, bound);
    };
    let set = names.iter().zip(&new).map(|(it, new)| format!("{it} = {new}"));
    let set = set.collect::<Vec<_>>().join(", ");
    bound.push(place.text().into());
    let is_it = table.is_at(backend, "=", &format!("${}", bound.len()));
    // SQLite's `RETURNING` knows the table, and not its alias.
    let (row, version) = if is_postgres {
        bound.push(version.into());
        ("r", " AND ($3::text IS NULL OR r.xmin::text = $3)")
    } else {
        (into.as_str(), "")
    };
    let returning = table.place(backend, row);
    (
        format!("UPDATE {into} AS r SET {set}{from} WHERE {is_it}{version} RETURNING {returning}"),
        bound,
    )
}

/// A value for a column of SQLite, which gives it the column's type.
fn bound_on_sqlite(value: &Json) -> Value {
    match value {
        Json::Null => Value::from(None::<String>),
        Json::Bool(is) => i64::from(*is).into(),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64().into(),
        },
        Json::String(text) => text.clone().into(),
        other => other.to_string().into(),
    }
}

/// What the database says of values that it doesn't take.
fn refusal(error: &DbErr) -> Option<Written> {
    let error = sql::refused(error)?;
    let (code, says) = (error.code()?, error.message().to_owned());
    if let Ok(sqlite) = code.parse::<u32>().map(|it| it & 0xFF)
        && code.len() != 5
    {
        // A constraint or a trigger; a text in a column of whole numbers that is the key.
        return match sqlite {
            19 => Some(Written::Refused(says)),
            20 => Some(Written::Invalid(says)),
            _ => None,
        };
    }
    match &code[..code.len().min(2)] {
        "22" => Some(Written::Invalid(says)),
        // Constraints, what triggers raise, rows that the role may not write, and generated columns.
        "23" | "P0" | "44" => Some(Written::Refused(says)),
        _ if ["42501", "428C9", "55P03", "55006"].contains(&&*code) => Some(Written::Refused(says)),
        _ => None,
    }
}
