//! Resolves records: their fields, what they refer to, and their global ids.

pub mod accounts;
pub mod global_id;
pub mod loaders;
pub mod look_ahead;
pub mod nodes;
pub mod objects;
