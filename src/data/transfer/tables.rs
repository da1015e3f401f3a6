//! Export and import: everything that makes up the state, a record a line.
//!
//! A line is a JSON object with the kind, by the name of its table, and the record, with the names of
//! its columns: `{"kind": "reports", "record": {"id": 1, …}}`. Accounts and roles carry their
//! permissions, accounts the names of their roles. What refers to others comes after them. Events are
//! no state: an import tells its own.

use entity::{Table, access_token, retired_api_key_value};
use std::sync::LazyLock;

use crate::data::fixtures::{Extra, FixtureTable, tables as fixture_tables};

/// All tables that make up the state, each after those it refers to.
pub(super) fn tables() -> &'static [FixtureTable] {
    static TABLES: LazyLock<Vec<FixtureTable>> = LazyLock::new(|| {
        let of_fixtures = fixture_tables().iter().map(|known| FixtureTable {
            table: known.table.clone(),
            // A key is known by its hash.
            extras: if known.extras == [Extra::Key] { &[] } else { known.extras },
            whole: true,
        });
        let credentials =
            [Table::of::<access_token::Entity>(), Table::of::<retired_api_key_value::Entity>()];
        let credentials = credentials.map(|table| FixtureTable { table, extras: &[], whole: true });
        of_fixtures.chain(credentials).collect()
    });
    &TABLES
}

/// What can be exported: the names of the tables.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    tables().iter().map(FixtureTable::name)
}
