//! Executes prepared operations. Objects write their fields into the bytes of the response.

mod loaded;
mod outcome;
mod render;
mod resolver;
mod writer;

pub use loaded::Loaded;
pub use outcome::{Outcome, Root};
pub use render::{Rendered, render};
pub use resolver::{Batch, Resolver, Values};
pub use writer::{Object, Writer};
