//! Bodies of operations on many records, and on many notifications.

use entity::Timestamp;
use serde::Serialize;
use utoipa::openapi::{Components, RefOr, Schema};
use uuid::Uuid;

use super::{
    Shape, body,
    records::{BulkError, RecordName},
};
use crate::{
    api::rest::openapi::{now, operation_id, record_id},
    error::Code,
    operations::{
        bulk::{Preview, Progress},
        catalogue::Imported,
        inbox::{self, Marked},
        records::write,
    },
};

body! { BulkChange, "The result of an operation on the records that match a filter.",
    (of: Option<Preview>, done: Option<Progress>),
{
    preview: Option<BulkPreview> = of.map(BulkPreview::of), Some(BulkPreview::example()),
        "What would be done; null with `confirm`.";
    operation_id: Option<Uuid> = done.as_ref().and_then(|it| it.operation), None,
        "Id of the operation, for undoing it; null if nothing changed.";
    progress: Option<BulkProgress> = done.map(BulkProgress::of), None,
        "How far the operation is; null without `confirm`.";
} }

body! { BulkPreview, "What an operation on the records that match a filter would do.", (it: Preview), {
    token: String = it.token, "AAZEBiLd3UAAAAAAAAAAAQ6lTm1fD5l4c0FZ2JqQxkM".to_owned(),
        "What `confirm` takes to change these records. Those that match later, or that somebody changes\nmeanwhile, are left alone.";
    counts: Vec<BulkCount> = it.counts.into_iter().map(BulkCount::of).collect(),
        vec![BulkCount::example()],
        "The number of records that match, by what would become of them.";
    samples: Vec<RecordName> = it.samples.iter().map(RecordName::of).collect(),
        vec![RecordName::example()], "The first records that would be changed, at most five.";
} }

body! { BulkCount, "The number of records that have one outcome.", (it: (Option<Code>, i64)), {
    error_code: Option<&'static str> = it.0.map(|it| it.as_str()), None,
        "The error that the records would have; null if they would change.";
    count: i64 = it.1, 1, "The number of records with this outcome.";
} }

body! { BulkProgress, "How far an operation on many records is.", (it: Progress), {
    state: &'static str = it.state.name(), "cancelled",
        "The state of the operation: `running`, `done`, `cancelled` or `interrupted`.";
    total: i64 = it.total, 20_000, "How many records it was to change when it started.";
    changed: i64 = it.changed, 1_500, "How many records it has changed.";
    refused: i64 = it.refused, 0,
        "How many records it has left alone. They changed meanwhile, or the caller lost the\npermission.";
    started_at: Timestamp = it.started_at, now(), "When the operation started.";
    ended_at: Option<Timestamp> = it.ended_at, Some(now()),
        "When the operation ended; null while it runs.";
    error_code: Option<&'static str> = it.error.map(|it| it.as_str()), None,
        "The error that interrupted the operation; null without one.";
} }

body! { BulkResult, "The outcomes of an operation on many records.",
    (id: Option<Uuid>, of: Vec<BulkOutcome>, done: Option<Progress>, others: Option<All<BulkOutcome>>),
{
    operation_id: Option<Uuid> = id, Some(operation_id()),
        "Id of the operation, for undoing it; null if nothing changed.";
    outcomes: Vec<BulkOutcome> = of, vec![BulkOutcome::example()],
        "An outcome for each record, in order.";
    progress ["Option::is_none"]: Option<BulkProgress> = done.map(BulkProgress::of), None,
        "How far an undo is that runs in batches. More than 500 records do; then there are no\noutcomes.";
    related ["Option::is_none"]: Option<All<BulkOutcome>> = others, None,
        "The outcomes of the records restored with these. It is absent if the request named no\nothers.";
} }

/// A list that is absent or there, but never null.
#[derive(Serialize)]
pub struct All<T>(pub Vec<T>);

impl<T: Shape> Shape for All<T> {
    fn schema(_: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema> {
        Vec::<T>::schema(false, text, components)
    }
}

body! { BulkOutcome, "The result for one record.", (sent: String, it: &write::Outcome), {
    id: String = sent, record_id(),
        "The id that was sent. It is truncated to 64 bytes if it is not a valid id.";
    changed: bool = it.changed, true, "Whether the record was changed.";
    error: Option<BulkError> = it.error.as_ref().map(BulkError::of), None,
        "Why the record was not changed; null if there was no error.";
} }

body! { ImportedTexts, "The result of importing a catalogue.", (it: Imported), {
    created_count: usize = it.created, 1, "The number of new records.";
    updated_count: usize = it.updated, 0, "The number of records whose text has changed.";
    unchanged_count: usize = it.unchanged, 0, "The number of records that had the text already.";
    deleted_keys: Vec<String> = it.deleted, Vec::new(),
        "The keys whose records are deleted, which were left as they are.";
    operation_id: Option<Uuid> = it.operation, Some(operation_id()),
        "Id of the operation in its events; null if nothing changed.";
} }

body! { MarkedNotifications, "The result of marking notifications as read.", (it: Marked), {
    not_found: Vec<String> = it.not_found.iter().map(Uuid::to_string).collect(), Vec::new(),
        "The uuids for which the caller has no live notification.";
    unread_count: i64 = it.unread.unwrap_or_default(), 0,
        "The number of notifications that remain unread.";
    operation_id: Option<Uuid> = it.operation, Some(operation_id()),
        "Id of the operation in its events; null if nothing was unread.";
} }

body! { AllMarked, "The result of marking all notifications as read.", (it: inbox::AllMarked), {
    count: i64 = it.count, 2, "The number of notifications that were unread.";
    unread_count: i64 = it.unread.unwrap_or_default(), 0,
        "The number of notifications that remain unread.";
    operation_id: Option<Uuid> = it.operation, Some(operation_id()),
        "Id of the operation in its events; null if nothing was unread.";
} }

body! { SentNotifications, "The result of sending a notification to many accounts.", (it: &write::CreatedMany), {
    count: i64 = i64::try_from(it.count).unwrap_or(i64::MAX), 1,
        "The number of notifications that were sent.";
    operation_id: Uuid = it.operation, operation_id(),
        "Id of the operation, which is in its events.";
} }
