//! The root fields, made from what each kind offers: their names, and their place in the schema.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType, Registry};
use std::{collections::HashMap, sync::LazyLock};

use super::{
    directives::{permission, rest},
    inputs::input_type,
    payloads::{key, payload},
    scalars::{BIG_INT, UUID},
    types::{field, input, with_arguments},
};
use crate::{
    api::graphql::resolve::{self, EXPECTED_VERSION, ToMany, inbox, lists},
    kinds,
    resources::{Create, Resource, Restore, Update, a, capital, noun},
};

/// A root field of queries.
#[derive(Clone, Copy)]
pub enum QueryField {
    /// The caller.
    Viewer,
    /// Any record, by its global id.
    Node,
    /// Any records, by their global ids.
    Nodes,
    /// A record of a kind, by its key.
    Record(&'static Resource),
    /// The records of a kind.
    List(&'static Resource),
    /// The deleted records of all kinds.
    Trash,
    /// How many of them there are.
    TrashSummary,
    /// What happened to records.
    RecordEvents,
    /// The texts of a frontend.
    TranslationBundle,
}

/// A root field of mutations.
#[derive(Clone, Copy)]
pub enum MutationField {
    /// Deletes a record.
    Delete(&'static Resource),
    /// Brings a record back.
    Restore(&'static Resource),
    /// Changes a record.
    Update(&'static Resource),
    /// Makes a record.
    Create(&'static Resource),
    /// Changes the state of many records.
    Many(ToMany),
    /// Does something with many notifications.
    Inbox(inbox::Act),
    /// Gives a credential a new value.
    Rotate(&'static Resource),
}

/// The queries, in the order of the schema.
pub fn queries() -> Vec<(String, QueryField)> {
    let records =
        kinds::all().iter().map(|resource| (resource.field_name(), QueryField::Record(resource)));
    let lists = kinds::all()
        .iter()
        .map(|resource| (lists::query_name(resource), QueryField::List(resource)));
    let any =
        [("viewer", QueryField::Viewer), ("node", QueryField::Node), ("nodes", QueryField::Nodes)];
    any.into_iter()
        .map(|(name, query)| (name.to_owned(), query))
        .chain(records)
        .chain(lists)
        .chain(
            [
                ("trash", QueryField::Trash),
                ("trashSummary", QueryField::TrashSummary),
                ("recordEvents", QueryField::RecordEvents),
                ("translationBundle", QueryField::TranslationBundle),
            ]
            .map(|(name, query)| (name.to_owned(), query)),
        )
        .collect()
}

/// The mutations, in the order of the schema.
pub fn mutations() -> Vec<(String, MutationField)> {
    let all = kinds::all();
    let deletes = all.iter().filter(|resource| resource.delete.is_some());
    let restores = all.iter().filter(|resource| resource.restore.is_some());
    let updates = all.iter().filter(|resource| resource.update.is_some());
    let creates = all.iter().filter_map(|resource| Some((resource, resource.create.as_ref()?)));
    let credentials = all.iter().filter(|resource| resource.credential.is_some());
    deletes
        .map(|resource| (format!("delete{}", resource.name), MutationField::Delete(resource)))
        .chain(restores.map(|resource| {
            (format!("restore{}", resource.name), MutationField::Restore(resource))
        }))
        .chain(
            updates.map(|resource| {
                (format!("update{}", resource.name), MutationField::Update(resource))
            }),
        )
        .chain(creates.map(|(resource, create)| {
            (format!("{}{}", create.verb, resource.name), MutationField::Create(resource))
        }))
        .chain(credentials.map(|it| (format!("rotate{}", it.name), MutationField::Rotate(it))))
        .chain(
            [
                ("deleteMany", ToMany::Delete),
                ("restoreMany", ToMany::Restore),
                ("undo", ToMany::Undo),
            ]
            .map(|(name, what)| (name.to_owned(), MutationField::Many(what))),
        )
        .chain(inbox::mutations().map(|(name, act)| (name, MutationField::Inbox(act))))
        .collect()
}

/// The query of that name.
pub fn query(name: &str) -> Option<QueryField> {
    static QUERIES: LazyLock<HashMap<String, QueryField>> =
        LazyLock::new(|| queries().into_iter().collect());
    QUERIES.get(name).copied()
}

/// The mutation of that name.
pub fn mutation(name: &str) -> Option<MutationField> {
    static MUTATIONS: LazyLock<HashMap<String, MutationField>> =
        LazyLock::new(|| mutations().into_iter().collect());
    MUTATIONS.get(name).copied()
}

/// Describes a mutation, and makes the types of its answer and its input known.
pub fn describe_mutation(
    registry: &mut Registry,
    name: &str,
    mutation: MutationField,
) -> MetaField {
    let (described, payload) = match mutation {
        MutationField::Delete(resource) => delete(name, resource),
        MutationField::Restore(resource) => restore(name, resource, resource.restore.as_ref()),
        MutationField::Update(resource) => {
            update(registry, name, resource, resource.update.as_ref())
        }
        MutationField::Create(resource) => {
            create(registry, name, resource, resource.create.as_ref())
        }
        MutationField::Many(what) => resolve::describe_bulk(name, what),
        MutationField::Inbox(act) => inbox::describe(registry, act),
        MutationField::Rotate(resource) => resolve::rotate(name, resource),
    };
    registry.types.insert(payload.name().to_owned(), payload);
    described
}

fn delete(name: &str, resource: &Resource) -> (MetaField, MetaType) {
    let (comes_back, operation) = match resource.restore {
        Some(_) => ("can", "The operation: `undo` takes it to bring the record back."),
        None => ("can't", "The operation, by which events tell of it."),
    };
    let description = format!("Deletes {}; it {comes_back} be brought back.", a(resource));
    let operation = field("operationId", format!("{UUID}!"), operation);
    let payload = payload(name, resource, [operation]);
    let mut field = with_arguments(field(name, payload.name(), &description), [key(resource)]);
    field.directive_invocations = resource.delete.iter().map(permission).collect();
    (field, payload)
}

fn restore(name: &str, resource: &Resource, restore: Option<&Restore>) -> (MetaField, MetaType) {
    let description = format!("Brings a deleted {} back.", noun(resource));
    let restored = field(
        "restored",
        "Boolean!",
        "Whether this call brought it back; false when it was live already.",
    );
    let operation = field(
        "operationId",
        UUID,
        "The operation: `undo` takes it to delete the record again; null when it was live already.",
    );
    let payload = payload(name, resource, [restored, operation]);
    let mut field =
        with_arguments(field(name, payload.name(), &description), [key(resource), expected()]);
    field.directive_invocations = restore.map_or_else(Vec::new, |restore| {
        vec![permission(&restore.permission), rest("POST", restore.path)]
    });
    (field, payload)
}

fn update(
    registry: &mut Registry,
    name: &str,
    resource: &Resource,
    update: Option<&Update>,
) -> (MetaField, MetaType) {
    let description = format!("Changes the fields of {} that are sent.", a(resource));
    let changes = format!("{}Changes", resource.name);
    let payload = payload(name, resource, []);
    let mut field = with_arguments(
        field(name, payload.name(), &description),
        [key(resource), input("changes", format!("{changes}!"), "What to change."), expected()],
    );
    if let Some(update) = update {
        field.directive_invocations =
            vec![permission(&update.permission), rest("PATCH", update.path)];
        let description =
            format!("What may be changed of {}; what is left out stays as it is.", a(resource));
        registry
            .types
            .insert(changes.clone(), input_type(changes, description, &update.changes, true));
    }
    (field, payload)
}

fn create(
    registry: &mut Registry,
    name: &str,
    resource: &Resource,
    create: Option<&Create>,
) -> (MetaField, MetaType) {
    let payload = payload(name, resource, resolve::value_field(resource));
    let input_name = payload.name().replace("Payload", "Input");
    let verb = create.map_or("make", |create| create.verb);
    let mut field = with_arguments(
        field(name, payload.name(), &format!("{}s {}.", capital(verb), a(resource))),
        [input("input", format!("{input_name}!"), &format!("What to {verb}."))],
    );
    if let Some(create) = create {
        let posted = create.rest.iter().map(|posted| rest("POST", posted.path));
        field.directive_invocations =
            std::iter::once(permission(&create.permission)).chain(posted).collect();
        registry.types.insert(
            input_name.clone(),
            input_type(
                input_name,
                format!("What it takes to {verb} {}.", a(resource)),
                &create.inputs,
                false,
            ),
        );
    }
    (field, payload)
}

fn expected() -> MetaInputValue {
    let description = "The `version` that the record has to have; any when left out. Of another one \
                       it is refused as a CONFLICT.";
    input(EXPECTED_VERSION, BIG_INT, description)
}
