//! Which version of a record a change is meant for, so that nobody writes over what they haven't
//! seen. Each write of a record raises its version.

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};

use super::record::Record;
use crate::error::Error;

/// The versions that a record may have for a change to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Expected {
    /// Any.
    #[default]
    Any,
    /// One of these.
    OneOf(Vec<i64>),
}

impl Expected {
    /// The condition that the row has such a version.
    pub(crate) fn condition(&self) -> Option<SimpleExpr> {
        match self {
            Self::Any => None,
            Self::OneOf(versions) => Some(Expr::col("version").is_in(versions.iter().copied())),
        }
    }

    /// Lets through a record that has such a version.
    ///
    /// # Errors
    /// `VersionMismatch` for any other.
    pub(crate) fn check(&self, record: &Record) -> Result<(), Error> {
        match self {
            Self::Any => Ok(()),
            Self::OneOf(versions) if versions.contains(&record.version()) => Ok(()),
            Self::OneOf(_) => Err(Error::VersionMismatch),
        }
    }
}
