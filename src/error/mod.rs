//! Errors of operations and their codes.

mod budget;
mod code;
mod database;
mod error;
mod problem;
mod refusal;

pub use ::database::{is_duplicate, is_given_up};
pub use budget::{BudgetExceeded, Exceeded, Traffic};
pub use code::Code;
pub use error::{CREDENTIAL_ENDED, Error, FieldError};
pub use problem::Problem;
pub use refusal::{Counted, Referring, Refusal};
