//! `_service` of Apollo Federation: the SDL of the subgraph.

use std::{borrow::Cow, sync::Arc};

use crate::api::graphql::{
    execute::{Object, Writer},
    plan::{Definitions, Field},
    schema::SERVICE_TYPE,
};

/// The subgraph.
pub fn service(definitions: &Arc<Definitions>) -> Box<dyn Object> {
    Box::new(Service(Arc::clone(definitions)))
}

struct Service(Arc<Definitions>);

impl Object for Service {
    fn type_name(&self) -> Cow<'_, str> {
        SERVICE_TYPE.into()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "sdl" => to.value(self.0.subgraph.as_deref()),
            _ => to.unknown(field),
        }
    }
}
