//! A database of another program, which is ours for a test.

use adopt::{Undone, Wanted};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement,
};
use std::env;

pub struct Store {
    pub database: DatabaseConnection,
    /// The server's database and ours, on PostgreSQL.
    server: Option<(String, String)>,
    _folder: Option<tempfile::TempDir>,
}

async fn connect(url: &str) -> Option<DatabaseConnection> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).sqlx_logging(false);
    Database::connect(options).await.ok()
}

impl Store {
    /// A database of the server that `TEST_POSTGRES_URL` names or that runs here; `None` without one.
    pub async fn postgres() -> Option<Self> {
        let url = env::var("TEST_POSTGRES_URL").unwrap_or_else(|_| {
            "postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable".to_owned()
        });
        let Some(server) = connect(&url).await else {
            assert!(env::var_os("CI").is_none(), "PostgreSQL: set TEST_POSTGRES_URL");
            return None;
        };
        let row = server.query_one_raw(Statement::from_string(
            DbBackend::Postgres,
            "SELECT 'adopt_' || replace(gen_random_uuid()::text, '-', '')",
        ));
        let name: String = row.await.unwrap().unwrap().try_get_by_index(0).unwrap();
        server.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
        server.close().await.unwrap();
        let (head, tail) = url.rsplit_once('/').unwrap();
        let options = tail.split_once('?').map_or("", |(_, options)| options);
        let own = format!("{head}/{name}?{options}");
        let database = connect(&own).await.unwrap();
        Some(Self { database, server: Some((url, name)), _folder: None })
    }

    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/shop.db?mode=rwc", folder.path().display());
        Self { database: connect(&url).await.unwrap(), server: None, _folder: Some(folder) }
    }

    pub async fn drop(self) {
        if let Some((url, name)) = &self.server {
            self.database.close_by_ref().await.unwrap();
            let server = connect(url).await.unwrap();
            server.execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)")).await.unwrap();
            // Of the trap with a role, which no other database has.
            drop(server.execute_unprepared("DROP ROLE IF EXISTS adopt_owner").await);
            server.close().await.unwrap();
        }
    }

    pub async fn run(&self, sql: &str) {
        if !sql.is_empty() {
            self.database.execute_unprepared(sql).await.unwrap_or_else(|it| panic!("{sql}: {it}"));
        }
    }

    /// The rows of a query as text.
    pub async fn rows(&self, sql: &str) -> Vec<String> {
        if sql.is_empty() {
            return Vec::new();
        }
        let backend = self.database.get_database_backend();
        let rows = self.database.query_all_raw(Statement::from_string(backend, sql)).await.unwrap();
        rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
    }

    /// Adopts all tables, with replacements in `kinds.toml`, and says what that has.
    pub async fn adopt(&self, replacements: &[(&str, &str)]) -> String {
        let mut text = adopt::adopt(&self.database).await.unwrap().kinds;
        for (from, to) in replacements {
            assert!(text.contains(from), "{from} in {text}");
            text = text.replace(from, to);
        }
        let kinds = adopt::parse(&text).unwrap_or_else(|it| panic!("{it}\n{text}"));
        // Twice, since it can run again.
        for _ in 0..2 {
            let (statements, _) = adopt::statements(&self.database, &kinds).await.unwrap();
            adopt::apply(&self.database, &statements).await.unwrap();
        }
        text
    }

    pub async fn undo(&self, is_preview: bool) -> Undone {
        let wanted = Wanted::default();
        adopt::undo(&self.database, &wanted, is_preview).await.unwrap()
    }

    pub async fn remove(&self) {
        let statements = adopt::removal(&self.database).await.unwrap();
        adopt::apply(&self.database, &statements).await.unwrap();
    }

    /// All that the catalogue says of tables, triggers, functions and schemas.
    pub async fn definitions(&self) -> Vec<String> {
        let sql = match self.database.get_database_backend() {
            DbBackend::Postgres => {
                "SELECT relnamespace::regnamespace || '.' || relname FROM pg_class WHERE relnamespace::regnamespace::text \
                   NOT IN ('pg_catalog', 'information_schema', 'pg_toast') \
                   AND relpersistence <> 't' \
                 UNION ALL SELECT tgrelid::regclass || ': ' || tgname FROM pg_trigger WHERE NOT tgisinternal \
                 UNION ALL SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace::regnamespace::text \
                   NOT IN ('pg_catalog', 'information_schema') \
                 UNION ALL SELECT nspname::text FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_temp%' \
                   AND nspname NOT LIKE 'pg\\_toast%' ORDER BY 1"
            }
            _ => {
                "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema \
                  ORDER BY 1"
            }
        };
        self.rows(sql).await
    }
}
