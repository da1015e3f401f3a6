//! Operations that read.

use futures_util::FutureExt;

use super::{
    action::{Act, Action, Read},
    entry::{OPERATION, RECORD, entry, get, permitted, query, views},
    route::{PathExample, PathParameter, Tag},
};
use crate::{
    error::Code,
    kinds::{AUDIT, notifications},
    operations::{
        bulk::{OperationSummary, RestorePreview},
        records::AsOf,
        trash::Summary,
    },
    parameters::{Pages, of_events, of_previews, of_record_as_of, of_trash},
    reads::{Finds, ReadViews, events, trash as read_trash},
    resources::{Resource, a, capital, noun, nouns},
    views::{Described, RecordChange, VisibleEvent},
};

pub(super) fn viewer() -> Action {
    let route = get(Tag::Caller, "/api/v1/me", "getMe", "Get the caller", "The caller.");
    query("viewer", Read::Viewer, route, "The caller.")
}

pub(super) fn node() -> Action {
    let description = "Any record, by its global id; null if it doesn't exist. Requires the \
                       permission that the query of its kind requires.";
    Action { errors: vec![Code::Forbidden], ..entry(Act::Read(Read::Node), "node", description) }
}

pub(super) fn nodes() -> Action {
    let description = "Any records, by their global ids, in the order of the ids; each is what \
                       `node` returns. An error makes one of them null and doesn't affect the \
                       others.";
    Action { errors: vec![Code::Forbidden], ..entry(Act::Read(Read::Nodes), "nodes", description) }
}

pub(super) fn view(resource: &'static Resource) -> Action {
    let deleted = match resource.restore {
        Some(_) => ", or if it is deleted and the caller may not restore it",
        None => " or is deleted",
    };
    let description =
        format!("{} by its key; null if it doesn't exist{deleted}.", capital(&a(resource)));
    let route = get(
        Tag::Kind(resource),
        resource.record_path(),
        format!("get{}", resource.name),
        format!("Get {}", a(resource)),
        format!("The {}.", noun(resource)),
    );
    let route = route.missing(resource.title).versioned();
    let name = resource.field_name();
    permitted(&resource.view, query(name, Read::Record(resource), route, description))
}

pub(super) fn list(resource: &'static Resource) -> Action {
    let description = format!(
        "The {} that the caller may view. The total is counted only if the request asks for it.",
        nouns(resource)
    );
    let route = get(
        Tag::Kind(resource),
        resource.path,
        format!("list{}", capital(&resource.plural())),
        format!("List {}", nouns(resource)),
        format!("A page of {}.", nouns(resource)),
    );
    // The list of roles has the caller's own without a permission, and is one in GraphQL.
    let (name, route) = match resource.plural() {
        name if resource.permits => (format!("{name}Connection"), None),
        name => (name, Some(route.paged())),
    };
    let list = query(name, Read::List(resource), route, description);
    Action { pages: Some(Pages::Both), ..permitted(&resource.view, list) }
}

pub(super) fn trash() -> Action {
    let description = "The deleted records of all kinds that the caller may view and restore, \
                       newest deletion first by default. The total is counted only if the request \
                       asks for it.";
    let route = get(
        Tag::Trash,
        "/api/v1/trash",
        "listTrash",
        "List the trash",
        "A page of deleted records.",
    )
    .paged();
    let trash = query("trash", Read::Trash, route, description);
    Action { parameters: of_trash(), pages: Some(Pages::Both), ..trash }
}

pub(super) fn trash_summary() -> Action {
    let description = "The number of deleted records of each kind that the caller may restore.";
    let route = get(
        Tag::Trash,
        "/api/v1/trash/summary",
        "getTrashSummary",
        "Count the trash by kind",
        "The number of deleted records of each kind.",
    );
    let finds = Finds::All(Summary::about());
    views("trashSummary", finds, |asked| read_trash::summary(asked).boxed(), route, description)
}

pub(super) fn restore_preview() -> Action {
    let description = "What restoring records would bring back, and what blocks it, in the \
                       order of the ids; null for a record that the caller may not view.";
    let route = get(
        Tag::Trash,
        "/api/v1/restore/preview",
        "previewRestore",
        "Preview restoring records",
        "What restoring each record would bring back.",
    );
    let finds = Finds::Each(RestorePreview::about());
    let run: ReadViews = |asked| read_trash::preview(asked).boxed();
    let preview = views("restorePreview", finds, run, route, description);
    Action { parameters: of_previews(), ..preview }
}

pub(super) fn record_events() -> Action {
    let description = "The audit trail of all records and roles, newest first. Events of roles take the \
                       permission for all records.";
    let route = get(Tag::Audit, "/api/v1/events", "listEvents", "List events", "A page of events.")
        .paged()
        .streaming(RecordChange::about);
    let finds = Finds::Page(VisibleEvent::about(), "events");
    let found =
        views("recordEvents", finds, |asked| events::events(asked).boxed(), route, description);
    let found = permitted(&AUDIT, found);
    Action { parameters: of_events(), pages: Some(Pages::Forward), ..found }
}

pub(super) fn record_as_of() -> Action {
    let description = "A record as it was at a time, from its history; null before it was created, \
                       and if the caller may not view it now. Requires also the permission that the \
                       query of its kind requires.";
    let route = get(
        Tag::Audit,
        "/api/v1/records/{id}/as-of",
        "getRecordAsOf",
        "Get a record as it was at a time",
        "The record as it was at the time.",
    )
    .at(RECORD)
    .missing("Record");
    let finds = Finds::One(AsOf::about());
    let found =
        views("recordAsOf", finds, |asked| events::as_of(asked).boxed(), route, description);
    Action { parameters: of_record_as_of(), ..permitted(&AUDIT, found) }
}

pub(super) fn operation() -> Action {
    let description = "An operation that changed records, with what concerns the caller: events of \
                       records that it may audit, view, delete or restore, and its own. Null if \
                       there are none.";
    let route = get(
        Tag::Audit,
        "/api/v1/operations/{id}",
        "getOperation",
        "Get an operation",
        "The operation.",
    )
    .at(OPERATION)
    .missing("Operation");
    let finds = Finds::One(OperationSummary::about());
    views("operation", finds, |asked| events::operation(asked).boxed(), route, description)
}

/// The parameters of a path with the locale and group of translations.
const BUNDLE: &[PathParameter] = &[
    PathParameter {
        name: "locale",
        description: "Code of the locale, such as `pt-BR`.",
        example: PathExample::Text("en"),
    },
    PathParameter {
        name: "group",
        description: "Name of the group, such as `buttons`.",
        example: PathExample::Text("buttons"),
    },
];

pub(super) fn translation_bundle(resource: &'static Resource) -> Option<Action> {
    resource.catalogue.as_ref()?;
    let description = "The live and active translations of a locale and group: texts by key.";
    let route = get(
        Tag::Kind(resource),
        "/api/v1/admin/translations/bundles/{locale}/{group}",
        "getTranslationBundle",
        "Get the translations of a locale and group",
        "The texts of the group, by key.",
    )
    .at(BUNDLE)
    .versioned();
    Some(query("translationBundle", Read::TranslationBundle, route, description))
}

pub(super) fn inbox() -> Action {
    let resource = notifications();
    let name = format!("own{}", capital(&resource.plural()));
    let route = get(
        Tag::Caller,
        "/api/v1/me/notifications",
        "listMyNotifications",
        "List own notifications",
        "A page of the caller's notifications.",
    )
    .paged();
    let description = "The caller's own live notifications, newest first.";
    let inbox = permitted(&resource.view, query(name, Read::Inbox, route, description));
    Action { pages: Some(Pages::Both), is_root_field: false, ..inbox }
}
