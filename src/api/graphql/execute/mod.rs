//! Executes prepared operations. Objects write their fields into the bytes of the response.

mod context;
mod loaded;
mod outcome;
mod view;
mod writer;

pub use context::{Context, Request};
pub use loaded::{Batch, Loaded, Values};
pub use outcome::{Outcome, Root};
pub(super) use view::view;
pub use writer::{Object, Writer};
