//! Finds a PostgreSQL server: `TEST_POSTGRES_URL`, one on the default port, or a private cluster.

#[path = "../../cluster/mod.rs"]
pub mod cluster;

use std::{env, net::TcpStream, sync::OnceLock, time::Duration};

use reinstate::store::database::Database;
use sea_orm::ConnectionTrait;

use self::cluster::Cluster;

/// A schema in the server's database, dropped with the value.
pub struct Schema {
    name: String,
    server: &'static str,
}

impl Schema {
    /// Creates it; `None` without a server, which is an error in CI.
    pub async fn create(name: &str) -> Option<Self> {
        let server = server()?;
        execute(server, &format!("CREATE SCHEMA {name}")).await;
        Some(Self { name: name.to_owned(), server })
    }

    /// Its connection URL. Commits don't wait for the disk, as no data has to survive a crash.
    pub fn url(&self) -> String {
        let mark = if self.server.contains('?') { '&' } else { '?' };
        let options = format!("-c%20search_path%3D{}%20-c%20synchronous_commit%3Doff", self.name);
        format!("{}{mark}options={options}&application_name={}", self.server, self.name)
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        // A failed test may still hold locks in a transaction.
        let name = &self.name;
        let statement = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = \
             '{name}'; \
             DROP SCHEMA IF EXISTS {name} CASCADE"
        );
        let server = self.server;
        // On its own thread, since the test's runtime may have ended.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(execute(server, &statement));
        });
        let _ = dropped.join();
    }
}

async fn execute(server: &str, statement: &str) {
    let database = Database::open(server).await.unwrap();
    database.operator().writer.execute_unprepared(statement).await.unwrap();
    database.operator().writer.close_by_ref().await.unwrap();
}

/// The URL of the server, searched for once.
fn server() -> Option<&'static str> {
    static SERVER: OnceLock<Option<String>> = OnceLock::new();
    let find = || {
        let found = named().or_else(running).or_else(private);
        if found.is_none() {
            cluster::skip_all(
                "all tests on PostgreSQL (`…::postgres` and others pass without running)",
                "PostgreSQL: TEST_POSTGRES_URL, a server on 127.0.0.1:5432, or initdb",
            );
        }
        found
    };
    SERVER.get_or_init(find).as_deref()
}

fn named() -> Option<String> {
    env::var("TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty())
}

fn running() -> Option<String> {
    let address = ([127, 0, 0, 1], 5432).into();
    TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
    // A TLS handshake takes 90 ms, and each test connects several times.
    Some("postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable".to_owned())
}

/// A private cluster, stopped and removed when this process ends.
fn private() -> Option<String> {
    let cluster = Cluster::create()?;
    cluster.start_with("-c fsync=off");
    let url = cluster.url("postgres");
    std::mem::forget(cluster);
    Some(url)
}
