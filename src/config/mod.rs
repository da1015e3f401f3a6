//! Every setting, once: flag, variable, default and help; and how they are read.

mod convert;
mod environment;
mod settings;
mod values;

pub use environment::{Names, parse};
pub use settings::{
    Connections, Database, DeletedRecords, GraphQl, IdentityProvider, RateLimits, Server, Settings,
    Traces,
};
pub use values::kind;
