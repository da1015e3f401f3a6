//! A table of another program, from which SQL has removed rows.

use std::sync::Arc;

use reinstate::app::AdoptedTables;
use sea_orm::{ConnectOptions, ConnectionTrait, Database};

use super::TestApp;

/// The id of the removal: on SQLite it is the time.
pub const REMOVAL: &str = "2026-01-01T00:00:00.000Z";

impl TestApp {
    /// Shows a table `orders`, in a file of SQLite, from which rows were removed that have this text; one is
    /// left.
    pub async fn show_removals(&mut self, text: &str) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/shop.db?mode=rwc", folder.path().display());
        let mut options = ConnectOptions::new(&url);
        options.max_connections(1).sqlx_logging(false);
        let shop = Database::connect(options).await.unwrap();
        let tables = format!(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, name TEXT); \
             INSERT INTO orders VALUES (1, '{text}', '{text}'), (2, '{text}', '{text}'), (3, '{text}', '{text}')"
        );
        shop.execute_unprepared(&tables).await.unwrap();
        let kinds = adopt::adopt(&shop).await.unwrap().kinds;
        let open = "[orders]\ncreate = [\"customer\"]\nupdate = [\"customer\"]\n";
        let kinds = kinds.replace("\"deletes\"", "\"all\"").replace("[orders]\n", open);
        let kinds = adopt::parse(&kinds).unwrap();
        let (statements, _) = adopt::statements(&shop, &kinds).await.unwrap();
        adopt::apply(&shop, &statements).await.unwrap();
        let removed = format!(
            "DELETE FROM orders WHERE id < 3; UPDATE reinstate_captured SET at = '{REMOVAL}'"
        );
        shop.execute_unprepared(&removed).await.unwrap();
        shop.close().await.unwrap();
        let adopted = AdoptedTables::open(&url, &kinds).await.unwrap();
        assert!(self.state.adopted.set(Arc::new(adopted)).is_ok());
        self.folders.push(folder);
    }
}
