//! Operations on the records that match a filter.

use super::entry::{OPERATION, entry, post};
use crate::{
    auth::Permission,
    error::Code,
    resources::{Act, Action, Admits, Matching, Resource, Selects, Tag, capital, nouns},
};

/// What a response has.
const PREVIEW: &str = "The preview; with `confirm` the progress of the operation.";

pub(super) fn delete_matching(resource: &'static Resource) -> Option<Action> {
    let permission = resource.delete.as_ref()?;
    let what = format!("Soft-deletes the live {}", nouns(resource));
    Some(of_kind(resource, Matching::Delete, "delete", &["deleted"], permission, &what))
}

pub(super) fn restore_matching(resource: &'static Resource) -> Option<Action> {
    let permission = &resource.restore.as_ref()?.permission;
    let what = format!("Restores the deleted {}", nouns(resource));
    Some(of_kind(resource, Matching::Restore, "restore", &["restored"], permission, &what))
}

pub(super) fn restore_trash() -> Action {
    let what = "Restores the records in the trash";
    let (path, id) = ("/api/v1/restore/trash", "restoreTrash");
    let summary = "Restore the records in the trash that match";
    Action {
        events: &["restored"],
        errors: vec![Code::Forbidden, Code::Conflict],
        route: Some(post(Tag::Trash, path, id, summary, PREVIEW)),
        ..entry(Act::Matching(Matching::Trash), "restoreTrash", description(what))
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
    Action {
        selects: Selects::One("operationId", "UUID!", "The id of the operation."),
        errors: vec![Code::NotFound],
        route: Some(route.at(OPERATION).missing("Operation")),
        ..entry(Act::Cancel, "cancelOperation", description)
    }
}

/// The entry of an operation on records of one kind. Its name and path are those of the list.
fn of_kind(
    resource: &'static Resource,
    act: fn(&'static Resource) -> Matching,
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
        events,
        errors: vec![Code::Forbidden, Code::Conflict],
        route: Some(post(Tag::Trash, path, name.clone(), summary, PREVIEW)),
        ..entry(Act::Matching(act(resource)), name, description(what))
    }
}

fn description(what: &str) -> String {
    format!(
        "{what} that match a filter, of those that the caller may view. Without `confirm` nothing is \
         changed, and the result is a preview. With the token of that preview the records in it are \
         changed that nobody has changed since: up to 500 of them at once, more in batches, as an \
         operation whose progress `operation` shows."
    )
}
