//! The types, fields and directives of the schema.

mod directives;
mod duration;
mod events;
mod inputs;
mod kinds;
mod lists;
mod mutations;
mod payloads;
mod queries;
mod scalars;
mod types;

pub use directives::{permission, register_directives};
pub use duration::parse;
pub use events::register_events;
pub use inputs::{fields, input_type};
pub use kinds::{KIND, kinds, read, value};
pub use lists::{
    PAGE_INFO, choice, connection_name, edge_name, listed, page_arguments, pages, register_lists,
    sort_name,
};
pub use mutations::{
    MutationField, QueryField, describe_mutation, mutation, mutations, queries, query,
};
pub use payloads::{key, payload, payload_type};
pub use queries::describe_query;
pub use scalars::{BIG_INT, DATE_TIME, DURATION, UUID, big_int, register_scalars};
pub use types::{
    NODE, USER_SUMMARY, VIEWER_CAN, field, input, interface, object, register_types, with_arguments,
};
