//! The fields of a request: rules, references and unique values.

mod references;
mod rules;
mod unique;
mod validate;

pub use references::{references, unknown_references};
pub use rules::{LINK_CHARACTERS, NAME_CHARACTERS, has_nul, is_address};
pub use unique::taken;
pub use validate::{Checked, check};
