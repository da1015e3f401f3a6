//! The request log: who called, what was requested and how it ended.

mod current;
mod entry;
mod format;
mod line;
mod log;

pub use current::{
    caller_account, current, set_caller, set_error, set_operation_type, set_operations,
    set_outcome, set_outcomes,
};
pub use entry::{Outcome, UNKNOWN, outcome_name};
pub use format::Lines;
pub use line::{Event, Exchange};
pub use log::RequestLog;
