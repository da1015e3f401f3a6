//! Resolves the events of roles.

use std::{borrow::Cow, sync::Arc};

use super::visible_event::VisibleEvent;
use crate::{
    api::graphql::{
        execute::{Object, Writer},
        plan::Field,
        resolve::lists::Connection,
    },
    operations::audit::{EventPage, event_cursor},
};

pub use crate::api::graphql::schema::ROLE_EVENT;

/// An event of a role. It has what events of records have, except the record.
pub struct RoleEvent(VisibleEvent);

impl Object for RoleEvent {
    fn type_name(&self) -> Cow<'_, str> {
        ROLE_EVENT.into()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        self.0.write(field, to);
    }
}

/// A page of the events of a role.
pub fn role_connection(page: EventPage, previous: bool) -> Connection<RoleEvent> {
    let events = page.events.into_iter();
    Connection {
        of: ROLE_EVENT,
        nodes: events.map(|event| RoleEvent(VisibleEvent::audited(Arc::new(event)))).collect(),
        cursor: Box::new(|event| event_cursor(event.0.event().id)),
        previous,
        next: page.more,
        total: None,
    }
}
