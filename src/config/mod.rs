//! Defines every setting once, and reads them. A setting has a flag, a variable, a default and
//! help.

mod clients;
mod convert;
mod environment;
mod graphql;
mod settings;
mod values;

pub use convert::manifests;
pub use environment::parse;
pub use settings::{Database, Listen, Settings};
pub use values::{kind, lifetime, time_or_ago};
