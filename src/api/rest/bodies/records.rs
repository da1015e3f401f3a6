//! Bodies about deleted records, and why a record is left alone.

use entity::Timestamp;

use super::body;
use crate::{
    api::rest::openapi::{account, now, record_id},
    error::{Code, Error},
    kinds::{accounts, global_id},
    operations::{
        records::{Dependents, Preview},
        rows::{Record, UserSummary, Value},
        trash::Summary,
    },
    resources::snake_case,
};

/// The label of the record of the examples.
pub const LABEL: &str = "erin@example.com";

body! { TrashedRecord, "A deleted record of any kind.",
    (it: &Record, at: Timestamp, by: Option<UserSummary>, why: Option<String>, ends: Option<Timestamp>),
{
    kind: String = snake_case(it.resource.name), snake_case(accounts().name),
        "The kind of the record.";
    id: i64 = it.id(), 2, "Id of the record.";
    global_id: String = global_id::encode(it.resource, it.id()), record_id(),
        "Global id of the record, which `POST /api/v1/restore` takes.";
    label: String = it.label().to_owned(), LABEL.to_owned(),
        "What people know the record by, such as its title.";
    is_active: bool = *it.value(it.resource.columns.is_active) == Value::Bool(true), true,
        "Whether the record is in use; independent of deletion.";
    deleted_at: Timestamp = at, now(), "When the record was deleted.";
    deleted_by: Option<UserSummary> = by, account(),
        "The account that deleted it; null if none did or unknown.";
    deletion_reason: Option<String> = why, None,
        "Why the record was deleted; null if the caller gave no reason.";
    purge_at: Option<Timestamp> = ends, None, "When the record can be purged; null if never.";
} }

body! { TrashSummary, "The deleted records of one kind.", (it: Summary), {
    kind: String = snake_case(it.resource.name), snake_case(accounts().name),
        "The kind, such as `api_key`.";
    count: i64 = it.count, 1, "How many deleted records there are.";
    oldest: Option<Timestamp> = it.oldest, Some(now()),
        "When the oldest was deleted; null where there is none.";
} }

body! { RecordName, "A record of any kind: its ids and its label.", (it: &Record), {
    kind: String = snake_case(it.resource.name), snake_case(accounts().name),
        "The kind of the record.";
    id: i64 = it.id(), 2, "Id of the record.";
    global_id: String = global_id::encode(it.resource, it.id()), record_id(),
        "Global id of the record.";
    label: String = it.label().to_owned(), LABEL.to_owned(),
        "What people know the record by, such as its title.";
} }

body! { RestorePreview, "What restoring a record would bring back, and what blocks it.",
    (it: &Preview, account: Option<UserSummary>),
{
    record: RecordName = RecordName::of(&it.record), RecordName::example(), "The record to restore.";
    owner: Option<UserSummary> = account, None,
        "The owner of the record; null for kinds without owners.";
    owner_deleted: bool = it.owner_deleted, false,
        "Whether the owner is deleted; false for an account, its own owner.";
    can_restore: bool = it.obstacles.is_empty(), true,
        "Whether the caller can restore the record: there are no obstacles.";
    obstacles: Vec<BulkError> = it.obstacles.iter().map(BulkError::of).collect(), Vec::new(),
        "What blocks it: a missing permission, or that the record is live.";
    refers_to: Vec<RecordName> = it.refers_to.iter().map(RecordName::of).collect(), Vec::new(),
        "The deleted records to which it belongs, visible to the caller. They come back `with` those\nthat are `related`.";
    dependents: Vec<DeletedDependents> =
        it.dependents.iter().map(DeletedDependents::of).collect(), Vec::new(),
        "The deleted records that belong to it, by kind. Those that the caller may not view are left\nout.";
    related_count: i64 = it.related(), 0,
        "How many records would come back `with` it that are `related`.";
    too_many_related: bool = it.is_too_much(), false,
        "Whether they are too many for one operation.";
} }

body! { DeletedDependents, "The deleted records of a kind that belong to a record.", (it: &Dependents), {
    kind: String = snake_case(it.resource.name), snake_case(accounts().name),
        "The kind, such as `api_key`.";
    count: i64 = it.count, 1, "How many deleted records of the kind belong to the record.";
    deleted_together: i64 = it.together, 1,
        "How many of them the operation deleted that deleted the record.";
    records: Vec<RecordName> = it.records.iter().map(RecordName::of).collect(),
        vec![RecordName::example()], "The first three of these records, by id.";
} }

body! { BulkError, "Why a record was not changed.", (it: &Error), {
    code: &'static str = it.code().as_str(), Code::Forbidden.as_str(),
        "The code of the error, such as `FORBIDDEN`. It is `ABORTED` if another record was the\nreason.";
    message: String = it.message().to_owned(), "Forbidden".to_owned(), "The message of the error.";
} }
