//! Ways a GraphQL request arrives.

mod executor;
pub mod http;
pub mod live;
mod parameters;
mod persisted;
