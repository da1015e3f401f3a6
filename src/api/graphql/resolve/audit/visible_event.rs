//! The types of events.

use async_graphql::registry::Registry;

use crate::api::graphql::schema::{EVENT, NODE, add_types, pages, without_total};

/// Registers the types.
pub fn register(registry: &mut Registry) {
    registry.add_implements(EVENT, NODE);
    add_types(registry, pages(EVENT, EVENT, "events, the newest first").map(without_total));
}
