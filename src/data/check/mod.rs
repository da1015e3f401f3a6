//! Checks a database without changing it.

mod postgres;
mod records;
mod run;
mod schema;
mod sqlite;
mod values;

pub use run::{Check, check};
pub use sqlite::exposed;
