//! Tests of kinds, to be called by the crates that add them.

mod commands;
mod contract;
mod database;
mod requests;
mod service;
mod values;

pub use contract::contract;
