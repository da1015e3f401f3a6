//! Query parameters of REST operations that read, as data. What is parsed is what is documented.

mod filters;
mod page;
mod parameter;
mod parameters;
#[allow(clippy::module_inception, reason = "the file of the type")]
mod query;

pub use filters::{filter, meaning, order, shown_fields, trashed};
pub use page::{Page, Position, page_response, position};
pub use parameter::{Parameter, ParameterType};
pub use parameters::{CONFIRM, parameters, parameters_of_matching};
pub use query::Query;
