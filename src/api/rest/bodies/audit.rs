//! Bodies about events, operations and earlier values.

use entity::Timestamp;
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

use super::{BulkProgress, body, records::LABEL};
use crate::{
    api::rest::openapi::{Sample, account, now, operation_id, record_id},
    kinds::{accounts, global_id},
    operations::{
        audit::{Difference, Recorded},
        bulk::OperationSummary,
        records::AsOf,
        rows::{RawJson, UserSummary},
    },
    resources::snake_case,
};

body! { Event, "An action on a record.",
    (it: &Recorded, changes: Vec<FieldChange>, actors: &HashMap<i64, UserSummary>),
{
    id: i64 = it.id, 7, "Id of the event.";
    action: String = it.action.clone(), "deleted".to_owned(),
        "What was done to the record, such as `deleted`.";
    kind: String = snake_case(&it.kind), snake_case(accounts().name),
        "The kind of the record; `role` for a role.";
    record_id: i64 = it.record_id, 2, "Id of the record, or of the role.";
    record_global_id: String = global_id::named(&it.kind, it.record_id), record_id(),
        "Global id of the record, or of the role.";
    created_at: Timestamp = it.created_at, now(), "When the action took place.";
    operation_id: Uuid = it.operation_id, operation_id(),
        "Id of the operation; all events of one request have the same.";
    actor: Option<UserSummary> = it.actor_id.and_then(|id| actors.get(&id)).cloned(), account(),
        "The account that acted; null for the system itself.";
    before: Option<BTreeMap<String, Option<RawJson>>> =
        it.values.has_before().then(|| values(&changes, |it| it.before.clone())),
        Some(values(&[FieldChange::example()], |it| it.before.clone())),
        "The values of the changed fields before; null for a new record.";
    after: BTreeMap<String, Option<RawJson>> = values(&changes, |it| Some(it.after.clone())),
        values(&[FieldChange::example()], |it| Some(it.after.clone())),
        "The values of the changed fields after.";
    changed_fields: Vec<String> = changes.iter().map(|it| it.field.clone()).collect(),
        vec![FieldChange::example().field], "The names of the changed fields.";
    changes: Vec<FieldChange> = changes, vec![FieldChange::example()],
        "The difference of each changed field.";
    credential_kind: Option<String> = it.credential_kind.clone(), Some("access_token".to_owned()),
        "The kind of the caller's credential; null for the system itself.";
    credential_id: Option<i64> = it.credential_id, Some(1),
        "Id of the caller's credential; null for the system itself.";
    via: Option<String> = it.via.clone(), Some("rest".to_owned()),
        "The API that received the request; null if there was no request.";
    request_id: Option<String> = it.request_id.clone(), None,
        "Id of the request, from `X-Request-Id`.";
    reason: Option<String> = it.values.reason.clone(), None,
        "Why the action was done; null if the caller gave no reason.";
} }

fn values(
    changes: &[FieldChange],
    of: fn(&FieldChange) -> Option<RawJson>,
) -> BTreeMap<String, Option<RawJson>> {
    changes.iter().map(|change| (change.field.clone(), of(change))).collect()
}

body! { FieldChange, "The difference that an action made to a field of a record.", (it: &Difference), {
    field: String = it.0.clone(), "deleted_at".to_owned(), "The name of the field.";
    before: Option<RawJson> = it.1.clone(), None,
        "The value before the action; null if the action created the record.";
    after: RawJson = it.2.clone(), RawJson::from(&json!(now())), "The value of the field after the action.";
} }

body! { Operation, "A request, or a command of an operator, that changed records.",
    (it: OperationSummary, by: Option<UserSummary>),
{
    id: Uuid = it.id, operation_id(), "Id of the operation.";
    actor: Option<UserSummary> = by, account(),
        "The account that acted; null for the system itself.";
    created_at: Timestamp = it.created_at, now(), "When the operation started.";
    counts: Vec<KindCount> = it.counts.into_iter().map(KindCount::of).collect(),
        vec![KindCount::example()],
        "The number of events of each kind that concern the caller.";
    can_undo: bool = it.can_undo, true,
        "Whether an undo by the caller would delete or restore a record.";
    progress ["Option::is_none"]: Option<BulkProgress> = it.progress.map(BulkProgress::of), None,
        "How far it is, if it runs in batches. Its caller and those who may audit all records see it.";
} }

body! { KindCount, "The number of events of records of a kind.", (it: (&str, i64)), {
    kind: String = snake_case(it.0), snake_case(accounts().name), "The kind, such as `api_key`.";
    count: i64 = it.1, 1, "The number of events.";
} }

body! { RecordAsOf, "A record as it was at a time, from its history.", (it: AsOf), {
    kind: String = snake_case(it.resource.name), snake_case(accounts().name),
        "The kind of the record.";
    id: i64 = it.id, 2, "Id of the record.";
    global_id: String = global_id::encode(it.resource, it.id), record_id(),
        "Global id of the record.";
    at: Timestamp = it.at, now(), "The time as of which the record was read.";
    label: Option<String> = it.label().map(str::to_owned), Some(LABEL.to_owned()),
        "What people knew the record by; null if it is not known.";
    is_deleted: bool = it.is_deleted(), false, "Whether the record was deleted.";
    values: Map<String, Json> = it.values,
        Map::from_iter([(accounts().label.to_owned(), json!(LABEL))]),
        "The fields of the record: all but `version` and `updated_at`.";
} }

body! { RevertedRecord, "A record with the values that it had after an event.",
    (shown: Option<Map<String, Json>>, changed: Vec<&'static str>),
{
    record: Option<Map<String, Json>> = shown,
        Sample::live(accounts()).whole().as_object().cloned(),
        "The record afterwards; null if the caller may not view it.";
    changed_fields: Vec<&'static str> = changed, vec![accounts().label],
        "The fields that it changed; none if they had these values already.";
} }
