//! Resolves root fields by calling operations.

pub mod accounts;
mod arguments;
pub mod audit;
mod bulk;
mod by_id;
pub mod inbox;
pub mod lists;
mod matching;
mod one_of;
mod records;
mod root_field;
mod run;
pub mod subscription;
mod trash;
mod viewed;
mod viewer;

pub use bulk::{describe_bulk, register as register_bulk};
pub use by_id::describe_by_id;
pub use catalogue::describe as describe_import;
pub use matching::{describe as describe_matching, describe_cancel, register as register_matching};
use records::{catalogue, entities, nodes};
pub use root_field::RootValue;
pub use run::run;
pub use trash::{TRASH, register as register_trash};
