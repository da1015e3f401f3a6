//! The table of operations, by what they act on.

mod account_queries;
mod accounts;
mod by_id;
mod entry;
mod many;
mod matching;
mod queries;
mod records;
mod table;

pub use table::{actions, permission_names, root_field};
