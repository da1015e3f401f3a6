//! Refuses documents that cost too much or are not valid.

mod cost;
mod documents;
mod duplicate_fields;
mod gate;
mod guard;
mod limits;
mod request_log;
mod scan;
mod sizes;

pub use cost::{records, weigh};
pub use documents::Documents;
pub use gate::Gate;
pub use guard::Limits;
pub use request_log::{Outline, Telling, Told, report_of};
pub use scan::scan;
