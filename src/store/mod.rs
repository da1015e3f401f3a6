//! The database, its caches, and consistency between processes.

mod by_key;
mod caches;
pub mod feed;
mod own_place;
pub mod pubsub;
mod readable;
mod schema;
mod write_signal;

pub use ::database;
pub use by_key::RowsByKey;
pub use caches::{AffectedAccounts, Caches, Grant, KnownGrants, Stale};
pub use engine::{BoundedCache, ReadCache};
pub use own_place::{SEARCH_PATH, own_url};
pub(crate) use readable::{SKIPPED, read_row, readable};
pub use schema::{Tables, applied_migrations, check_tables, known_migrations};
pub use write_signal::WriteSignal;
