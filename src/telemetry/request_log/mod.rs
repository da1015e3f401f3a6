//! What is recorded of each request.

mod line;
mod report;
mod span;

pub use line::{Exchange, write};
pub use report::{
    CANCELLED, OK, Report, UNKNOWN, asked_for, called_by, came_again_to, came_to, current, is_a,
    refused,
};
pub use span::end;
