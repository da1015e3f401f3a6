//! The REST face: the documented paths, mounted from the descriptions of the kinds.
//!
//! A handler finds out who is calling, reads the body where there is one, calls one operation and
//! shows what the description says of the record (`answers`). There is no rule here, and no
//! statement. `openapi` describes the same routes from the same descriptions.

mod answers;
mod handlers;
mod openapi;
mod routes;

pub use answers::refused;
pub use openapi::openapi;
pub use routes::router;
