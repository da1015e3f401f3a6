//! Operations on many records.

use futures_util::FutureExt;
use serde_json::json;

use super::{
    action::{Act, Action, Example, PlainChange, Recipients, Selects},
    by_id::PURGE,
    entry::{OPERATION, body, entry, plain, post},
    route::{Route, Tag},
};
use crate::{
    app::Load,
    changes::{Shows, inbox, many},
    error::Code,
    kinds::notifications,
    operations::{
        catalogue::{Importable, Imported},
        inbox::{AllMarked, Marked},
        records::write::CreatedMany,
    },
    parameters::of_undo,
    resources::{
        Admits,
        RequestOption::{Reason, Related},
        Resource, a, capital, nouns,
    },
    views::Outcomes,
};

/// What a response on records of any kinds has.
const OUTCOMES: &str = "An outcome for each record.";

pub(super) fn delete_many() -> Action {
    let description = "Soft-deletes records of any kinds. All but API keys can be restored.";
    let route = post(Tag::Trash, "/api/v1/delete", "deleteMany", "Delete records", OUTCOMES);
    let shows = Shows::without::<Outcomes>(&["related", "can_undo", "progress"]);
    let change = plain(shows, |asked| many::delete(asked).boxed());
    let change = PlainChange { options: &[Reason], ..change };
    let delete = bulk(change, "deleteMany", route, &["deleted"], description);
    // The last administrator stays.
    Action { selects: Selects::Records, errors: vec![Code::Conflict], ..delete }
}

pub(super) fn restore_many() -> Action {
    let description = "Restores deleted records of any kinds.";
    let route = post(Tag::Trash, "/api/v1/restore", "restoreMany", "Restore records", OUTCOMES);
    let shows = Shows::without::<Outcomes>(&["can_undo", "progress"]);
    let change = plain(shows, |asked| many::restore(asked).boxed());
    let change = PlainChange { options: &[Related, Reason], ..change };
    let restore = bulk(change, "restoreMany", route, &["restored"], description);
    Action { selects: Selects::Records, ..restore }
}

pub(super) fn purge_many() -> Action {
    let description = format!("Removes deleted records of any kinds for good, {PURGE}");
    let route = post(Tag::Trash, "/api/v1/purge", "purgeMany", "Purge records", OUTCOMES);
    let shows = Shows::without::<Outcomes>(&["related", "progress"]);
    let change = plain(shows, |asked| many::purge(asked).boxed());
    let change = PlainChange { options: &[Reason], ..change };
    let purge = bulk(change, "purgeMany", route, &["purged"], &description);
    Action { selects: Selects::Records, errors: vec![Code::Conflict], ..purge }
}

pub(super) fn undo() -> Action {
    let description = "Takes an operation back: deletes the records that it created, restores those that it \
                       deleted, deletes those that it restored, and gives fields that it changed, grants and roles \
                       their earlier values. What somebody has changed since stays, and what it purged is gone. Updates of others also \
                       take the permission to audit.";
    let path = "/api/v1/operations/{id}/undo";
    let route = post(Tag::Trash, path, "undoOperation", "Undo an operation", OUTCOMES);
    let route = route.at(OPERATION).missing("Operation");
    let shows = Shows::without::<Outcomes>(&["related", "can_undo"]);
    let change = plain(shows, |asked| many::undo(asked).boxed());
    let change = PlainChange { options: &[Reason], ..change };
    let undo = bulk(change, "undo", route, &["restored", "deleted", "updated"], description);
    let id = "The id of the operation, from its payload or its events.";
    let selects = Selects::One("operationId", "UUID!", id);
    let errors = vec![Code::NotFound, Code::Conflict];
    Action { selects, parameters: of_undo(), errors, ..undo }
}

/// The entry of an operation on records of any kinds.
fn bulk(
    change: PlainChange,
    name: &str,
    route: Route,
    events: &'static [&'static str],
    description: &str,
) -> Action {
    let description = format!(
        "{description} Each record requires the permission that it requires on its own, and its error is in its outcome."
    );
    Action { events, route: Some(route), ..entry(Act::Plain(change), name, description) }
}

/// What a response on the inbox has.
const UNREAD: &str = "The number of notifications that remain unread.";

pub(super) fn mark_read() -> Action {
    let description = "Marks notifications of the caller as read. Those that are already read keep \
                       their timestamps.";
    let (path, id) = ("/api/v1/me/notifications/read", "markNotificationsRead");
    let route = post(Tag::Caller, path, id, "Mark own notifications as read", UNREAD);
    let change = plain(Shows::all::<Marked>(), |asked| inbox::mark_read(asked).boxed());
    let mark = of_inbox(change, "mark{}Read", route, description);
    Action { selects: Selects::Notifications, ..mark }
}

pub(super) fn mark_all_read() -> Action {
    let description = "Marks all notifications of the caller as read.";
    let (path, id) = ("/api/v1/me/notifications/read-all", "markAllNotificationsRead");
    let route = post(Tag::Caller, path, id, "Mark all own notifications as read", UNREAD);
    let change = plain(Shows::all::<AllMarked>(), |asked| inbox::mark_all_read(asked).boxed());
    let change = PlainChange { load: Load::WritesMany, ..change };
    let mark = of_inbox(change, "markAll{}Read", route, description);
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
    let fields = "The notification to send, and the accounts or the role to send it to.";
    let type_name = format!("{}Input", capital(&route.id));
    let recipients = Recipients {
        named: [many.accounts, many.role],
        type_name: "NotificationRecipients",
        deprecated: true,
    };
    let change =
        plain(Shows::all::<CreatedMany>(), move |asked| inbox::send(asked, create, many).boxed());
    let change = PlainChange {
        body: Some(body(type_name, fields, &many.inputs)),
        recipients: Some(recipients),
        example: Example::Record(resource, json!({ many.accounts: [3], many.role: null })),
        load: Load::WritesMany,
        ..change
    };
    let name = format!("{}{{}}", create.verb);
    Some(Action {
        admits: Admits::Holders(&create.permission),
        events: &["created"],
        errors: vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        ..of_inbox(change, &name, route, description)
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
    let of = Importable { resource, catalogue, permissions: [create, update] };
    let change = plain(Shows::all::<Imported>(), move |asked| many::import(asked, of).boxed());
    let change = PlainChange {
        body: Some(body(format!("{}Input", capital(&name)), fields, &catalogue.inputs)),
        example: Example::Record(resource, json!({})),
        load: Load::WritesMany,
        ..change
    };
    Some(Action {
        admits: Admits::Holders(update),
        events: &["created", "updated"],
        errors: vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        route: Some(post(Tag::Trash, path, name.clone(), summary, texts)),
        ..entry(Act::Plain(change), name, description)
    })
}

/// The entry of an operation on many notifications. Its name has braces in place of the plural; it
/// requires the permission to view them.
fn of_inbox(change: PlainChange, name: &str, route: Route, description: &str) -> Action {
    let resource = notifications();
    let name = name.replace("{}", &capital(&resource.plural()));
    Action {
        admits: Admits::Holders(&resource.view),
        events: &["updated"],
        errors: vec![Code::Forbidden, Code::ValidationFailed],
        route: Some(route),
        ..entry(Act::Plain(change), name, description)
    }
}
