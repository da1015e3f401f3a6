//! Resolves records and their fields.

pub mod entities;
mod loads;
pub mod nodes;
mod objects;

pub use loads::{Records, WriteAccount};
