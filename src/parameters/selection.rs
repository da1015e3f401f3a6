//! The records that the body of a request selects.

use serde_json::Value as Json;
use uuid::Uuid;

use super::arguments::Arguments;
use crate::{
    error::{Error, FieldError, Problem},
    operations::{bulk::Policy, rows::Fields},
    resources::parse_uuid,
};

/// The policies of a request, the default first.
pub const POLICIES: [(&str, &str); 2] = [
    ("each", "An error of one record doesn't affect the others."),
    ("all_or_nothing", "An error of one record rolls all of them back: they get `ABORTED`."),
];

/// Which deleted records come back too, with what they are.
pub const RELATED: (&str, &str) = (
    "related",
    "The records to which it belongs, and those that belong to it and that the same operation deleted.",
);

/// The field with the global ids of records.
pub const IDS: &str = "ids";
/// The field with the keys of notifications.
pub const UUIDS: &str = "uuids";
/// The field with the policy.
pub const POLICY: &str = "policy";
/// The field that says which deleted records come back too.
pub const WITH: &str = "with";

/// Records of any kinds, and how they are changed.
pub struct Selected<'f> {
    /// Their global ids.
    pub ids: Vec<&'f str>,
    /// What an error of one means for the others.
    pub policy: Policy,
    /// Whether related records come back too.
    pub related: bool,
}

impl<'f> Selected<'f> {
    /// The records in a body, for deleting or restoring them.
    ///
    /// # Errors
    /// `Invalid`, with every invalid field.
    pub fn of(fields: &'f Fields, restores: bool) -> Result<Self, Error> {
        let related = if restores { related(fields) } else { Ok(false) };
        match (ids(fields), policy(fields), related) {
            (Ok(ids), Ok(policy), Ok(related)) => Ok(Self { ids, policy, related }),
            (ids, policy, related) => {
                let errors = ids.err().into_iter().chain(policy.err()).chain(related.err());
                Err(Error::Invalid(errors.collect()))
            }
        }
    }
}

fn ids(fields: &Fields) -> Result<Vec<&str>, FieldError> {
    let ids = fields.get(IDS).and_then(Json::as_array);
    let ids = ids.and_then(|ids| ids.iter().map(Json::as_str).collect());
    ids.ok_or_else(|| FieldError::new(IDS, Problem::ArrayOf { items: "global ids" }))
}

fn policy(fields: &Fields) -> Result<Policy, FieldError> {
    match fields.get(POLICY).map(Json::as_str) {
        None | Some(Some("each")) => Ok(Policy::Each),
        Some(Some("all_or_nothing")) => Ok(Policy::AllOrNothing),
        _ => Err(FieldError::new(POLICY, Problem::one_of(POLICIES.map(|(name, _)| name)))),
    }
}

/// What an error of one record means for the others, by a parameter.
pub fn policy_of(arguments: &Arguments) -> Policy {
    match arguments.text(POLICY) {
        Some("all_or_nothing") => Policy::AllOrNothing,
        _ => Policy::Each,
    }
}

fn related(fields: &Fields) -> Result<bool, FieldError> {
    match fields.get(WITH) {
        None | Some(Json::Null) => Ok(false),
        Some(with) if with.as_str() == Some(RELATED.0) => Ok(true),
        Some(_) => Err(FieldError::new(WITH, Problem::Only { choice: RELATED.0 })),
    }
}

/// Whether records that are related to a restored one come back too.
///
/// # Errors
/// `Invalid` for anything but that.
pub fn with_related(fields: &Fields) -> Result<bool, Error> {
    related(fields).map_err(|error| Error::Invalid(vec![error]))
}

/// The keys of notifications in a body.
///
/// # Errors
/// `Invalid` for anything else.
pub fn keys(fields: &Fields) -> Result<Vec<Uuid>, Error> {
    let keys = fields.get(UUIDS).and_then(Json::as_array);
    let keys = keys.and_then(|keys| keys.iter().map(|it| parse_uuid(it.as_str()?)).collect());
    keys.ok_or_else(|| Error::invalid(UUIDS, Problem::ArrayOf { items: "UUIDs" }))
}
