//! Runs all checks on a database, without changing it.

use sea_orm::{
    ConnectOptions, Database, DatabaseConnection, DbBackend, DbErr,
    sqlx::{Connection, PgConnection, postgres::PgConnectOptions, sqlite::SqliteConnectOptions},
};
use std::{error::Error, time::Duration};
use tokio::time::timeout;

use super::{
    postgres, records,
    schema::{self, Problems, rows},
    sqlite,
};
use crate::store::{SEARCH_PATH, own_url};

/// Longest wait for the database.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Most problems that a check lists.
const MAX_PROBLEMS: usize = 20;

/// A check and its result.
#[derive(Clone, Debug)]
pub struct Check {
    /// What was checked.
    pub name: &'static str,
    /// The problems; `None`: the check was skipped because an earlier one failed.
    pub problems: Option<Vec<String>>,
}

impl Check {
    /// Whether the check ran and found no problem.
    pub fn passed(&self) -> bool {
        self.problems.as_ref().is_some_and(Vec::is_empty)
    }
}

/// Checks the database at a URL, from its connection to its rows.
pub async fn check(url: &str) -> Vec<Check> {
    let own = own_url(url).await;
    let database = match connect(&own).await {
        Ok(database) => database,
        Err(problem) => return vec![failed("reachable", problem), skipped("schema")],
    };
    let mut checks = vec![Check { name: "reachable", problems: Some(Vec::new()) }];
    for (name, found) in [
        ("schema", schema::changes(&database).await),
        ("columns", schema::columns(&database).await),
    ] {
        let passed = checks.iter().all(Check::passed);
        checks.push(if passed { result(name, found) } else { skipped(name) });
    }
    if !checks.iter().all(Check::passed) {
        let rest = ["storage", "references", "numbers", "records", "events"];
        checks.extend(rest.map(skipped));
        return checks;
    }
    // These are independent of each other.
    let mut found = match database.get_database_backend() {
        DbBackend::Postgres => vec![
            ("storage", postgres::indexes(&database).await),
            ("references", postgres::references(&database).await),
            ("numbers", postgres::numbers(&database).await),
        ],
        _ => vec![
            ("storage", sqlite::storage(&database).await),
            ("references", sqlite::references(&database).await),
        ],
    };
    found.push(("records", records::problems(&database).await));
    found.push(("events", records::events(&database).await));
    // On SQLite they are in a file of their own.
    let gaps = if own == url { Ok(gaps(&database).await) } else { gaps_of(url).await };
    found.extend(gaps.unwrap_or_else(|problem| Some(Ok(vec![problem]))).map(|it| ("adopted", it)));
    checks.extend(found.into_iter().map(|(name, found)| result(name, found)));
    checks
}

/// What isn't kept any more of adopted tables; `None`: there are none.
async fn gaps(database: &DatabaseConnection) -> Option<Problems> {
    match adopt::coverage(database).await {
        Err(DbErr::Custom(text)) if text == adopt::NOTHING_KEPT => None,
        Err(error) => Some(Err(error)),
        Ok(tables) => {
            let gaps = tables
                .into_iter()
                .flat_map(|it| it.gaps.into_iter().map(move |gap| format!("{}: {gap}", it.kind)));
            Some(Ok(gaps.collect()))
        }
    }
}

async fn gaps_of(url: &str) -> Result<Option<Problems>, String> {
    Ok(gaps(&connect(url).await?).await)
}

fn result(name: &'static str, found: Problems) -> Check {
    match found {
        Ok(mut problems) => {
            let more = problems.len().saturating_sub(MAX_PROBLEMS);
            problems.truncate(MAX_PROBLEMS);
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

/// Connects to an existing database. No message repeats the URL, which can hold a password.
async fn connect(url: &str) -> Result<DatabaseConnection, String> {
    let invalid = |_| "DATABASE_URL is not a valid URL; --help describes it".to_owned();
    match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => {
            let options: SqliteConnectOptions = url.parse().map_err(invalid)?;
            let file = options.get_filename();
            if !url.contains(":memory:") && !file.exists() {
                return Err(format!("there is no file {}", file.display()));
            }
        }
        Some("postgres" | "postgresql") => {
            let options: PgConnectOptions = url.parse().map_err(invalid)?;
            // A pool would try again for as long as it waits, and say that it waited.
            let connected = timeout(TIMEOUT, PgConnection::connect_with(&options)).await;
            let slow = |_| format!("no answer within {} seconds", TIMEOUT.as_secs());
            let refused = |error| format!("the database can't be opened: {error}");
            connected.map_err(slow)?.map_err(refused)?;
        }
        _ => return Err("DATABASE_URL must begin with sqlite: or postgres://".to_owned()),
    }
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).acquire_timeout(TIMEOUT).sqlx_logging(false);
    options.map_sqlx_sqlite_opts(|options| {
        // Not opened as immutable: a server can be writing to it.
        options.create_if_missing(false).busy_timeout(TIMEOUT).pragma("query_only", "ON")
    });
    let unreachable = |error: DbErr| match error.source() {
        Some(cause) => format!("the database can't be opened: {cause}"),
        None => "the database can't be opened".to_owned(),
    };
    let database = Database::connect(options).await.map_err(unreachable)?;
    let first = match database.get_database_backend() {
        DbBackend::Postgres => SEARCH_PATH,
        _ => "SELECT 1",
    };
    rows(&database, first).await.map_err(unreachable)?;
    Ok(database)
}
