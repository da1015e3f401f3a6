//! Operations on one record of any kind, by its global id.

use futures_util::FutureExt;

use super::{
    action::{Act, Action, PlainChange},
    entry::{entry, id, plain, post},
    route::{PathParameter, Tag},
    selects::Selects,
};
use crate::{
    changes::{Shows, one},
    error::Code,
    kinds::AUDIT,
    operations::records::Reverted,
    resources::{
        Admits,
        RequestOption::{ExpectedVersion, Reason, Related},
    },
    views::{DeletedById, RestoredById},
};

pub(super) fn delete_by_id() -> Action {
    let description =
        "Soft-deletes a record of any kind, by its global id: all but API keys can be restored.";
    let delete = plain(Shows::all::<DeletedById>(), |asked| one::delete(asked).boxed());
    let delete = PlainChange { options: &[ExpectedVersion, Reason], ..delete };
    by_id("delete", delete, &["deleted"], Code::AlreadyDeleted, description)
}

pub(super) fn restore_by_id() -> Action {
    let description = "Restores a deleted record of any kind but API keys, by its global id; \
                       whether it is active does not change. Where the kind's own mutation returns a live \
                       record unchanged, so does this one; elsewhere it is an error.";
    let restore = plain(Shows::all::<RestoredById>(), |asked| one::restore(asked).boxed());
    let restore = PlainChange { options: &[ExpectedVersion, Reason, Related], ..restore };
    by_id("restore", restore, &["restored"], Code::NotDeleted, description)
}

/// The parameter of a path with the id of an event.
const EVENT: &[PathParameter] = &[id("Id of the event.", 1)];

pub(super) fn revert() -> Action {
    let description = "Gives a record the values that it had right after an event, as far as they can \
                       be written. It is an update, with the permission and the rules of its kind's \
                       own; a deleted record has to be restored first.";
    let route = post(
        Tag::Audit,
        "/api/v1/events/{id}/revert",
        "revertToEvent",
        "Revert a record to an event",
        "The record after it was reverted.",
    );
    let revert = plain(Shows::all::<Reverted>(), |asked| one::revert(asked).boxed());
    let revert = PlainChange { options: &[ExpectedVersion, Reason], ..revert };
    Action {
        admits: Admits::Holders(&AUDIT),
        selects: Selects::One("eventId", "ID!", "Global id of the event."),
        events: &["updated"],
        errors: vec![
            Code::Forbidden,
            Code::NotFound,
            Code::AlreadyDeleted,
            Code::ValidationFailed,
            Code::Conflict,
        ],
        route: Some(route.at(EVENT).missing("Event")),
        ..entry(Act::Plain(revert), "revert", description)
    }
}

fn by_id(
    name: &str,
    change: PlainChange,
    events: &'static [&'static str],
    unchanged: Code,
    description: &str,
) -> Action {
    let description = format!(
        "{description} It does what the mutation of the record's kind does, with its permission and \
         its errors."
    );
    Action {
        selects: Selects::One("id", "ID!", "Global id of the record."),
        events,
        // A role takes its permissions, too.
        errors: vec![
            Code::Forbidden,
            Code::NotFound,
            unchanged,
            Code::ValidationFailed,
            Code::Conflict,
        ],
        ..entry(Act::Plain(change), name, description)
    }
}
