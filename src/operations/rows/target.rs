//! The record that an operation is about, the version that it expects, and its kind's errors.

use crate::{
    error::{Error, Refusal},
    resources::{Key, Resource},
};

/// The fields of a JSON object, by the names of docs/reference/rest-api.md.
pub type Fields = serde_json::Map<String, serde_json::Value>;

/// One record of a kind, by its key.
#[derive(Clone, Debug)]
pub struct Target {
    /// The kind.
    pub resource: &'static Resource,
    /// The key. `None`: text that is no valid key, which no record has (D13).
    pub key: Option<Key>,
}

impl Target {
    /// The record with that key.
    pub fn named(resource: &'static Resource, key: &str) -> Self {
        Self { resource, key: resource.key.read(key) }
    }
}

/// The versions of a record that a change accepts. Each write increments the version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Expected {
    /// Any version.
    #[default]
    Any,
    /// One of these versions.
    OneOf(Vec<i64>),
    /// Any version but these.
    NoneOf(Vec<i64>),
}

impl Expected {
    /// Checks that a version is an accepted one.
    ///
    /// # Errors
    /// `VersionMismatch` for any other version.
    pub(crate) fn check(&self, version: i64) -> Result<(), Error> {
        match self {
            Self::Any => Ok(()),
            Self::OneOf(versions) if versions.contains(&version) => Ok(()),
            Self::NoneOf(versions) if !versions.contains(&version) => Ok(()),
            Self::OneOf(_) | Self::NoneOf(_) => Err(Error::VersionMismatch),
        }
    }
}

impl Resource {
    /// "Locale not found".
    pub const fn not_found(&self) -> Error {
        Error::not_found(self.title)
    }

    /// "Locale is not deleted".
    pub const fn not_deleted(&self) -> Error {
        Error::NotDeleted(Refusal::NotDeleted { kind: self.title })
    }

    /// "Locale is already deleted".
    pub(in crate::operations) const fn already_deleted(&self) -> Error {
        Error::AlreadyDeleted(Refusal::AlreadyDeleted { kind: self.title })
    }
}
