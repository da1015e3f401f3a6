//! Checks a database without changing it.

mod check;
mod events;
mod postgres;
mod query;
mod records;
mod schema;
mod sqlite;
mod tables;

pub use check::{Check, check};
