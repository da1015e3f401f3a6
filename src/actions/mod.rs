//! The table of operations, by what they act on.

mod account_queries;
mod accounts;
mod action;
mod adopted;
mod by_id;
mod entry;
mod many;
mod matching;
mod queries;
mod records;
mod route;
mod table;

pub use action::{Act, Action, Example, PlainChange, Read, Recipients, Selects};
pub use route::{Location, Method, PathExample, PathParameter, Route, Tag};
pub use table::{actions, root_field};
