//! Prepares documents for execution. What the host notes for each field is decided once and kept
//! with the document.

mod compile;
mod definitions;
mod field;
mod host;
mod values;

pub use compile::compile;
pub(crate) use compile::position;
pub use definitions::Definitions;
pub use field::{Field, Plan, Selection};
pub use host::{Host, Place};
pub use values::Variables;
pub(crate) use values::{inexact_number, value};
