//! A table that another program made, as a kind: `parts`, found by `part_number`, deleted by
//! `removed_at`.

pub mod entity;
pub mod migration;
pub mod part;
