//! What is noted for the fields of a document when it is prepared.

mod notes;
mod projected;
mod record_field;

pub use engine::plan::{Definitions, Variables};
pub use notes::{AccountDetail, Field, Notes, Plan, Selection, Shows};
pub use projected::{selected, shows_within};
pub use record_field::RecordField;
