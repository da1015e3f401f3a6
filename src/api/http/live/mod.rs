//! Live responses and operations, which last as long as their credential.

mod logged;
mod stream;
mod timeouts;

pub use logged::OperationLog;
pub use stream::{Live, stream};
pub use timeouts::Timeouts;
