//! Opens the configured database.

use std::sync::Arc;

use super::terminal::Outcome;
use crate::{
    app::App,
    clock::Clock,
    config,
    store::{
        SEARCH_PATH, Tables, check_tables,
        database::{Database, Opening},
        own_url,
    },
};

/// What creates a file for the commands that don't.
const CREATORS: &str = "serve, migrate, seed, import, user add and role add create one";

/// Connects to the database, creates it if missing, and migrates its schema.
pub async fn open_or_create(settings: &config::Database) -> Outcome<Arc<App>> {
    let app = open_lazily(settings).await?;
    app.database.check().await?;
    app.database.migrate(&Tables).await?;
    Ok(app)
}

/// Connects to a database with tables, and migrates its schema.
pub async fn open(settings: &config::Database) -> Outcome<Arc<App>> {
    let app = open_as(settings, Some(CREATORS)).await?;
    app.database.check().await?;
    check_tables(app.database.operator().reader).await?;
    app.database.migrate(&Tables).await?;
    Ok(app)
}

/// Takes a database that may not be reachable yet.
pub async fn open_lazily(settings: &config::Database) -> Outcome<Arc<App>> {
    open_as(settings, None).await
}

async fn open_as(
    settings: &config::Database,
    must_exist: Option<&'static str>,
) -> Outcome<Arc<App>> {
    let opening = Opening {
        synchronous: settings.sqlite_synchronous,
        must_exist,
        connections: settings.database_connections.into(),
        prepare: Some(SEARCH_PATH),
    };
    let url = own_url(&settings.database_url).await;
    let database = Database::open_with(&url, opening).await?;
    Ok(Arc::new(App::new(database, Clock::system())))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use sea_orm::{ConnectionTrait, Statement};

    use super::{config, open_or_create};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        database: config::Database,
    }

    #[tokio::test]
    async fn sqlite_synchronous_is_set_on_the_writing_connection() {
        // SQLite's numbers: 1 is NORMAL, 2 is FULL.
        for (arguments, expected) in [
            (&[][..], 2_i64),
            (&["--sqlite-synchronous", "full"], 2),
            (&["--sqlite-synchronous", "normal"], 1),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let url = format!("sqlite://{}/data.db?mode=rwc", folder.path().display());
            let always = ["reinstate", "--database-url", url.as_str()];
            let line = Line::parse_from(always.iter().chain(arguments));
            let database = open_or_create(&line.database).await.unwrap().database.clone();
            let pragma = Statement::from_string(database.backend(), "PRAGMA synchronous");
            let row = database.operator().writer.query_one_raw(pragma).await.unwrap().unwrap();
            assert_eq!(row.try_get_by_index::<i64>(0).unwrap(), expected, "{arguments:?}");
        }
    }
}
