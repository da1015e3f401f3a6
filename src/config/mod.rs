//! Every setting, once: flag, variable, default and help; and how they are read.

mod budgets;
mod clients;
mod convert;
mod environment;
mod graphql;
mod manifests;
mod settings;
mod values;

pub use environment::parse;
pub use manifests::manifests;
pub use settings::{Database, Listen, Settings};
pub use values::kind;
