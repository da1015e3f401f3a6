//! The GraphQL face: one schema for every caller, made from the descriptions of the kinds.
//!
//! The types of records, payloads and inputs are registered from [`crate::resources`] (`types`,
//! `inputs`), the root fields from what each kind offers (`catalog`). A root field reads its
//! arguments (`arguments`), calls one operation and shows the outcome (`select`, `objects`): there
//! is no rule here, and no statement. A refusal nulls its own field and no other (`refusal`).

mod arguments;
mod audit;
mod batching;
mod bin;
mod bulk;
mod catalog;
mod credentials;
mod directives;
mod documents;
mod duration;
mod face;
mod gate;
pub mod guard;
mod http;
mod inbox;
mod inputs;
mod kinds;
mod lists;
mod live;
mod look_ahead;
mod mutation;
mod node_id;
mod nodes;
mod objects;
mod payloads;
mod query;
mod refusal;
mod repeated;
mod scalars;
mod schema;
mod select;
mod settings;
mod sizes;
mod subscription;
mod telling;
mod types;
mod viewer;

pub use http::{refused, router};
pub use live::Pace;
pub use schema::{Schema, sdl};
pub use settings::{Settings, Trusted};
