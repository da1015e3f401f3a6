//! Executes prepared operations by the engine: objects write their fields into the response.

mod context;
mod resolver;
mod view;

pub use context::{Context, Request};
pub use engine::execute::{Batch, Outcome, Root};
pub use resolver::{Graphql, Object, Values, Writer};
pub(super) use view::view;
