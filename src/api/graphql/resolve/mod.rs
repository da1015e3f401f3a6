//! Resolves root fields by calling operations.

mod arguments;
pub mod audit;
mod bulk;
mod credentials;
mod error;
mod global_id;
pub mod inbox;
pub mod lists;
mod loaders;
mod look_ahead;
mod mutation;
mod nodes;
mod objects;
mod query;
mod select;
pub mod subscription;
mod trash;
mod viewer;

pub use arguments::{EXPECTED_VERSION, key_argument};
pub use bulk::{ToMany, describe_bulk};
pub use credentials::{rotate, value_field};
pub use error::{
    bad_request, complete, extensions, is_outage, is_transient, limited, not_persisted, refused,
    too_many,
};
pub use loaders::Tasks;
pub use mutation::Mutation;
pub use query::Query;
pub use trash::{describe_summary, describe_trash, restorable_fields};
pub use viewer::{CREDENTIAL_KIND, VIEWER};
