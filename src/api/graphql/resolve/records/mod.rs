//! Resolves records and their fields.

pub mod catalogue;
pub mod entities;
mod loads;
pub mod nodes;
mod objects;

pub use crate::kinds::global_id;
pub use loads::Records;
