//! Operations on one record of any kind, by its global id.

use futures_util::FutureExt;

use super::{
    action::{Act, Action, PlainChange, Selects},
    entry::{RECORD, entry, id, plain, post, route},
    route::{Method, PathParameter, Tag},
};
use crate::{
    changes::{Shows, one},
    error::Code::{
        self, AlreadyDeleted, Conflict, Forbidden, NotDeleted, NotFound, ValidationFailed,
    },
    kinds::AUDIT,
    operations::{audit::Action as OperationAction, records::Reverted},
    resources::{
        Admits,
        RequestOption::{ExpectedVersion, Reason, Related, RequiredReason},
        capital,
    },
    views::{DeletedById, Held, Purged, RestoredById},
};

pub(super) fn delete_by_id() -> Action {
    let description =
        "Soft-deletes a record of any kind, by its global id: all but API keys can be restored.";
    let delete = plain(Shows::all::<DeletedById>(), |asked| one::delete(asked).boxed());
    let delete = PlainChange { options: &[ExpectedVersion, Reason], ..delete };
    by_id("delete", delete, &["deleted"], AlreadyDeleted, description)
}

pub(super) fn restore_by_id() -> Action {
    let description = "Restores a deleted record of any kind but API keys, by its global id; \
                       whether it is active does not change. Where the kind's own mutation returns a live \
                       record unchanged, so does this one; elsewhere it is an error.";
    let restore = plain(Shows::all::<RestoredById>(), |asked| one::restore(asked).boxed());
    let restore = PlainChange { options: &[ExpectedVersion, Reason, Related], ..restore };
    by_id("restore", restore, &["restored"], NotDeleted, description)
}

/// What a purge is.
pub(super) const PURGE: &str = "which cannot be undone: its values leave its events too, which still say who did \
                                what and when. A record that others refer to stays, with an error that names \
                                them, and so does one on hold.";

pub(super) fn purge_by_id() -> Action {
    let description =
        format!("Removes a deleted record of any kind for good, by its global id, {PURGE}");
    let path = (Method::Delete, "/api/v1/trash/{id}".to_owned());
    let route = route(Tag::Trash, path, "purgeRecord", "Purge a record", "The operation.");
    let purge = plain(Shows::all::<Purged>(), |asked| one::purge(asked).boxed());
    Action {
        selects: Selects::One("id", "ID!", "Global id of the record."),
        events: &["purged"],
        errors: vec![Forbidden, NotFound, NotDeleted, ValidationFailed, Conflict],
        route: Some(route.at(RECORD).missing("Record")),
        ..entry(Act::Plain(PlainChange { options: &[Reason], ..purge }), "purge", description)
    }
}

pub(super) fn hold() -> Action {
    let description = "Puts a record on hold, live or deleted: until `release` nothing purges or erases it, \
                       whoever asks, nor does its retention. The trash shows the reason.";
    of_hold("hold", OperationAction::Held, &["held"], description)
}

pub(super) fn release() -> Action {
    let description = "Ends the hold on a record.";
    of_hold("release", OperationAction::Released, &["released"], description)
}

fn of_hold(
    name: &str,
    action: OperationAction,
    events: &'static [&'static str],
    description: &str,
) -> Action {
    let (path, id) = (format!("/api/v1/records/{{id}}/{name}"), format!("{name}Record"));
    let summary = format!("{} a record", capital(name));
    let route = post(Tag::Trash, path, id, summary, "The operation.").at(RECORD);
    let change = plain(Shows::all::<Held>(), move |asked| one::hold(asked, action).boxed());
    let change = PlainChange { options: &[RequiredReason], ..change };
    let takes = "It requires the permission to hold records of the kind.";
    Action {
        selects: Selects::One("id", "ID!", "Global id of the record."),
        events,
        errors: vec![Forbidden, NotFound, Conflict],
        route: Some(route.missing("Record")),
        ..entry(Act::Plain(change), name, format!("{description} {takes}"))
    }
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
        errors: vec![Forbidden, NotFound, AlreadyDeleted, ValidationFailed, Conflict],
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
        errors: vec![Forbidden, NotFound, unchanged, ValidationFailed, Conflict],
        ..entry(Act::Plain(change), name, description)
    }
}
