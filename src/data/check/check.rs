//! Looking whether a database is sound, without changing anything in it.

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, QueryResult,
    Statement,
    sqlx::{postgres::PgConnectOptions, sqlite::SqliteConnectOptions},
};
use std::{error::Error, time::Duration};

use super::{events, postgres, records, schema, sqlite};

/// How long to wait for the database.
const PATIENCE: Duration = Duration::from_secs(5);
/// Most problems that one check names.
const MOST: usize = 20;

/// What one look at the database came to.
#[derive(Clone, Debug)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// What is wrong with it; `None`: it was not looked at, because of what is wrong before it.
    pub problems: Option<Vec<String>>,
}

impl Check {
    /// Whether nothing is wrong. What was not looked at is not known to be right.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.problems.as_ref().is_some_and(Vec::is_empty)
    }
}

/// What is looked at, in this order: what comes later makes no sense without what is before it.
const REACHABLE: &str = "reachable";
const SCHEMA: &str = "schema";
const COLUMNS: &str = "columns";
/// These are independent of each other.
const STORAGE: &str = "storage";
const REFERENCES: &str = "references";
const NUMBERS: &str = "numbers";
const RECORDS: &str = "records";
const EVENTS: &str = "events";

/// Looks at the database of that URL, from whether it can be reached to whether what is stored in it
/// can be what this program has written.
pub async fn check(url: &str) -> Vec<Check> {
    let database = match connect(url).await {
        Ok(database) => database,
        Err(problem) => return vec![failed(REACHABLE, problem), skipped(SCHEMA)],
    };
    let mut checks = vec![Check { name: REACHABLE, problems: Some(Vec::new()) }];
    for (name, found) in
        [(SCHEMA, schema::changes(&database).await), (COLUMNS, schema::columns(&database).await)]
    {
        match checks.iter().all(Check::passed) {
            true => checks.push(looked(name, found)),
            false => checks.push(skipped(name)),
        }
    }
    if !checks.iter().all(Check::passed) {
        let rest = [STORAGE, REFERENCES, NUMBERS, RECORDS, EVENTS];
        checks.extend(rest.map(skipped));
        return checks;
    }
    match database.get_database_backend() {
        DbBackend::Postgres => {
            checks.push(looked(STORAGE, postgres::indexes(&database).await));
            checks.push(looked(REFERENCES, postgres::references(&database).await));
            checks.push(looked(NUMBERS, postgres::numbers(&database).await));
        }
        _ => {
            checks.push(looked(STORAGE, sqlite::storage(&database).await));
            checks.push(looked(REFERENCES, sqlite::references(&database).await));
        }
    }
    checks.push(looked(RECORDS, records::sound(&database).await));
    checks.push(looked(EVENTS, events::sound(&database).await));
    checks
}

/// Problems that were found, or why they could not be looked for.
pub(super) type Found = Result<Vec<String>, DbErr>;

fn looked(name: &'static str, found: Found) -> Check {
    match found {
        Ok(mut problems) => {
            let more = problems.len().saturating_sub(MOST);
            problems.truncate(MOST);
            problems.extend((more > 0).then(|| format!("and {more} more")));
            Check { name, problems: Some(problems) }
        }
        Err(error) => failed(name, error.to_string()),
    }
}

fn failed(name: &'static str, problem: String) -> Check {
    Check { name, problems: Some(vec![problem]) }
}

const fn skipped(name: &'static str) -> Check {
    Check { name, problems: None }
}

/// Connects to a database that is there. No message repeats the URL, which may hold a password.
async fn connect(url: &str) -> Result<DatabaseConnection, String> {
    let readable = match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => url.parse::<SqliteConnectOptions>().is_ok(),
        Some("postgres" | "postgresql") => url.parse::<PgConnectOptions>().is_ok(),
        _ => return Err("DATABASE_URL must begin with sqlite: or postgres://".to_owned()),
    };
    if !readable {
        return Err("DATABASE_URL can't be read: see --help for its form".to_owned());
    }
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).acquire_timeout(PATIENCE).sqlx_logging(false);
    options.map_sqlx_sqlite_opts(|options| {
        // It may be in use, so it can't be opened as a file that nobody changes.
        options.create_if_missing(false).busy_timeout(PATIENCE).pragma("query_only", "ON")
    });
    let unreachable = |error: DbErr| match error.source() {
        Some(cause) => format!("it can't be opened: {cause}"),
        None => "it can't be opened".to_owned(),
    };
    let database = Database::connect(options).await.map_err(unreachable)?;
    rows(&database, "SELECT 1").await.map_err(unreachable)?;
    Ok(database)
}

/// Runs a statement of ours.
pub(super) async fn rows(
    database: &DatabaseConnection,
    sql: &str,
) -> Result<Vec<QueryResult>, DbErr> {
    database.query_all_raw(Statement::from_string(database.get_database_backend(), sql)).await
}

/// The texts in the first column of what a statement answers.
pub(super) async fn texts(database: &DatabaseConnection, sql: &str) -> Result<Vec<String>, DbErr> {
    rows(database, sql).await?.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// The number that a statement answers.
pub(super) async fn number(database: &DatabaseConnection, sql: &str) -> Result<i64, DbErr> {
    let rows = rows(database, sql).await?;
    rows.first().map_or(Ok(0), |row| row.try_get_by_index(0))
}

/// The problem that so many rows of a table are so, if there are any.
pub(super) async fn count(
    database: &DatabaseConnection,
    table: &str,
    condition: &str,
    problem: &str,
) -> Result<Option<String>, DbErr> {
    let sql = format!("SELECT COUNT(*) FROM \"{table}\" WHERE {condition}");
    let count = number(database, &sql).await?;
    Ok((count > 0).then(|| format!("{table}: {problem} in {count} of the rows")))
}
