//! Events, operations and earlier values.

use entity::Timestamp;
use serde_json::json;
use std::sync::Arc;

use super::{
    Holds, Shown,
    example::{LABEL, NOW, OPERATION, account, record_id},
    view,
};
use crate::{
    auth::Caller,
    kinds::{self, accounts, global_id},
    operations::{
        audit::{Difference, Event, Recorded, Values, may_audit},
        bulk::{MAX_EVENTS, OperationSummary, Progress},
        records::{AsOf, Reverted},
    },
    resources::{Resource, snake_case},
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
    fn label(&self) -> Shown<'_> {
        let text = |column: &str| self.values.as_ref()?.text(column);
        match self.resource() {
            None => Shown::Null,
            Some(resource) => match text(resource.label).filter(|_| self.audited) {
                Some(label) => label.into(),
                None => Shown::Related(resource, self.event.record_id),
            },
        }
    }

    /// The event, for a caller that may audit the record.
    fn seen(&self) -> Option<&Event> {
        self.audited.then_some(&*self.event)
    }

    /// Its values, for a caller that may audit the record.
    fn seen_values(&self) -> Option<&Values> {
        self.values.as_deref().filter(|_| self.audited)
    }

    /// Whether it is the audit trail's, since it came before the subscription (D37).
    const fn is_hidden(&self) -> bool {
        self.is_past && !self.audited
    }

    /// The kind of the record; `None`: a newer program's.
    fn resource(&self) -> Option<&'static Resource> {
        kinds::named(&self.event.kind)
    }

    fn changes(&self) -> impl Iterator<Item = &Difference> {
        self.values.iter().flat_map(|values| values.changes())
    }
}

/// What only an auditor sees.
const AUDITED: &str = "Null for a caller who may not audit the record.";

fn audited(text: &str) -> String {
    format!("{text} {AUDITED}")
}

view! { VisibleEvent, "Event" as "RecordEvent", "An event: an action on a record.", |it| {
    global_id as "id" in Graphql: Holds::Id => global_id::event(it.event.id), (),
        "Global, opaque id of the event.";
    id as "databaseId": Holds::Number => it.event.id, 7, "Id of the event.";
    kind: Holds::Kind => Shown::Kind(&it.event.kind), snake_case(accounts().name),
        "The kind of the record.";
    record_global_id as "recordId": Holds::Id
        => global_id::named(&it.event.kind, it.event.record_id), record_id(),
        "Global id of the record.";
    record_id in Rest: Holds::Number => it.event.record_id, 2, "Id of the record.";
    record in Graphql: Holds::Record("Record").or_null()
        => it.resource().map(|resource| Shown::Related(resource, it.event.record_id)), (),
        "The record as it is now; null if the caller may not view it, and if it was purged.";
    label in Graphql: Holds::Text.or_null() => it.label(), (),
        "What people know the record by: as the event changed it, if the caller may audit the record, \
         otherwise as it is now, if the caller may view it.";
    action: Holds::Choice("RecordAction") => Shown::Choice(&it.event.action), "deleted",
        "What was done to the record.";
    created_at: Holds::Time => it.event.created_at, NOW, "When the action took place.";
    actor: Holds::Actor.or_null()
        => it.event.actor_id.filter(|_| !it.is_hidden()).map(Shown::Account), account(),
        "The account that acted; null for the system itself.";
    operation_id: Holds::Key => it.event.operation_id, OPERATION,
        "The operation that the action was part of: all events of one request have the same.";
    changed_fields: Holds::Fields
        => Shown::Fields(it.changes().filter(|_| !it.is_hidden()).map(|it| it.0.as_str()).collect()),
        ["deleted_at"], "The names of the fields that the action changed.";
    reason: Holds::Text.or_null() => it.seen_values().and_then(|it| it.reason.as_deref()), (),
        audited("Why, in the words of the caller.");
    before: Holds::Values.or_null()
        => it.seen_values().filter(|it| it.has_before()).map(|it| {
            Shown::Values(it.changes().iter().map(|it| (it.0.as_str(), it.1.as_ref())).collect())
        }),
        json!({ "deleted_at": null }),
        audited("The changed fields before the action; null for a created record, and after a purge.");
    after: Holds::Values.or_unseen()
        => it.seen_values().map(|it| {
            Shown::Values(it.changes().iter().map(|it| (it.0.as_str(), Some(&it.2))).collect())
        }),
        json!({ "deleted_at": NOW }), audited("The changed fields after the action.");
    changes: Holds::Views(FieldChange::about).or_unseen()
        => it.seen_values().map(|it| Shown::made(it.changes().iter().map(FieldChange))),
        [FieldChange::about().example()],
        audited("The difference of each changed field; empty after a purge.");
    credential_kind: Holds::Choice("CredentialKind").or_null()
        => it.seen().and_then(|it| it.credential_kind.as_deref()).map(Shown::Choice), "access_token",
        audited("The kind of credential that was used.");
    credential_id: Holds::Number.or_null() => it.seen().and_then(|it| it.credential_id), 1,
        audited("Id of the credential.");
    via: Holds::Choice("CallVia").or_null()
        => it.seen().and_then(|it| it.via.as_deref()).map(Shown::Choice), "rest",
        audited("The API that was used.");
    request_id: Holds::Text.or_null() => it.seen().and_then(|it| it.request_id.as_deref()), (),
        audited("Id of the request, as in its response and in the log.");
} }

/// The difference of a field.
struct FieldChange<'a>(&'a Difference);

view! { FieldChange<'_>, "FieldChange", "The difference that an action made to a field of a record.",
|it| {
    field: Holds::Text => Shown::Field(&it.0.0), "deleted_at",
        "The name of the field, as records have it.";
    before: Holds::Json => it.0.1.as_ref(), (),
        "The value of the field before the action; null if the action created the record.";
    after: Holds::Json => &it.0.2, NOW, "The value of the field after the action.";
} }

view! { OperationSummary, "Operation",
    "An operation: a request, or a command of an operator, that changed records.",
|it| {
    id: Holds::Key => it.id, OPERATION, "Id of the operation.";
    actor: Holds::Actor.or_null() => it.actor.map(Shown::Account), account(),
        "The account that acted; null for the system itself.";
    created_at: Holds::Time => it.created_at, NOW, "When the operation started.";
    counts: Holds::Views(KindCount::about)
        => Shown::made(it.counts.iter().map(|it| KindCount(it.0, it.1))),
        [KindCount::about().example()],
        format!("The number of events of each kind that concern the caller. At most {MAX_EVENTS} events \
                 of the operation are counted.");
    can_undo: Holds::Flag => it.can_undo, true,
        "Whether an undo by the caller would delete or restore a record.";
    progress: Holds::View(Progress::about).or_absent() => it.progress.as_ref(), (),
        "How far it is, if it runs in batches or did. Its caller and those who may audit all records see \
         it.";
} }

/// The number of events of a kind.
struct KindCount(&'static str, i64);

view! { KindCount, "KindCount", "The number of events of records of a kind.", |it| {
    kind: Holds::Kind => Shown::Kind(it.0), snake_case(accounts().name),
        "The kind of the changed records.";
    count: Holds::Count => it.1, 1, "The number of events.";
} }

view! { AsOf, "RecordAsOf", "A record as it was at a time, from its history.", |it| {
    global_id as "id": Holds::Id => global_id::encode(it.resource, it.id), record_id(),
        "Global id of the record.";
    kind: Holds::Kind => Shown::Kind(it.resource.name), snake_case(accounts().name),
        "The kind of the record.";
    id in Rest: Holds::Number => it.id, 2, "Id of the record.";
    at: Holds::Time => it.at, NOW, "The time as of which the record was read.";
    label: Holds::Text.or_null() => it.label(), LABEL,
        "What people knew the record by: its name, title, address or key; null if it is not known.";
    is_deleted: Holds::Flag => it.is_deleted(), false, "Whether the record was deleted.";
    values: Holds::Values => Shown::Map(&it.values), json!({ accounts().label: LABEL }),
        "The fields of the record: all but the version and the time of the last update.";
} }

view! { Reverted, "RevertedRecord", "A record with the values that it had after an event.", |it| {
    record: Holds::Whole("Record").or_null() => it.record.as_ref().map(Shown::Whole),
        json!({ "id": 2, accounts().label: LABEL }),
        "The record afterwards; null if the caller may not view it.";
    changed_fields: Holds::Fields => Shown::Fields(it.changed.clone()), [accounts().label],
        "The fields that it changed; none if they had these values already.";
} }
