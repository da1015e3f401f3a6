//! How records of a kind are restored, updated and created, as data.

use super::rest::Answer;
use crate::{
    auth::Permission,
    resources::{input::Input, many::Many},
};

/// How deleted records of a kind are restored.
#[derive(Debug)]
pub struct Restore {
    /// The permission it requires.
    pub permission: Permission,
    /// What happens to a live record.
    pub live_record: LiveRecord,
    /// Whether a lack of permission is answered as a missing record (D7).
    pub conceals_refusal: bool,
    /// The response in REST.
    pub answer: Answer,
}

/// What restoring does to a live record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveRecord {
    /// It fails.
    Rejected,
    /// It returns the record unchanged, so that a retry is safe (D11).
    Returned,
}

/// How records of a kind are updated.
#[derive(Debug)]
pub struct Update {
    /// The permission it requires.
    pub permission: Permission,
    /// The writable fields.
    pub changes: Vec<Input>,
    /// The response in REST.
    pub answer: Answer,
}

/// How records of a kind are created.
#[derive(Debug)]
pub struct Create {
    /// What creating one is called, `send`.
    pub verb: &'static str,
    /// The permission it requires. Its `.own` form allows only the caller in account fields (D6).
    pub permission: Permission,
    /// The fields.
    pub inputs: Vec<Input>,
    /// The response in REST.
    pub answer: Answer,
    /// How one is created for each of many accounts.
    pub many: Option<Many>,
}

/// What happens to fields that a request omits (D14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// They keep their values: PATCH, and updates in GraphQL.
    Kept,
    /// They are reset to their defaults, if they have one: PUT.
    Reset,
    /// They get their defaults, and those without one are required: creation.
    Filled,
}
