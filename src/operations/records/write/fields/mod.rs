//! The fields of a request: rules, references and unique values.

mod others;
mod rules;
mod validate;

pub use others::{references, refused, taken, unknown_references};
pub use rules::{LINK_CHARACTERS, MOST_NAMES, NAME_CHARACTERS, has_nul, is_address};
pub use validate::{Checked, check};
