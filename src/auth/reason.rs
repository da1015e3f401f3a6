//! Why a caller changes a record, in its own words.

use std::sync::Arc;

use crate::error::Error;

/// Most characters of a reason.
pub const REASON_CHARACTERS: usize = 500;

/// The caller's reason for a change, which its events record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(Arc<str>);

impl Reason {
    /// Checks a text.
    ///
    /// # Errors
    /// `BadRequest` for an empty text, a long one, and one with NUL.
    pub fn new(text: &str) -> Result<Self, Error> {
        if text.is_empty() || text.chars().nth(REASON_CHARACTERS).is_some() {
            let message = format!("reason must have 1 to {REASON_CHARACTERS} characters");
            return Err(Error::bad_request(message));
        }
        // No engine stores a NUL.
        if text.contains('\0') {
            return Err(Error::bad_request("reason must not have NUL"));
        }
        Ok(Self(text.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
