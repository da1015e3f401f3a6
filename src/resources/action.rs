//! What may be done to the records of a kind, and how REST has it.

use super::{inbox::Many, input::Input, projection::Projection};
use crate::auth::Permission;

/// Bringing deleted records back.
#[derive(Debug)]
pub struct Restore {
    /// Who may.
    pub permission: Permission,
    /// Where REST has it, with the key's name in braces.
    pub path: &'static str,
    /// What happens to a record that is live already.
    pub when_live: WhenLive,
    /// Whether a refusal looks as if there were no such record (D7).
    pub conceals_refusal: bool,
    /// What REST answers.
    pub answer: Answer,
}

/// What restoring a live record comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenLive {
    /// It is refused (interface.md section 7).
    Refused,
    /// The record is answered as it is, so that a retry is safe (D11).
    Accepted,
}

/// Changing records.
#[derive(Debug)]
pub struct Update {
    /// Who may.
    pub permission: Permission,
    /// Where REST has it, with the key's name in braces.
    pub path: &'static str,
    /// What may be changed.
    pub changes: Vec<Input>,
    /// What REST answers.
    pub answer: Answer,
}

/// Making records.
#[derive(Debug)]
pub struct Create {
    /// What making one is called, `send`.
    pub verb: &'static str,
    /// Who may. With the own one, all the accounts that an input names must be the caller (D6).
    pub permission: Permission,
    /// What is asked for.
    pub inputs: Vec<Input>,
    /// How REST has it, where it does.
    pub rest: Option<Posted>,
    /// How many are made at once.
    pub many: Option<Many>,
}

/// Making records through REST.
#[derive(Debug)]
pub struct Posted {
    /// Where.
    pub path: &'static str,
    /// What it answers.
    pub answer: Answer,
}

/// What a REST answer shows of a record, in order.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The record itself.
    Bare(&'static [&'static str]),
    /// The text "… restored", and the record under the name of its kind.
    Wrapped(&'static [&'static str]),
}

/// The body of a REST answer.
#[derive(Debug)]
pub struct Answer {
    /// The text and the key around the record, where it is wrapped.
    pub wrapping: Option<Wrapping>,
    /// What is shown of the record.
    pub shows: Projection,
}

/// What stands around a record in a wrapped answer.
#[derive(Debug)]
pub struct Wrapping {
    /// The `message`.
    pub message: String,
    /// The key that holds the record.
    pub key: String,
}
