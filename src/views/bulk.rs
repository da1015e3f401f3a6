//! Operations on many records, on notifications, and imports of texts.

use std::borrow::Cow;
use uuid::Uuid;

use super::{
    Holds, Shown,
    example::{LABEL, NOW, OPERATION, record_id},
    view,
};
use crate::{
    error::{Code, Error},
    kinds::{accounts, global_id},
    operations::{
        bulk::{Changed, Counted, Outcome, Preview, Progress},
        catalogue::Imported,
        inbox::{AllMarked, Marked},
        purge::Keeper,
        records::write::{ChangedById, CreatedMany},
    },
    resources::snake_case,
};

/// The example of a record in a view.
pub fn record_name() -> serde_json::Value {
    serde_json::json!({
        "kind": snake_case(accounts().name), "id": 2, "global_id": record_id(), "label": LABEL,
    })
}

const fn preview(changed: &Changed) -> Option<&Preview> {
    match changed {
        Changed::Preview(preview) => Some(preview),
        Changed::Progress(_) => None,
    }
}

const fn progress(changed: &Changed) -> Option<&Progress> {
    match changed {
        Changed::Preview(_) => None,
        Changed::Progress(progress) => Some(progress),
    }
}

view! { Changed, "BulkChange", "The result of an operation on the records that match a filter.", |it| {
    preview: Holds::View(Preview::about).or_null() => preview(it), Preview::about().example(),
        "What would be done; null with `confirm`.";
    operation_id: Holds::Key.or_null() => progress(it).and_then(|it| it.operation), (),
        "The id of the operation, for undoing it; null if nothing changed.";
    progress: Holds::View(Progress::about).or_null() => progress(it), (),
        "How far the operation is; null for a preview.";
} }

view! { Preview, "BulkPreview", "What an operation on the records that match a filter would do.", |it| {
    token: Holds::Text => it.token.as_str(), "AAZEBiLd3UAAAAAAAAAAAQ6lTm1fD5l4c0FZ2JqQxkM",
        "What `confirm` takes to change these records. Those that match later, or that somebody changes \
         meanwhile, are left alone.";
    counts: Holds::Views(Count::about)
        => Shown::made(it.counts.iter().map(Count)), [Count::about().example()],
        "The number of records that match, by what would become of them.";
    kept: Holds::Views(Kept::about) => Shown::made(it.kept.iter().map(Kept)), [""; 0],
        "How many of the records to purge are kept, by what keeps them. One can be kept by several.";
    samples: Holds::Records("Record") => Shown::list(&it.samples), [record_name()],
        "The first records that would be changed, at most five.";
} }

/// The number of records that something keeps from a purge.
struct Kept<'a>(&'a (Option<Keeper>, i64));

view! { Kept<'_>, "BulkKept", "The number of records that holds keep from a purge, or records of one kind.", |it| {
    on_hold: Holds::Flag => it.0.0 == Some(None), false, "Whether they are on hold.";
    kind: Holds::Kind.or_null() => it.0.0.flatten().map(|kind| Shown::Kind(kind.name)), (),
        "The kind of the records that refer to them; null for holds, and for a kind of which the caller may \
         not view all.";
    count: Holds::Count => it.0.1, 1, "The number of records that are kept.";
} }

/// The number of records with an outcome.
struct Count<'a>(&'a Counted);

view! { Count<'_>, "BulkCount", "The number of records that have one outcome.", |it| {
    kind: Holds::Kind.or_null() => it.0.0.map(Shown::Kind), (),
        "The kind of the records; null if they are not counted by kind.";
    error_code: Holds::Choice("ErrorCode").or_null() => it.0.1.map(Code::as_str), (),
        "The error that the records would have; null if they would change, or are as they were before.";
    count: Holds::Count => it.0.2, 1, "The number of records with this outcome.";
} }

view! { Progress, "BulkProgress", "How far an operation on many records is.", |it| {
    state: Holds::Choice("BulkState") => Shown::Choice(it.state.name()), "cancelled",
        "Whether batches follow (`running`), all are `done`, or it was `cancelled` or `interrupted`.";
    total: Holds::Count => it.total, 20_000, "How many records it was to change when it started.";
    changed: Holds::Count => it.changed, 1_500, "How many records it has changed.";
    refused: Holds::Count => it.refused, 0,
        "How many it has left alone, because somebody changed them meanwhile, or the caller no longer may.";
    started_at: Holds::Time => it.started_at, NOW, "When the operation started.";
    ended_at: Holds::Time.or_null() => it.ended_at, NOW,
        "When the operation ended; null while it runs.";
    error_code: Holds::Choice("ErrorCode").or_null() => it.error.map(|it| it.as_str()), (),
        "The error that interrupted the operation; null without one.";
} }

/// The outcomes of an operation on many records.
pub struct Outcomes {
    /// The operation; `None`: nothing changed.
    pub operation: Option<Uuid>,
    /// An outcome for each id.
    pub outcomes: Vec<(String, Outcome)>,
    /// The outcomes of the records that came back with these, if they were asked for.
    pub related: Option<Vec<Outcome>>,
    /// Whether `undo` takes the operation, if it is one that never can be undone.
    pub can_undo: Option<bool>,
    /// How far an undo is that runs in batches.
    pub progress: Option<Progress>,
}

view! { Outcomes, "BulkResult", "The outcomes of an operation on many records.", |it| {
    operation_id: Holds::Key.or_null() => it.operation, OPERATION,
        "The id of the operation; null if nothing changed. `undo` takes it, unless it purged.";
    can_undo: Holds::Flag.or_absent() => it.can_undo, (), NEVER;
    outcomes: Holds::Views(One::about)
        => Shown::made(it.outcomes.iter().map(|(id, outcome)| One(id.into(), outcome))),
        [One::about().example()], "An outcome for each record, in order.";
    related in Rest: Holds::Views(One::about).if_asked() => it.related.as_deref().map(related), (),
        "The outcomes of the records restored with these. It is absent if the request named no others.";
    related in Graphql: Holds::Views(One::about) => related(it.related.as_deref().unwrap_or(&[])), (),
        RELATED;
    progress: Holds::View(Progress::about).or_absent() => it.progress.as_ref(), (),
        "How far an undo is that runs in batches. More than 500 records do; then there are no outcomes.";
} }

/// What came back with the records of a request.
const RELATED: &str = "An outcome for each record that `with` added; empty without `with`.";

fn related(outcomes: &[Outcome]) -> Shown<'_> {
    Shown::made(outcomes.iter().map(|it| One(id_of(it).into(), it)))
}

/// The global id of the record of an outcome.
pub fn id_of(outcome: &Outcome) -> String {
    let id = outcome.selection.map(|(resource, id)| global_id::encode(resource, id));
    id.unwrap_or_default()
}

/// The result for one record, with the id that was sent.
struct One<'a>(Cow<'a, str>, &'a Outcome);

/// The beginning of what is no id, longer than any id is. The response doesn't repeat a long text.
fn cut(text: &str) -> &str {
    const MAX_BYTES: usize = 64;
    &text[..text.floor_char_boundary(MAX_BYTES)]
}

view! { One<'_>, "BulkOutcome", "The result for one record.", |it| {
    id: Holds::Id => if it.1.selection.is_none() { cut(&it.0) } else { &it.0 }, record_id(),
        "The id that was sent. It is truncated to 64 bytes if it is not a valid id.";
    changed: Holds::Flag => it.1.changed, true, "Whether the record was changed.";
    record in Graphql: Holds::Record("Record").or_null() => it.1.record.as_ref(), (),
        "The record after the operation, or as it stands if an undo left it alone; null on any other error, \
         and if the caller may not view it.";
    record in Rest: Holds::Record("Record").or_absent()
        => it.1.record.as_ref().filter(|_| it.1.error.is_some()), (),
        "The record as it stands if an undo left it alone, for a caller who may view it.";
    error: Holds::View(Error::about).or_null() => it.1.error.as_ref(), (),
        "Why the record was not changed; null if there was no error.";
} }

view! { Error, "BulkError", "Why a record was not changed, or would not be.", |it| {
    code: Holds::Choice("ErrorCode") => it.code().as_str(), Code::Forbidden.as_str(),
        "The code of the error: that of the operation on one record, or `ABORTED` if another record was \
         the reason.";
    message: Holds::Text => it.message(), "Forbidden", "The message of the error.";
    reason in Graphql: Holds::Json.or_null() => it.refusal(), (),
        "Why by a code with the parameters of the message, so that clients say it in their language; null if it has none.";
    required_permissions in Graphql: Holds::Texts.or_null() => match it {
        Error::Forbidden { required } => Shown::Texts(required.clone()),
        _ => Shown::Null,
    }, (), "The permissions, any one of which is enough; null unless one is missing.";
} }

/// What the id of an operation is that purged records.
const OF_PURGE: &str =
    "The id of the operation, which is in its events. Null if nothing was purged.";
/// What is said of a purge.
const NEVER: &str = "Whether `undo` takes it: always false, since what is purged is gone.";

/// A record that was purged, by this operation.
pub struct Purged(pub Uuid);

view! { Purged, "PurgedRecord", "A record that was purged. This cannot be undone.", |it| {
    operation_id: Holds::Key => it.0, OPERATION, OF_PURGE;
    can_undo: Holds::Flag => false, false, NEVER;
} }

/// A record that was put on hold or released, by this operation.
pub struct Held(pub Uuid);

view! { Held, "HeldRecord", "A record that was put on hold, or released from it.", |it| {
    operation_id: Holds::Key => it.0, OPERATION, "The id of the operation, which is in its event.";
} }

/// The result of purging the records in the trash that match a filter.
pub struct EmptiedTrash(pub Changed);

view! { EmptiedTrash, "EmptiedTrash", "The result of purging the records in the trash that match. This \
    cannot be undone.", |it| {
    preview: Holds::View(Preview::about).or_null() => preview(&it.0), Preview::about().example(),
        "What would be purged; null with `confirm`. What is on hold or referred to counts as CONFLICT.";
    operation_id: Holds::Key.or_null() => progress(&it.0).and_then(|it| it.operation), (), OF_PURGE;
    can_undo: Holds::Flag => false, false, NEVER;
    progress: Holds::View(Progress::about).or_null() => progress(&it.0), (),
        "How far the operation is; null for a preview.";
} }

/// What the record of a change by its id is.
const AFTER: &str = "The record after the operation; null if the caller may not view it.";
/// What the operation of a change by an id is.
const OF_ONE: &str = "The id of the operation, which `undo` takes: not for an API key that was deleted. Null if \
                      nothing changed.";

/// A record that was deleted by its id.
pub struct DeletedById(pub ChangedById);

view! { DeletedById, "DeletedById", "A record that was deleted by its id.", |it| {
    record: Holds::Record("Record").or_null() => it.0.record.as_ref(), (), AFTER;
    operation_id: Holds::Key => it.0.operation, (), OF_ONE;
} }

/// A record that was restored by its id, and what came back with it.
pub struct RestoredById(pub ChangedById, pub Vec<Outcome>);

view! { RestoredById, "RestoredById", "A record that was restored by its id.", |it| {
    record: Holds::Record("Record").or_null() => it.0.record.as_ref(), (), AFTER;
    restored: Holds::Flag => it.0.operation.is_some(), (),
        "Whether this operation restored the record; false if it was live.";
    operation_id: Holds::Key.or_null() => it.0.operation, (), OF_ONE;
    related: Holds::Views(One::about) => related(&it.1), (), RELATED;
} }

view! { Imported, "ImportedTexts", "The result of importing a catalogue.", |it| {
    created_count as "created": Holds::Count => it.created, 1, "The number of new records.";
    updated_count as "updated": Holds::Count => it.updated, 0,
        "The number of records whose text has changed.";
    unchanged_count as "unchanged": Holds::Count => it.unchanged, 0,
        "The number of records that had the text already.";
    deleted_keys: Holds::Texts => &*it.deleted, [""; 0],
        "The keys whose records are deleted, which were left as they are: they can be restored.";
    operation_id: Holds::Key.or_null() => it.operation, OPERATION,
        "The id of the operation, which is in its events; null if nothing changed.";
} }

/// What the number of notifications is that were left.
const REMAIN: &str = "The number of notifications that remain unread.";
/// What the operation is.
const OF_UNREAD: &str =
    "The id of the operation, which is in its events; null if nothing was unread.";

view! { Marked, "MarkedNotifications", "The result of marking notifications as read.", |it| {
    notifications in Graphql: Holds::Records("Notification") => Shown::list(&it.records), (),
        "The notifications after it, in order, without those that weren't found.";
    not_found: Holds::Keys => Shown::Keys(&it.not_found), [""; 0],
        "The keys for which the caller has no live notification.";
    unread_count: Holds::Count => it.unread.unwrap_or_default(), 0, REMAIN;
    operation_id: Holds::Key.or_null() => it.operation, OPERATION, OF_UNREAD;
} }

view! { AllMarked, "AllMarked", "The result of marking all notifications as read.", |it| {
    count: Holds::Count => it.count, 2, "The number of notifications that were unread.";
    unread_count: Holds::Count => it.unread.unwrap_or_default(), 0, REMAIN;
    operation_id: Holds::Key.or_null() => it.operation, OPERATION, OF_UNREAD;
} }

view! { CreatedMany, "SentNotifications", "The result of sending a notification to many accounts.", |it| {
    count: Holds::Count => it.count, 1, "The number of notifications that were sent.";
    operation_id: Holds::Key => it.operation, OPERATION,
        "The id of the operation, which is in its events.";
} }
