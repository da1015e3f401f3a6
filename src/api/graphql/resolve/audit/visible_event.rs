//! The types of events.

use async_graphql::registry::{MetaField, MetaType, Registry};

use crate::{
    api::graphql::schema::{
        EVENT, NODE, ROLE_EVENT, add_types, object, pages, view_fields, without_total,
    },
    views::{AUDITED, View, VisibleEvent},
};

/// Registers the types.
pub fn register(registry: &mut Registry) {
    registry.add_implements(EVENT, NODE);
    let pages = |of| pages(of, of, "events, the newest first");
    let types = [role_event()].into_iter().chain(pages(EVENT)).chain(pages(ROLE_EVENT));
    add_types(registry, types.map(without_total));
}

/// The type of an event of a role, from the events' type.
fn role_event() -> MetaType {
    let of_records = ["id", "kind", "recordId", "record", "label"];
    let is_of_role = |field: &MetaField| !of_records.contains(&field.name.as_str());
    let fields = view_fields(VisibleEvent::about()).filter(is_of_role).map(|field| {
        let description = field.description.map(|it| {
            it.replace(AUDITED, "").replace("the record", "the role").trim_end().to_owned()
        });
        MetaField { description, ..field }
    });
    object(ROLE_EVENT, "An event: an action on a role.", fields)
}
