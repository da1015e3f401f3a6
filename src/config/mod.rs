//! Defines every setting once, and reads them. A setting has a flag, a variable, a default and
//! help.

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
pub use values::{kind, lifetime};
