//! Where the service has its own tables in the database of another program.

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DbBackend, DbErr, Statement};
use std::{borrow::Cow, path::Path};

/// What a connection to PostgreSQL begins with: where `adopt` made a schema, it has the service's tables.
///
/// Tables that are found without it stay where they are, and so does whoever names a place in the URL.
pub const SEARCH_PATH: &str = "SELECT set_config('search_path', 'reinstate, ' || current_setting('search_path'), false) \
     WHERE to_regclass('retired_api_key_values') IS NULL AND EXISTS (\
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
       WHERE n.nspname = 'reinstate' AND c.relname IN ('coverage', 'retired_api_key_values')) \
     AND EXISTS (SELECT FROM pg_settings WHERE name = 'search_path' AND source <> 'client')";

/// Whether a file of SQLite is another program's.
const IS_ADOPTED: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'reinstate_coverage') \
     AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'retired_api_key_values')";

/// The database of the service's own tables, for a URL.
///
/// That is the same one, but for a file of SQLite that `adopt` was applied to: then it is a file beside, whose name
/// ends with `-reinstate`.
pub async fn own_url(url: &str) -> Cow<'_, str> {
    let Some(rest) = url.strip_prefix("sqlite:") else { return url.into() };
    let (name, _) = rest.split_once('?').unwrap_or((rest, ""));
    let path = name.strip_prefix("//").unwrap_or(name);
    if path.is_empty() || path.starts_with(':') || !Path::new(path).is_file() {
        return url.into();
    }
    let beside = format!("{path}-reinstate");
    // What can't be read is reported where it is opened.
    if Path::new(&beside).is_file() || is_adopted(name).await.unwrap_or(false) {
        return format!("sqlite://{beside}?mode=rwc").into();
    }
    url.into()
}

async fn is_adopted(name: &str) -> Result<bool, DbErr> {
    let mut options = ConnectOptions::new(format!("sqlite:{name}?mode=ro"));
    options.max_connections(1).sqlx_logging(false);
    let database = Database::connect(options).await?;
    let read = Statement::from_string(DbBackend::Sqlite, IS_ADOPTED);
    let row = database.query_one_raw(read).await?;
    database.close().await?;
    row.map_or(Ok(false), |row| row.try_get_by_index(0))
}
