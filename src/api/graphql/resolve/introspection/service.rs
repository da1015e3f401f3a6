//! `_service` of Apollo Federation: the SDL of the subgraph.

use std::sync::Arc;

use crate::api::graphql::{
    execute::{Object, Writer},
    plan::{Definitions, Field},
};

/// The subgraph.
pub fn service(definitions: &Arc<Definitions>) -> Box<dyn Object> {
    Box::new(Service(Arc::clone(definitions)))
}

struct Service(Arc<Definitions>);

impl Object for Service {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "sdl" => to.value(self.0.subgraph.as_deref()),
            _ => to.unknown(field),
        }
    }
}
