//! Resolves root fields by calling operations.

mod arguments;
pub mod audit;
mod bulk;
mod credentials;
mod error;
pub mod inbox;
pub mod lists;
mod mutation;
mod query;
mod records;
mod select;
pub mod subscription;
mod trash;
mod viewer;

pub use arguments::{EXPECTED_VERSION, key_argument};
pub use bulk::describe_bulk;
pub use credentials::OVERLAP;
pub use error::{
    bad_request, complete, extensions, is_outage, is_transient, limited, not_persisted, refused,
    too_many,
};
pub use mutation::Mutation;
pub use query::Query;
pub use records::loaders::Tasks;
use records::{global_id, loaders, look_ahead, nodes, objects};
pub use trash::{describe_summary, describe_trash, restorable_fields};
pub use viewer::VIEWER;
