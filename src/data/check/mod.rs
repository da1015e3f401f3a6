//! Checks a database without changing it.

mod events;
mod postgres;
mod query;
mod records;
mod run;
mod schema;
mod sqlite;
mod tables;

pub use run::{Check, check};
