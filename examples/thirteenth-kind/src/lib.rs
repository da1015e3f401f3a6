//! A kind of record that reinstate doesn't bring: suppliers.

pub mod entity;
pub mod migration;
pub mod supplier;
