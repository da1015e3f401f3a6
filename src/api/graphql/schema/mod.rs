//! The types, fields and directives of the schema.

mod directives;
mod enums;
mod federation;
mod inputs;
mod lists;
mod parameters;
mod payloads;
mod records;
mod scalars;
mod types;
mod views;

pub use directives::{permission, register_directives, requires, rest, with_texts};
pub use enums::{KIND, common_errors, enum_name, event_kind_name, kind_name, read, register_enums};
pub use federation::{ENTITIES, SERVICE, federate, subgraph_definitions};
pub use inputs::{fields, global_field, input_type};
pub use lists::{
    ACCOUNT_EMAIL, connection_name, describe as describe_list, listed, pages, register_lists,
    sort_name, without_total,
};
pub use parameters::{arguments, arguments_of};
pub use payloads::{
    EXPECTED_VERSION, GLOBAL_KEY, NEW_VALUE, OVERLAP, REASON, either_key, key, options, payload,
    payload_of,
};
pub use records::register_types;
pub use scalars::{
    BIG_INT, DATE_TIME, DURATION, JSON_OBJECT, UUID, accepts, big_int, items, register_scalars,
};
pub use types::{
    ACTOR, EVENT, NODE, PURGED_USER, RECORD, RESTORABLE, RESTORE_WITH, USER_SUMMARY, add_types,
    choice, defaulted, field, input, input_object, object, with_arguments,
};
pub use views::{register_views, view_fields};
