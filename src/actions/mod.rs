//! The table of operations, by what they act on.

mod account_queries;
mod accounts;
mod action;
mod by_id;
mod entry;
mod many;
mod matching;
mod queries;
mod records;
mod route;
mod selects;
mod table;

pub use action::{Act, Action, Example, PlainChange, Read, Recipients};
pub use route::{Location, Method, PathExample, PathParameter, Route, Tag};
pub use selects::Selects;
pub use table::{actions, root_field};
