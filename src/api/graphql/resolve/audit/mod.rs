//! Resolves events.

mod event;
mod events;

pub use event::Told;
pub(crate) use events::ACTION;
pub use events::{EVENT, describe, describe_history, history, one, read, some};
