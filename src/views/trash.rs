//! Deleted records, and what restoring them would do.

use entity::Timestamp;

use super::{
    Holds, Shown,
    bulk::record_name,
    example::{LABEL, NOW, account, record_id},
    path_of, view,
};
use crate::{
    error::Error,
    kinds::{accounts, global_id},
    operations::{
        bulk::{Dependents, MANY, RestorePreview},
        records::Hold,
        rows::{Record, Value},
        trash::Summary,
    },
    resources::snake_case,
};

/// A deleted record of any kind.
pub struct Deleted<'a> {
    /// The record.
    pub record: &'a Record,
    /// When it was deleted.
    pub at: Timestamp,
    /// The account that deleted it.
    pub by: Option<i64>,
    /// The reason that the account gave.
    pub why: Option<&'a str>,
    /// When it can be purged.
    pub ends: Option<Timestamp>,
    /// The hold that keeps it from that.
    pub hold: Option<&'a Hold>,
}

view! { Deleted<'_>, "TrashedRecord", "A deleted record of any kind.", |it| {
    kind: Holds::Kind => Shown::Kind(it.record.resource.name), snake_case(accounts().name),
        "The kind of the record.";
    id: Holds::Number => it.record.id(), 2, "Id of the record.";
    global_id: Holds::Id => global_id::encode(it.record.resource, it.record.id()), record_id(),
        "Global id of the record, which `POST /api/v1/restore` takes.";
    path in Rest: Holds::Text => path_of(it.record), "/api/v1/users/2",
        "The path of the record. Its operations are below, such as `POST` of `/restore`.";
    label: Holds::Text => it.record.label(), LABEL,
        "What people know the record by, such as its title.";
    is_active: Holds::Flag
        => *it.record.value(it.record.resource.columns.is_active) == Value::Bool(true), true,
        "Whether the record is in use; independent of deletion.";
    deleted_at: Holds::Time => it.at, NOW, "When the record was deleted.";
    deleted_by: Holds::Actor.or_null() => it.by.map(Shown::Account), account(),
        "The account that deleted it; null if none did or unknown.";
    deletion_reason: Holds::Text.or_null() => it.why, (),
        "Why the record was deleted; null if the caller gave no reason.";
    purge_at: Holds::Time.or_null() => it.ends, (),
        "When the record can be purged; null if never.";
    hold: Holds::View(Hold::about).or_null() => it.hold, (),
        "The hold that keeps it from being purged; null without one.";
} }

view! { Hold, "RecordHold", "A hold: while a record has one, nothing purges or erases it.", |it| {
    reason: Holds::Text => it.reason.as_str(), "Litigation", "Why the record is kept.";
    since: Holds::Time => it.created_at, NOW, "Since when the record is kept.";
} }

view! { Summary, "TrashSummary", "The deleted records of one kind.", |it| {
    kind: Holds::Kind => Shown::Kind(it.resource.name), snake_case(accounts().name),
        "The kind that is counted.";
    count: Holds::Count => it.count, 1, "How many deleted records there are.";
    oldest: Holds::Time.or_null() => it.oldest, NOW,
        "When the oldest was deleted; null where there is none.";
    held: Holds::Count => it.held, 0, "How many of them are on hold.";
    purge_at: Holds::Time.or_null() => it.purge_at, (),
        "When the oldest can be purged, unless it is kept; null if never, or where there is none.";
} }

view! { RestorePreview, "RestorePreview", "What restoring a record would bring back, and what blocks it.", |it| {
    id in Graphql: Holds::Id => global_id::encode(it.record.resource, it.record.id()), (),
        "Global id of the record.";
    record: Holds::Record("Record") => &it.record, record_name(), "The record to restore.";
    owner: Holds::Account.or_null() => it.record.owner().map(Shown::Account), (),
        "The account that the record belongs to; null for kinds that belong to nobody.";
    owner_deleted: Holds::Flag => it.owner_deleted, false,
        "Whether the owner is deleted; false for an account, which is its own owner.";
    can_restore: Holds::Flag => it.obstacles.is_empty(), true,
        "Whether the caller can restore the record: there are no obstacles.";
    obstacles: Holds::Views(Error::about) => Shown::list(&it.obstacles), [""; 0],
        "What blocks it: a missing permission, or that the record is live.";
    refers_to: Holds::Records("Record") => Shown::list(&it.refers_to), [""; 0],
        "The deleted records to which it belongs, of those that the caller may view: its owner, and the \
         locale of a translation. They come back with those that are related.";
    dependents: Holds::Views(Dependents::about) => Shown::list(&it.dependents), [""; 0],
        "The deleted records that belong to it, of those that the caller may view, by kind.";
    related_count: Holds::Count => it.related(), 0,
        "How many records would come back with it that are related.";
    too_many_related: Holds::Flag => it.is_too_much(), false,
        format!("Whether they are too many for one operation: more than {MANY}.");
} }

view! { Dependents, "DeletedDependents", "The deleted records of a kind that belong to a record.", |it| {
    kind: Holds::Kind => Shown::Kind(it.resource.name), snake_case(accounts().name),
        "The kind of the records.";
    count: Holds::Count => it.count, 1, "How many deleted records of the kind belong to the record.";
    deleted_together: Holds::Count => it.together, 1,
        "The number of those that the operation deleted which deleted the record. They come back with \
         it; the others were deleted on their own and stay in the trash.";
    records: Holds::Records("Record") => Shown::list(&it.records), [record_name()],
        "The first three of these records, by id.";
} }
