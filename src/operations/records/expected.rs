//! The version of a record that a change expects, against lost updates.

use crate::error::Error;

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
