//! The tables of an export.
//!
//! A line is a JSON object with the table and the record, by columns:
//! `{"kind": "reports", "record": {"id": 1, …}}`. Roles and accounts include their permissions,
//! accounts also the names of their roles. A record comes after those it refers to. Events are exported
//! only with everything else: any other import records its own.

use entity::{access_token, record_event, retired_api_key_value};
use std::sync::LazyLock;

use crate::data::fixtures::{FixtureTable, tables as fixture_tables};

/// All tables, each after those it refers to.
pub(super) fn tables() -> &'static [FixtureTable] {
    static TABLES: LazyLock<Vec<FixtureTable>> = LazyLock::new(|| {
        let of_fixtures = fixture_tables().iter().map(|known| FixtureTable {
            table: known.table.clone(),
            resource: known.resource,
            grantee: known.grantee,
            // Its hash is a column of its own.
            has_key: false,
            is_export: true,
        });
        let credentials = [
            FixtureTable::of::<access_token::Entity>(true),
            FixtureTable::of::<retired_api_key_value::Entity>(true),
        ];
        of_fixtures.chain(credentials).collect()
    });
    &TABLES
}

/// The table of events.
pub(super) fn events() -> &'static FixtureTable {
    static EVENTS: LazyLock<FixtureTable> =
        LazyLock::new(|| FixtureTable::of::<record_event::Entity>(true));
    &EVENTS
}

/// The names of the tables.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    tables().iter().map(FixtureTable::name)
}
