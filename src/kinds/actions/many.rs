//! Operations on many records.

use super::entry::entry;
use crate::{
    error::Code,
    kinds::registry::notifications,
    resources::{Act, Action, Bulk, InboxAct, Resource, capital},
};

pub(super) fn delete_many() -> Action {
    let description = "Soft-deletes records of any kinds. All but API keys can be restored.";
    bulk("deleteMany", Bulk::Delete, "deleted", description)
}

pub(super) fn restore_many() -> Action {
    bulk("restoreMany", Bulk::Restore, "restored", "Restores deleted records of any kinds.")
}

pub(super) fn undo() -> Action {
    let description = "Reverses an operation: restores the records that it deleted, and deletes \
                       those that it restored. Records that were deleted or restored again since \
                       are not changed.";
    let undo = bulk("undo", Bulk::Undo, "restored", description);
    Action { errors: vec![Code::NotFound], ..undo }
}

/// The entry of an operation on records of any kinds.
fn bulk(name: &str, bulk: Bulk, event: &'static str, description: &str) -> Action {
    let description =
        format!("{description} Each record requires the permission that it requires on its own.");
    Action { event: Some(event), ..entry(Act::Bulk(bulk), name, description) }
}

pub(super) fn mark_read() -> Action {
    let description = "Marks notifications of the caller as read. Those that are already read keep \
                       their timestamps.";
    inbox(InboxAct::MarkRead, "mark", "Read", description)
}

pub(super) fn mark_all_read() -> Action {
    let description = "Marks all notifications of the caller as read.";
    let all = inbox(InboxAct::MarkAllRead, "markAll", "Read", description);
    Action { errors: vec![Code::Forbidden], ..all }
}

pub(super) fn send_many(resource: &'static Resource) -> Option<Action> {
    let create = resource.create.as_ref()?;
    let many = create.many.as_ref()?;
    let description = "Sends a notification to each of many accounts: to all of them, or on an \
                       error to none. An account that is named twice gets one. Title, message, \
                       action URL and metadata in UTF-8, times the accounts, are at most 64 MiB.";
    Some(Action {
        permission: Some(&create.permission),
        event: Some("created"),
        errors: vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        ..inbox(InboxAct::Send(create, many), create.verb, "", description)
    })
}

/// The entry of an operation on many notifications; it requires the permission to view them.
fn inbox(act: InboxAct, verb: &str, suffix: &str, description: &str) -> Action {
    let resource = notifications();
    Action {
        permission: Some(&resource.view),
        event: Some("updated"),
        errors: vec![Code::Forbidden, Code::ValidationFailed],
        ..entry(
            Act::Inbox(act),
            format!("{verb}{}{suffix}", capital(&resource.plural())),
            description,
        )
    }
}
