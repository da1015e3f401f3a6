//! Executes prepared operations by the engine: objects write their fields into the response.

mod context;
mod resolver;

pub use context::{Context, Request};
pub use engine::execute::{Batch, Outcome, Root};
pub use resolver::{Graphql, Object, Values, Writer};
