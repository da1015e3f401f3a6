//! Operations on many records.

use super::entry::{OPERATION, entry, post};
use crate::{
    error::Code,
    kinds::registry::notifications,
    resources::{
        Absent, Act, Action, Admits, Bulk, ImportAct, InboxAct, Input, RequestBody, Resource,
        Route, Selects, Tag, a, capital, nouns,
    },
};

/// What a response on records of any kinds has.
const OUTCOMES: &str = "An outcome for each record.";

pub(super) fn delete_many() -> Action {
    let description = "Soft-deletes records of any kinds. All but API keys can be restored.";
    let route = post(Tag::Trash, "/api/v1/delete", "deleteMany", "Delete records", OUTCOMES);
    bulk(Bulk::Delete, "deleteMany", route, &["deleted"], description)
}

pub(super) fn restore_many() -> Action {
    let description = "Restores deleted records of any kinds.";
    let route = post(Tag::Trash, "/api/v1/restore", "restoreMany", "Restore records", OUTCOMES);
    bulk(Bulk::Restore, "restoreMany", route, &["restored"], description)
}

pub(super) fn undo() -> Action {
    let description = "Reverses an operation: restores the records that it deleted, and deletes \
                       those that it restored. Records that were deleted or restored again since \
                       are not changed.";
    let path = "/api/v1/operations/{id}/undo";
    let route = post(Tag::Trash, path, "undoOperation", "Undo an operation", OUTCOMES);
    let route = route.at(OPERATION).missing("Operation");
    let undo = bulk(Bulk::Undo, "undo", route, &["restored", "deleted"], description);
    Action { errors: vec![Code::NotFound, Code::Conflict], ..undo }
}

/// The entry of an operation on records of any kinds.
fn bulk(
    bulk: Bulk,
    name: &str,
    route: Route,
    events: &'static [&'static str],
    description: &str,
) -> Action {
    let description = format!(
        "{description} Each record requires the permission that it requires on its own, and its error is in its outcome."
    );
    let selects = match bulk {
        Bulk::Undo => Selects::One(
            "operationId",
            "UUID!",
            "The id of the operation, from its payload or its events.",
        ),
        _ => Selects::Records,
    };
    // The last administrator stays.
    let errors = if bulk == Bulk::Delete { vec![Code::Conflict] } else { Vec::new() };
    let entry = entry(Act::Bulk(bulk), name, description);
    Action { selects, events, errors, route: Some(route), ..entry }
}

/// What a response on the inbox has.
const UNREAD: &str = "The number of notifications that remain unread.";

pub(super) fn mark_read() -> Action {
    let description = "Marks notifications of the caller as read. Those that are already read keep \
                       their timestamps.";
    let (path, id) = ("/api/v1/me/notifications/read", "markNotificationsRead");
    let route = post(Tag::Caller, path, id, "Mark own notifications as read", UNREAD);
    let mark = inbox(InboxAct::MarkRead, "mark{}Read", route, description);
    Action { selects: Selects::Notifications, ..mark }
}

pub(super) fn mark_all_read() -> Action {
    let description = "Marks all notifications of the caller as read.";
    let (path, id) = ("/api/v1/me/notifications/read-all", "markAllNotificationsRead");
    let route = post(Tag::Caller, path, id, "Mark all own notifications as read", UNREAD);
    let mark = inbox(InboxAct::MarkAllRead, "markAll{}Read", route, description);
    Action { errors: vec![Code::Forbidden], ..mark }
}

pub(super) fn send_many(resource: &'static Resource) -> Option<Action> {
    let create = resource.create.as_ref()?;
    let many = create.many.as_ref()?;
    let description = "Sends a notification to each of many accounts: to all of them, or on an \
                       error to none. An account that is named twice gets one. Title, message, \
                       action URL and metadata in UTF-8, times the accounts, are at most 4 MiB.";
    let route = post(
        Tag::Kind(resource),
        format!("{}/bulk", resource.path),
        format!("{}{}", create.verb, capital(&resource.plural())),
        format!("{} {} to many accounts", capital(create.verb), a(resource)),
        "The number of notifications that were sent.",
    )
    .creating(
        "The path of the operation, relative to that of the request.",
        "../operations/0190f6a1-7d43-7c1e-9b52-3a8f1d2c4e60",
    );
    let fields = "The notification to send, and the accounts to send it to.".to_owned();
    let body = body(&route.id, fields, &many.inputs);
    let (act, name) = (InboxAct::Send(create, many, body), format!("{}{{}}", create.verb));
    Some(Action {
        admits: Admits::Holders(&create.permission),
        events: &["created"],
        errors: vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        ..inbox(act, &name, route, description)
    })
}

pub(super) fn import(resource: &'static Resource) -> Option<Action> {
    let catalogue = resource.catalogue.as_ref()?;
    let create = &resource.create.as_ref()?.permission;
    let update = &resource.update.as_ref()?.permission;
    let description = format!(
        "Imports a catalogue: creates the texts that are missing and updates those that differ, a \
         thousand in each transaction. Other texts stay as they are, and so do those whose records are deleted. It \
         requires the permission `{}` too.",
        create.all
    );
    let name = format!("import{}", capital(&resource.plural()));
    let texts = "The number of texts that were created and updated.";
    let path = format!("{}/import", resource.path);
    let summary = format!("Import {}", nouns(resource));
    let fields = format!("The {} to import.", resource.plural());
    let body = body(&name, fields, &catalogue.inputs);
    let act = ImportAct { resource, catalogue, permissions: [create, update], body };
    Some(Action {
        admits: Admits::Holders(update),
        events: &["created", "updated"],
        errors: vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        route: Some(post(Tag::Trash, path, name.clone(), summary, texts)),
        ..entry(Act::Import(act), name, description)
    })
}

/// The fields of the operation with that name.
fn body(name: &str, description: String, inputs: &'static [Input]) -> RequestBody {
    let type_name = format!("{}Input", capital(name));
    RequestBody { argument: "input", type_name, description, inputs, absent: Absent::Filled }
}

/// The entry of an operation on many notifications. Its name has braces in place of the plural; it
/// requires the permission to view them.
fn inbox(act: InboxAct, name: &str, route: Route, description: &str) -> Action {
    let resource = notifications();
    let name = name.replace("{}", &capital(&resource.plural()));
    Action {
        admits: Admits::Holders(&resource.view),
        events: &["updated"],
        errors: vec![Code::Forbidden, Code::ValidationFailed],
        route: Some(route),
        ..entry(Act::Inbox(act), name, description)
    }
}
