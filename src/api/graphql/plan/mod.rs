//! Prepares documents for execution. What each field shows is decided once and kept with the
//! document.

mod compile;
mod definitions;
mod field;
mod record_field;
mod values;

pub use compile::compile;
pub use definitions::Definitions;
pub use field::{AccountDetail, Field, Plan, Selection, Shows};
pub use record_field::RecordField;
pub use values::{Variables, inexact_number, value};
