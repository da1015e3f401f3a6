//! Errors of operations and their codes.

mod budget;
mod code;
mod database;
mod error;
mod problem;

pub use ::database::{is_duplicate, is_given_up};
pub use budget::{BudgetExceeded, Exceeded, Traffic};
pub use code::Code;
pub use error::{CALLER_CHANGED, CREDENTIAL_ENDED, Error, FieldError, NO_ADMINISTRATOR};
pub use problem::Problem;
