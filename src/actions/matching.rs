//! Operations on the records that match a filter.

use futures_util::FutureExt;
use serde_json::json;

use super::{
    action::{Act, Action, PlainChange, Selects},
    entry::{OPERATION, entry, plain, post, route},
    route::{Method, Tag},
};
use crate::{
    app::Load,
    auth::Permission,
    changes::{Shows, many},
    error::Code,
    operations::{
        bulk::{Changed, Progress},
        rows::State,
    },
    parameters::{of_matching, of_matching_trash, of_matching_undo},
    resources::{Admits, RequestOption::Reason, Resource, capital, nouns},
    views::{Described, EmptiedTrash, OPERATION as EXAMPLE},
};

/// What a response has.
const PREVIEW: &str = "The preview; with `confirm` the progress of the operation.";

pub(super) fn delete_matching(resource: &'static Resource) -> Option<Action> {
    let permission = resource.delete.as_ref()?;
    let what = format!("Soft-deletes the live {}", nouns(resource));
    Some(of_kind(resource, State::Deleted, permission, &what))
}

pub(super) fn restore_matching(resource: &'static Resource) -> Option<Action> {
    let permission = &resource.restore.as_ref()?.permission;
    let what = format!("Restores the deleted {}", nouns(resource));
    Some(of_kind(resource, State::Live, permission, &what))
}

pub(super) fn restore_trash() -> Action {
    let what = "Restores the records in the trash";
    let (path, id) = ("/api/v1/restore/trash", "restoreTrash");
    let summary = "Restore the records in the trash that match";
    let change = plain(Shows::all::<Changed>(), |asked| many::restore_trash(asked).boxed());
    Action {
        parameters: of_matching_trash(),
        events: &["restored"],
        errors: vec![Code::Forbidden, Code::Conflict],
        route: Some(post(Tag::Trash, path, id, summary, PREVIEW)),
        ..entry(matching(change), "restoreTrash", description(what))
    }
}

pub(super) fn undo_matching() -> Action {
    let (name, summary) = ("undoMatching", "Take back the changes that match");
    let change = plain(Shows::all::<Changed>(), |asked| many::undo_matching(asked).boxed());
    let description = "Takes back what an account or a credential did, or everybody since a time, the newest first, \
                       as `undo` does with one operation. Without `confirm` nothing is changed, and the result is a \
                       preview: how many records would change, and how many would be left alone and why, of each \
                       kind. With its token what was done until then is taken back: up to 500 events at once, \
                       more in batches, as an operation whose progress `operation` shows.";
    Action {
        parameters: of_matching_undo(),
        events: &["restored", "deleted", "updated"],
        errors: vec![Code::Forbidden, Code::Conflict],
        route: Some(post(Tag::Trash, "/api/v1/undo", name, summary, PREVIEW)),
        ..entry(matching(change), name, description)
    }
}

pub(super) fn empty_trash() -> Action {
    let what = "Purges the records in the trash";
    let description = format!(
        "{} It cannot be undone. A record of a kind that the caller may not purge is counted as FORBIDDEN, \
         one that is on hold or that others refer to as CONFLICT, and stays.",
        description(what)
    );
    let path = (Method::Delete, "/api/v1/trash".to_owned());
    let summary = "Purge the records in the trash that match";
    let change = plain(Shows::all::<EmptiedTrash>(), |asked| many::empty_trash(asked).boxed());
    Action {
        parameters: of_matching_trash(),
        events: &["purged"],
        errors: vec![Code::Forbidden, Code::Conflict],
        route: Some(route(Tag::Trash, path, "emptyTrash", summary, PREVIEW)),
        ..entry(matching(change), "emptyTrash", description)
    }
}

pub(super) fn cancel() -> Action {
    let description = "Ends an operation of the caller that runs in batches, after the batch that is \
                       running. What it has changed stays changed, and `undo` takes it back, except \
                       what it purged. One that \
                       has ended is returned unchanged.";
    let path = "/api/v1/operations/{id}/cancel";
    let summary = "End an operation that runs in batches";
    let progress = "The progress of the operation.";
    let route = post(Tag::Trash, path, "cancelOperation", summary, progress);
    let example = || {
        let progress = Progress::about().example();
        json!({ "preview": null, "operation_id": EXAMPLE, "progress": progress })
    };
    let shows = Shows { example: Some(example), ..Shows::without::<Changed>(&["preview"]) };
    let cancel = plain(shows, |asked| many::cancel(asked).boxed());
    Action {
        selects: Selects::One("operationId", "UUID!", "The id of the operation."),
        errors: vec![Code::NotFound],
        route: Some(route.at(OPERATION).missing("Operation")),
        ..entry(Act::Plain(cancel), "cancelOperation", description)
    }
}

/// The entry of an operation on records of one kind. Its name and path are those of the list.
fn of_kind(
    resource: &'static Resource,
    to: State,
    permission: &'static Permission,
    what: &str,
) -> Action {
    let (verb, events): (_, &[_]) = match to {
        State::Deleted => ("delete", &["deleted"]),
        State::Live => ("restore", &["restored"]),
        State::Purged => ("purge", &["purged"]),
    };
    let change = plain(Shows::all::<Changed>(), move |asked| {
        many::change_matching(asked, resource, to).boxed()
    });
    let name = format!("{verb}{}", capital(&resource.plural()));
    let summary = format!("{} the {} that match", capital(verb), nouns(resource));
    let path = resource.path.rsplit('/').next().unwrap_or_default();
    let path = format!("/api/v1/{verb}/{path}");
    Action {
        admits: Admits::Holders(permission),
        selects: Selects::Matching(resource),
        parameters: of_matching(),
        events,
        errors: vec![Code::Forbidden, Code::Conflict],
        route: Some(post(Tag::Trash, path, name.clone(), summary, PREVIEW)),
        ..entry(matching(change), name, description(what))
    }
}

/// A change of the records that match a filter.
fn matching(change: PlainChange) -> Act {
    Act::Plain(PlainChange { options: &[Reason], load: Load::ReadsMany, ..change })
}

fn description(what: &str) -> String {
    format!(
        "{what} that match a filter, of those that the caller may view. Without `confirm` nothing is \
         changed, and the result is a preview. With the token of that preview the records in it are \
         changed that nobody has changed since: up to 500 of them at once, more in batches, as an \
         operation whose progress `operation` shows."
    )
}
