//! What operations that read are asked, described once for both APIs.

mod arguments;
mod parameter;
mod reads;

pub use arguments::{Arguments, events_of, trash_of, trash_order, trashed};
pub use parameter::{FieldCondition, Parameter, ParameterType};
pub use reads::{CONFIRM, Pages, of_matching, of_read, trashed_records};
