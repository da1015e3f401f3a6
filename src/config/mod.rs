//! Every setting, once: flag, variable, default and help; and how they are read.

mod budgets;
mod clients;
mod convert;
mod environment;
mod graphql;
mod manifests;
mod settings;
mod values;

pub use budgets::Budgets;
pub use clients::{Browsers, RateLimits};
pub use environment::{Names, parse};
pub use graphql::GraphQl;
pub use manifests::manifests;
pub use settings::{
    Connections, Database, DeletedRecords, IdentityProvider, Listen, Logging, Server, Settings,
    Traces,
};
pub use values::kind;
