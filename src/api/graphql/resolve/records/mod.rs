//! Resolves records: their fields, and their global ids.

pub mod entities;
pub mod global_id;
pub mod nodes;
pub mod objects;
