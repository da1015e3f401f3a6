//! Resolves the fields of an event.

use async_graphql::{
    indexmap::IndexMap,
    registry::{MetaField, MetaType, Registry},
};
use entity::Timestamp;
use std::sync::Arc;

use crate::{
    api::graphql::{
        execute::{Load, Writer, view},
        plan::Field,
        resolve::records::global_id,
        schema::{
            EVENT, NODE, ROLE_EVENT, add_types, event_kind_name, object, pages, without_total,
        },
    },
    auth::Caller,
    kinds,
    operations::{
        audit::{Event, ROLE_LABEL, Recorded, Values, may_audit},
        rows::RawJson,
    },
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

    /// The event, for a caller that may audit the record.
    fn seen(&self) -> Option<&Self> {
        self.audited.then_some(self)
    }

    /// Whether it is the audit trail's, since it came before the subscription (D37).
    const fn is_hidden(&self) -> bool {
        self.is_past && !self.audited
    }

    /// The kind of the record; `None` for a role.
    fn resource(&self) -> Option<&'static Resource> {
        kinds::named(&self.event.kind)
    }

    /// Writes the label of the record. The event has it, or the record as it is now.
    fn write_label<'p>(&self, resource: &'static Resource, field: &'p Field, to: &mut Writer<'p>) {
        match self.label(resource.label).filter(|_| self.audited) {
            Some(label) => to.value(label),
            None => to.load(field, Load::Label(resource), self.event.record_id),
        }
    }

    /// The changed fields by their GraphQL names.
    fn changes(&self) -> impl Iterator<Item = FieldChange<'_>> {
        let changes = self.values.iter().flat_map(|values| values.changes());
        changes.map(|(name, before, after)| FieldChange(camel_case(name), before.as_ref(), after))
    }
}

view! { VisibleEvent as EVENT, (), |it, field, to| {
    "id": "ID!", "Global, opaque id of the event." => to.plain(&global_id::event(it.event.id));
    "databaseId": "BigInt!", "Id of the event." => to.value(it.event.id);
    "kind": "Kind!", "The kind of the record; `ROLE` for a role."
        => to.plain(&event_kind_name(&it.event.kind));
    "recordId": "ID!", "Global id of the record, or of the role."
        => to.plain(&global_id::named(&it.event.kind, it.event.record_id));
    "record": "Record",
        "The record as it is now; null if the caller may not view it, if it was purged, and for a role."
        => match it.resource() {
            Some(resource) => to.load(field, Load::Record(resource, field), it.event.record_id),
            None => to.null(),
        };
    "label": "String",
        "What people know the record by: as the event changed it, if the caller may audit the record, \
         otherwise as it is now, if the caller may view it."
        => match it.resource() {
            Some(resource) => it.write_label(resource, field, to),
            None => to.value(it.label(ROLE_LABEL)),
        };
    "action": "RecordAction!", "What was done to the record." => to.choice(&it.event.action);
    "createdAt": "DateTime!", "When the action took place." => to.time(it.event.created_at);
    "actor": "Actor", "The account that acted; null for the system itself."
        => to.account(field, it.event.actor_id.filter(|_| !it.is_hidden()));
    "operationId": "UUID!", "The operation that the action was part of."
        => to.uuid(it.event.operation_id);
    "changedFields": "[String!]!", "The fields that the action changed."
        => {
            let names = it.changes().filter(|_| !it.is_hidden()).map(|it| it.0);
            to.value(names.collect::<Vec<_>>());
        };
    "reason": "String", &audited("Why, in the words of the caller.")
        => to.value(it.seen().and_then(|it| it.values.as_ref()?.reason.as_ref()));
    "before": "JSONObject",
        &audited("The changed fields before the action; null for a created record, and after a purge.")
        => {
            let has_before = |it: &&Self| it.values.as_ref().is_some_and(|it| it.has_before());
            let audited = it.seen().filter(has_before);
            to.value(audited.map(|it| json(it.changes().map(|it| (it.0, it.1)))));
        };
    "after": "JSONObject", &audited("The changed fields after the action.")
        => to.value(it.seen().map(|it| json(it.changes().map(|it| (it.0, Some(it.2))))));
    "changes": "[FieldChange!]",
        &audited("The difference of each changed field; empty after a purge.")
        => match it.seen() {
            Some(it) => to.objects(field, it.changes()),
            None => to.null(),
        };
    "credentialKind": "CredentialKind", &audited("The kind of credential that was used.")
        => choice(it.seen().and_then(|it| it.event.credential_kind.as_ref()), to);
    "credentialId": "BigInt", &audited("Id of the credential.")
        => to.value(it.seen().and_then(|it| it.event.credential_id));
    "via": "CallVia", &audited("The API that was used.")
        => choice(it.seen().and_then(|it| it.event.via.as_ref()), to);
    "requestId": "String", &audited("Id of the request, as in its response and in the log.")
        => to.value(it.seen().and_then(|it| it.event.request_id.as_ref()));
} }

/// What only an auditor sees.
const AUDITED: &str = "Null for a caller who may not audit the record.";

fn audited(description: &str) -> String {
    format!("{description} {AUDITED}")
}

fn choice(text: Option<&String>, to: &mut Writer<'_>) {
    match text {
        Some(text) => to.choice(text),
        None => to.null(),
    }
}

/// The difference of a field.
struct FieldChange<'a>(String, Option<&'a RawJson>, &'a RawJson);

view! { FieldChange<'_>, (), |it, field, to| {
    "field": "String!", "The name of the field, as records have it." => to.value(&it.0);
    "before": "JSON",
        "The value of the field before the action; null if the action created the record."
        => to.value(it.1);
    "after": "JSON", "The value of the field after the action." => to.value(it.2);
} }

/// Registers the types.
pub(super) fn register(registry: &mut Registry) {
    registry.add_implements(EVENT, NODE);
    let change = "The difference that an action made to a field of a record.";
    let types = [
        object(EVENT, "An event: an action on a record.", VisibleEvent::fields()),
        role_event(),
        object("FieldChange", change, FieldChange::fields()),
    ];
    let pages = |of| pages(of, of, "events, the newest first");
    let types = types.into_iter().chain(pages(EVENT)).chain(pages(ROLE_EVENT));
    add_types(registry, types.map(without_total));
}

/// The type of an event of a role, from the events' type.
fn role_event() -> MetaType {
    let of_records = ["id", "kind", "recordId", "record", "label"];
    let is_of_role = |field: &MetaField| !of_records.contains(&field.name.as_str());
    let fields = VisibleEvent::fields().into_iter().filter(is_of_role).map(|field| {
        let description = field.description.map(|it| {
            it.replace(AUDITED, "").replace("the record", "the role").trim_end().to_owned()
        });
        MetaField { description, ..field }
    });
    object(ROLE_EVENT, "An event: an action on a role.", fields)
}

/// An object of these fields, in their order.
fn json<'a>(
    fields: impl Iterator<Item = (String, Option<&'a RawJson>)>,
) -> IndexMap<String, Option<&'a RawJson>> {
    fields.collect()
}
