//! The fields of a request: their rules, what they refer to, and what must be unique.

mod others;
mod rules;
mod validate;

pub use others::{references, refused, taken, unknown_references};
pub use rules::{LINK_CHARACTERS, NAME_CHARACTERS, has_nul, is_address};
pub use validate::{Checked, check};
