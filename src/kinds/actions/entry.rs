//! The defaults of an entry.

use crate::resources::{Act, Action};

/// An entry without a permission, events and errors.
pub(super) fn entry(act: Act, name: impl Into<String>, description: impl Into<String>) -> Action {
    Action {
        act,
        name: name.into(),
        description: description.into(),
        permission: None,
        event: None,
        errors: Vec::new(),
    }
}
