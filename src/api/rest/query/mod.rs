//! Query parameters of REST operations that read, as data. What is parsed is what is documented.

mod filters;
mod page;
mod parameters;
#[allow(clippy::module_inception, reason = "the file of the type")]
mod query;

pub use filters::{filter, meaning, order, shown_fields};
pub use page::{Page, page_response, position};
pub use parameters::parameters;
pub use query::Query;
