//! Events of records, as clients see them.

use std::{borrow::Cow, sync::Arc};

use async_graphql::{
    Name, Value,
    registry::{EnumBuilder, MetaEnumValue, MetaType, Registry},
};

use super::{
    kinds::{KIND, kind_name, kinds},
    node_id,
    objects::person,
    scalars::{DATE_TIME, JSON_OBJECT, UUID},
    select::{Answer, Object},
    types::{USER_SUMMARY, field, object},
    viewer::CREDENTIAL_KIND,
};
use crate::{
    access::Via,
    operations::{Action, Event, Position},
    resources::{Resource, camel_case},
};

/// The type of events.
pub const RECORD_EVENT: &str = "RecordEvent";
/// The enum of what can be done to a record.
const RECORD_ACTION: &str = "RecordAction";
/// The enum of the ways a call can come.
const VIA: &str = "Via";

/// An event of a record of a kind.
pub struct Told {
    /// The kind.
    pub resource: &'static Resource,
    /// The event.
    pub event: Arc<Event>,
}

impl Object for Told {
    fn type_name(&self) -> Cow<'_, str> {
        RECORD_EVENT.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        let event = self.event.as_ref();
        let text = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
        let choice = |text: &Option<String>| text.as_deref().map_or(Value::Null, named);
        Answer::Ready(match name {
            "id" => Position::of(event).encode().into(),
            "operationId" => event.operation_id.to_string().into(),
            "action" => named(&event.action),
            "kind" => named(&kind_name(self.resource)),
            "recordId" => node_id::encode(self.resource, event.record_id).into(),
            "actor" => match event.actor_id {
                Some(id) => return Answer::Loaded(Box::new(move |ctx| person(ctx, id))),
                None => Value::Null,
            },
            "credentialKind" => choice(&event.credential_kind),
            "via" => choice(&event.via),
            "requestId" => text(&event.request_id),
            "before" => event.before.as_ref().map_or(Value::Null, fields),
            "after" => fields(&event.after),
            _ => event.created_at.to_string().into(),
        })
    }
}

/// A value of an enum, by the name as it is stored.
fn named(text: &str) -> Value {
    Value::Enum(Name::new(text.to_ascii_uppercase()))
}

/// Columns by the names that GraphQL has for them.
fn fields(columns: &serde_json::Value) -> Value {
    let columns = columns.as_object().into_iter().flatten();
    let fields = columns.map(|(name, value)| {
        let value = Value::from_json(value.clone()).unwrap_or_default();
        (Name::new(camel_case(name)), value)
    });
    Value::Object(fields.collect())
}

/// Makes the types known.
pub fn register(registry: &mut Registry) {
    let actions = Action::ALL.map(|action| {
        let description = match action {
            Action::Created => "It was made.",
            Action::Updated => "Fields of it were changed.",
            Action::Deleted => "It was deleted.",
            Action::Restored => "It was brought back.",
        };
        (action.name(), description)
    });
    let ways = Via::ALL.map(|via| {
        let description = match via {
            Via::Graphql => "Through GraphQL.",
            Via::Rest => "Through REST.",
        };
        (via.name(), description)
    });
    let event = object(
        RECORD_EVENT,
        "What was done to a record.",
        [
            field("id", "ID!", "Opaque id of the event."),
            field(
                "operationId",
                format!("{UUID}!"),
                "The operation it is part of: those of a bulk operation have the same.",
            ),
            field("action", format!("{RECORD_ACTION}!"), "What was done."),
            field("kind", format!("{KIND}!"), "The kind of the record."),
            field("recordId", "ID!", "Global id of the record."),
            field("actor", USER_SUMMARY, "The account that did it; null: the system itself."),
            field("credentialKind", CREDENTIAL_KIND, "The kind of credential it was done with."),
            field("via", VIA, "The way the call came."),
            field("requestId", "String", "Id of the request, as its answer had it."),
            field(
                "before",
                JSON_OBJECT,
                "The fields that were written, as they were before; null: there was no record.",
            ),
            field("after", format!("{JSON_OBJECT}!"), "The fields that were written, as they are."),
            field("createdAt", format!("{DATE_TIME}!"), "When it was done."),
        ],
    );
    let action = choices(RECORD_ACTION, "What can be done to a record.", &actions);
    let via = choices(VIA, "The ways a call can come.", &ways);
    for ty in [kinds(), action, via, event] {
        registry.types.insert(ty.name().to_owned(), ty);
    }
}

fn choices(name: &str, description: &str, values: &[(&str, &str)]) -> MetaType {
    let values = values.iter().map(|(text, description)| {
        let name = text.to_ascii_uppercase();
        let description = Some((*description).to_owned());
        (name.clone(), MetaEnumValue { description, ..MetaEnumValue::new(name) })
    });
    EnumBuilder::new(name, values.collect()).description(Some(description.to_owned())).build()
}
