//! Databases that a test creates and removes.

use sea_orm::ConnectionTrait;
use std::{
    env,
    io::{Write, stderr},
    net::TcpStream,
    path::PathBuf,
    time::Duration,
};
use uuid::Uuid;

use super::service::Outcome;
use crate::store::database::Database;

/// A database that is removed after the test.
pub enum TestDatabase {
    /// A file of SQLite.
    Sqlite(PathBuf),
    /// A schema of PostgreSQL, on that server.
    Postgres {
        /// The URL of the server.
        server: String,
        /// The name of the schema.
        schema: String,
    },
}

impl TestDatabase {
    /// A database of each engine. PostgreSQL is left out where there is none, unless `CI` is set.
    ///
    /// # Errors
    /// When PostgreSQL is missing where `CI` is set, or its schema can't be created.
    pub async fn of_each_engine() -> Outcome<Vec<Self>> {
        let name = format!("reinstate_{}", Uuid::new_v4().simple());
        let file = env::temp_dir().join(format!("{name}.db"));
        let mut databases = vec![Self::Sqlite(file)];
        match server() {
            Some(server) => {
                administer(&server, &format!("CREATE SCHEMA {name}")).await?;
                databases.push(Self::Postgres { server, schema: name });
            }
            None if env::var("CI").as_deref() == Ok("true") => {
                return Err(
                    "PostgreSQL: set TEST_POSTGRES_URL, or run one on 127.0.0.1:5432".into()
                );
            }
            None => {
                // Past the capture of libtest, which would swallow `eprintln!`.
                let skipped = "\nSKIPPED on PostgreSQL: there is none on 127.0.0.1:5432\n";
                stderr().write_all(skipped.as_bytes())?;
            }
        }
        Ok(databases)
    }

    /// The name of the engine.
    pub const fn engine(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres { .. } => "PostgreSQL",
        }
    }

    /// The URL of the database.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(file) => format!("sqlite://{}?mode=rwc", file.display()),
            Self::Postgres { server, schema } => {
                let mark = if server.contains('?') { '&' } else { '?' };
                format!("{server}{mark}options=-c%20search_path%3D{schema}")
            }
        }
    }

    /// Removes the database.
    ///
    /// # Errors
    /// When PostgreSQL refuses.
    pub async fn remove(&self) -> Outcome {
        match self {
            Self::Sqlite(file) => {
                for suffix in ["", "-wal", "-shm"] {
                    let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
                }
                Ok(())
            }
            Self::Postgres { server, schema } => {
                administer(server, &format!("DROP SCHEMA IF EXISTS {schema} CASCADE")).await
            }
        }
    }
}

async fn administer(server: &str, statement: &str) -> Outcome {
    let database = Database::open(server).await?;
    let writer = database.operator().writer;
    writer.execute_unprepared(statement).await?;
    Ok(writer.close_by_ref().await?)
}

/// The URL of PostgreSQL.
fn server() -> Option<String> {
    if let Some(named) = env::var("TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty()) {
        return Some(named);
    }
    let address = ([127, 0, 0, 1], 5432).into();
    TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
    Some("postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable".to_owned())
}
