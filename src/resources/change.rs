//! What operations change, and how REST responds, as data.

use super::{
    columns::Projection,
    input::{Input, Many},
};
use crate::auth::Permission;

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

/// The fields that a request contains.
#[derive(Debug)]
pub struct RequestBody {
    /// The argument in GraphQL.
    pub argument: &'static str,
    /// The name of the type in both APIs, `LocaleChanges`.
    pub type_name: String,
    /// What it is, a sentence for schemas.
    pub description: String,
    /// The fields.
    pub inputs: &'static [Input],
    /// What happens to fields that a request omits.
    pub absent: Absent,
}

/// An option of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestOption {
    /// The version that the record must have: `expectedVersion`, or `If-Match`.
    ExpectedVersion,
    /// How long the previous secret stays valid.
    Overlap,
    /// Why the caller does it: `reason`, in REST in the query.
    Reason,
    /// The same, which must be given.
    RequiredReason,
    /// Which deleted records come back too: `with`, in REST in the body.
    Related,
}

impl RequestOption {
    /// Whether it is why the caller does it.
    pub const fn is_reason(&self) -> bool {
        matches!(self, Self::Reason | Self::RequiredReason)
    }
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

/// The fields of a record in a REST response, in order.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The record is the body.
    Bare(&'static [&'static str]),
    /// The body has a message, and the record under its kind's name.
    Wrapped(&'static [&'static str]),
    /// The record with all its fields is the body.
    Whole,
}

/// The body of a REST response.
#[derive(Debug)]
pub struct Answer {
    /// The message and the key of a wrapped record.
    pub envelope: Option<Envelope>,
    /// The fields of the record.
    pub shows: Projection,
}

/// What surrounds a wrapped record.
#[derive(Debug)]
pub struct Envelope {
    /// The `message`.
    pub message: String,
    /// The key that holds the record.
    pub key: String,
}
