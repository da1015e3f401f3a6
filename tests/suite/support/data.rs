//! What operators do with data: imports, fixtures that are refused, purging.

use std::{io::Cursor, time::Duration};

use reinstate::{
    data::{
        fixtures::Fixtures,
        transfer::{Conflict, Import, Imported},
    },
    operations::purge::{Age, purge},
};
use serde_json::Value as Json;
use tokio::sync::Mutex;

use super::{TestApp, resource};

impl TestApp {
    /// Imports lines of an export; the error as its text.
    pub async fn import(
        &self,
        conflict: Conflict,
        lines: impl Into<String>,
    ) -> Result<Imported, String> {
        let import = Import { conflict, dry_run: false, full: false };
        let lines = Cursor::new(lines.into());
        let imported = import.read(&self.state, lines, &Mutex::default(), |_| {}).await;
        imported.map_err(|error| error.to_string())
    }

    /// The error of fixtures that are refused.
    pub async fn refusal_of(&self, fixtures: Json) -> String {
        let fixtures = Fixtures::read(&fixtures.to_string(), self.state.clock.now()).unwrap();
        fixtures.load(&self.state, |_| {}).await.unwrap_err().to_string()
    }

    /// Purges the records of a table that were deleted so long ago, and returns their number.
    pub async fn purge(&self, table: &str, longer_than: Duration) -> u64 {
        let ages = [Age { resource: resource(table), longer_than }];
        purge(&self.state, &ages, |_| {}).await.unwrap()[0].count
    }
}
