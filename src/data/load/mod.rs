//! The one way that rows come in: read, checked, and written with their events.

mod batch;
mod change;
mod create;
mod event;
mod grants;
mod row;
mod tables;

pub use batch::Batch;
pub use row::{LoadError, Row, check_rules, read_row, read_rows};
pub use tables::{FixtureTable, events, tables};
