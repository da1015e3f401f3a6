//! Resolves the fields of an event.

use async_graphql::indexmap::IndexMap;
use entity::Timestamp;
use serde_json::Value as Json;
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
    operations::audit::{Difference, Event, ROLE_LABEL, Recorded, Values, may_audit},
    resources::{Resource, camel_case},
};

/// An event, with what the caller may know of it.
pub struct VisibleEvent {
    event: Arc<Event>,
    /// The values, if they are selected.
    values: Option<Arc<Values>>,
    /// Whether the caller may audit the record.
    audited: bool,
    /// Whether it is older than the caller's subscription.
    is_past: bool,
}

impl VisibleEvent {
    /// An event that an auditor sees.
    pub fn audited(Recorded { event, values }: Recorded) -> Self {
        Self { event, values: Some(values), audited: true, is_past: false }
    }

    /// An event of a record that the caller sees, in a subscription since that time.
    pub fn of(
        caller: &Caller,
        event: Arc<Event>,
        values: Option<Arc<Values>>,
        since: Timestamp,
    ) -> Self {
        let audited = may_audit(caller, event.owner_id).is_ok();
        let is_past = event.created_at < since;
        Self { event, values, audited, is_past }
    }

    /// The event.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The label after the event, or else before it. The event may lack the column of the label.
    fn label(&self, column: &str) -> Option<String> {
        self.values.as_ref()?.text(column)
    }

    /// Writes the label of the record. The event has it, or the record as it is now.
    fn write_label<'p>(&self, resource: &'static Resource, field: &'p Field, to: &mut Writer<'p>) {
        match self.label(resource.label).filter(|_| self.audited) {
            Some(label) => to.value(label),
            None => to.load(field, Load::Label(resource), self.event.record_id),
        }
    }

    /// The changed fields by their GraphQL names.
    fn changes(&self) -> impl Iterator<Item = Difference> {
        let changes = self.values.iter().flat_map(|values| values.changes());
        changes.map(|(name, before, after)| (camel_case(&name), before, after))
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
            // What came before the subscription is the audit trail's (D37).
            "changedFields" if self.is_past && !self.audited => to.value([(); 0]),
            "actor" if self.is_past && !self.audited => to.null(),
            "changedFields" => to.value(self.changes().map(|it| it.0).collect::<Vec<_>>()),
            "actor" => to.account(field, event.actor_id),
            "before" | "after" | "changes" | "reason" | "credentialKind" | "credentialId"
            | "via" | "requestId"
                if !self.audited =>
            {
                to.null();
            }
            "before" if !self.values.as_ref().is_some_and(|it| it.has_before()) => to.null(),
            "before" => to.value(json(self.changes().map(|it| (it.0, it.1)))),
            "after" => to.value(json(self.changes().map(|it| (it.0, Some(it.2))))),
            "changes" => to.objects(field, self.changes().map(FieldChange)),
            "reason" => to.value(self.values.as_ref().and_then(|it| it.reason.as_ref())),
            "credentialKind" => choice(to, event.credential_kind.as_ref()),
            "credentialId" => to.value(event.credential_id),
            "via" => choice(to, event.via.as_ref()),
            "requestId" => to.value(&event.request_id),
            _ => to.unknown(field),
        }
    }
}

/// The difference of a field.
struct FieldChange(Difference);

impl Object for FieldChange {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "field" => to.value(&self.0.0),
            "before" => to.value(&self.0.1),
            "after" => to.value(&self.0.2),
            _ => to.unknown(field),
        }
    }
}

/// An object of these fields, in their order.
fn json(fields: impl Iterator<Item = (String, Option<Json>)>) -> IndexMap<String, Option<Json>> {
    fields.collect()
}
