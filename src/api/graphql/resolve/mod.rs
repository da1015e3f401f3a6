//! Resolves root fields by calling operations.

pub mod accounts;
mod arguments;
pub mod audit;
mod changes;
pub mod lists;
mod records;
mod root_field;
mod run;
pub mod subscription;
mod trash;
mod viewed;
mod viewer;

pub use changes::{describe as describe_change, register as register_changes};
use records::{entities, nodes};
pub use root_field::RootValue;
pub use run::run;
pub use trash::{TRASH, register as register_trash};
