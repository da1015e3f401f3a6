//! Operations on the records that match a filter.

use futures_util::FutureExt;
use serde_json::json;

use super::{
    action::{Act, Action, PlainChange},
    entry::{OPERATION, entry, plain, post},
    route::Tag,
    selects::Selects,
};
use crate::{
    app::Load,
    auth::Permission,
    changes::{Shows, many},
    error::Code,
    operations::bulk::{Changed, Progress},
    parameters::{of_matching, of_matching_trash},
    resources::{Admits, RequestOption::Reason, Resource, capital, nouns},
    views::{OPERATION as EXAMPLE, View},
};

/// What a response has.
const PREVIEW: &str = "The preview; with `confirm` the progress of the operation.";

pub(super) fn delete_matching(resource: &'static Resource) -> Option<Action> {
    let permission = resource.delete.as_ref()?;
    let what = format!("Soft-deletes the live {}", nouns(resource));
    let change =
        plain(Shows::all::<Changed>(), move |asked| many::delete_matching(asked, resource).boxed());
    Some(of_kind(resource, change, "delete", &["deleted"], permission, &what))
}

pub(super) fn restore_matching(resource: &'static Resource) -> Option<Action> {
    let permission = &resource.restore.as_ref()?.permission;
    let what = format!("Restores the deleted {}", nouns(resource));
    let change = plain(Shows::all::<Changed>(), move |asked| {
        many::restore_matching(asked, resource).boxed()
    });
    Some(of_kind(resource, change, "restore", &["restored"], permission, &what))
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

pub(super) fn cancel() -> Action {
    let description = "Ends an operation of the caller that runs in batches, after the batch that is \
                       running. What it has changed stays changed, and `undo` takes it back. One that \
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
    change: PlainChange,
    verb: &'static str,
    events: &'static [&'static str],
    permission: &'static Permission,
    what: &str,
) -> Action {
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
