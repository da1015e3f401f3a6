//! Resolves the fields of an event.

use async_graphql::indexmap::IndexMap;
use entity::record_event::Model as Event;
use std::sync::Arc;

use crate::{
    api::graphql::{
        execute::{Load, Object, Writer},
        plan::Field,
        resolve::records::global_id,
        schema::{EVENT, event_kind_name},
    },
    auth::Caller,
    kinds,
    operations::audit::{ROLE_LABEL, changes, may_audit},
    resources::{Resource, camel_case},
};

/// An event, with what the caller may know of it.
pub struct VisibleEvent {
    event: Arc<Event>,
    /// Whether the caller may audit the record.
    audited: bool,
}

impl VisibleEvent {
    /// An event that an auditor sees.
    pub fn audited(event: Arc<Event>) -> Self {
        Self { event, audited: true }
    }

    /// An event of a record that the caller sees.
    pub fn of(caller: &Caller, event: Arc<Event>) -> Self {
        let audited = may_audit(caller, event.owner_id).is_ok();
        Self { event, audited }
    }

    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The label after the event, or else before it. The event may lack the column of the label.
    fn label(&self, column: &str) -> Option<&str> {
        let values = [Some(&self.event.after), self.event.before.as_ref()];
        let mut labels = values.into_iter().flatten().filter_map(|it| it.get(column));
        labels.find_map(|label| label.as_str())
    }

    /// Writes the label of the record. The event has it, or the record as it is now.
    fn write_label<'p>(&self, resource: &'static Resource, field: &'p Field, to: &mut Writer<'p>) {
        match self.label(resource.label).filter(|_| self.audited) {
            Some(label) => to.value(label),
            None => to.load(field, Load::Label(resource), self.event.record_id),
        }
    }

    /// The changed fields by their GraphQL names, before and after.
    fn changes(&self) -> Vec<(String, Option<&serde_json::Value>, &serde_json::Value)> {
        let renamed = |(name, before, after)| (camel_case(name), before, after);
        changes(&self.event).map(renamed).collect()
    }
}

impl Object for VisibleEvent {
    fn type_name(&self) -> Option<&'static str> {
        Some(EVENT)
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let event = &self.event;
        let resource = kinds::named(&event.kind);
        let choice = |to: &mut Writer<'p>, text: Option<&String>| match text {
            Some(text) => to.choice(text),
            None => to.null(),
        };
        match field.name.as_str() {
            "id" => to.plain(&global_id::event(event.id)),
            "databaseId" => to.value(event.id),
            "kind" => to.plain(&event_kind_name(&event.kind)),
            "recordId" => to.plain(&global_id::named(&event.kind, event.record_id)),
            "record" => match resource {
                Some(resource) => to.load(field, Load::Record(resource, field), event.record_id),
                None => to.null(),
            },
            "label" => match resource {
                Some(resource) => self.write_label(resource, field, to),
                None => to.value(self.label(ROLE_LABEL)),
            },
            "action" => to.choice(&event.action),
            "createdAt" => to.time(event.created_at),
            "operationId" => to.uuid(event.operation_id),
            "changedFields" => {
                to.value(self.changes().into_iter().map(|it| it.0).collect::<Vec<_>>());
            }
            "actor" => to.account(field, event.actor_id),
            "before" | "after" | "changes" | "reason" | "credentialKind" | "credentialId"
            | "via" | "requestId"
                if !self.audited =>
            {
                to.null();
            }
            "before" if event.before.is_none() => to.null(),
            "before" => to.value(json(self.changes().into_iter().map(|it| (it.0, it.1)))),
            "after" => to.value(json(self.changes().into_iter().map(|it| (it.0, Some(it.2))))),
            "changes" => to.objects(field, self.changes().into_iter().map(FieldChange)),
            "reason" => to.value(&event.reason),
            "credentialKind" => choice(to, event.credential_kind.as_ref()),
            "credentialId" => to.value(event.credential_id),
            "via" => choice(to, event.via.as_ref()),
            "requestId" => to.value(&event.request_id),
            _ => to.unknown(field),
        }
    }
}

/// The difference of a field: its name, before and after.
struct FieldChange<'e>((String, Option<&'e serde_json::Value>, &'e serde_json::Value));

impl Object for FieldChange<'_> {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let Self((name, before, after)) = self;
        match field.name.as_str() {
            "field" => to.value(name),
            "before" => to.value(before),
            "after" => to.value(after),
            _ => to.unknown(field),
        }
    }
}

/// An object of these fields, in their order.
fn json<'a>(
    fields: impl Iterator<Item = (String, Option<&'a serde_json::Value>)>,
) -> IndexMap<String, Option<&'a serde_json::Value>> {
    fields.collect()
}
