//! The fields of a request: rules, references and unique values.

mod characters;
mod others;
mod rules;
mod validate;

pub use characters::pattern_set;
pub use others::{references, refused, taken, unknown_references};
pub use rules::{LINK_CHARACTERS, MOST_NAMES, NAME_CHARACTERS, has_nul, is_address};
pub use validate::{Checked, check};
