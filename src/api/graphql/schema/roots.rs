//! The root fields, made from the table of operations.

use async_graphql::registry::{MetaField, MetaInputValue, Registry};

use super::{
    directives::{permission, rest},
    inputs::input_type,
    lists,
    payloads::{either_key, expected_version, key, payload, reason},
    scalars::{DURATION, JSON_OBJECT},
    types::{NODE, add_types, field, input, with_arguments},
};
use crate::{
    api::graphql::resolve::{self, OVERLAP, VIEWER, accounts, audit, inbox},
    kinds,
    operations::audit::ROLE,
    resources::{Act, Action, Read, RecordAct, RequestOption, TargetState},
};

/// The root fields of queries.
pub fn queries() -> impl Iterator<Item = MetaField> {
    kinds::actions().iter().filter_map(|action| match action.act {
        Act::Read(query) if action.is_root_field() => {
            Some(root_field(action, described(&action.name, query)))
        }
        _ => None,
    })
}

/// The type and the arguments of a query.
fn described(name: &str, query: Read) -> MetaField {
    match query {
        Read::Viewer => field(name, VIEWER, ""),
        // They are fields below.
        Read::Inbox | Read::RoleMembers | Read::RoleEvents | Read::Grants => {
            unreachable!("{name} is no root field")
        }
        Read::Node => {
            with_arguments(field(name, NODE, ""), [input("id", "ID!", "Global id of the record.")])
        }
        Read::Nodes => with_arguments(
            field(name, format!("[{NODE}]"), ""),
            [input("ids", "[ID!]!", "Global ids of the records, at most 100.")],
        ),
        Read::Record(resource) => {
            with_arguments(field(name, resource.name, ""), either_key(resource))
        }
        Read::List(resource) => lists::describe(name, resource),
        Read::Trash => resolve::describe_trash(name),
        Read::TrashSummary => resolve::describe_summary(name),
        Read::RestorePreview => resolve::describe_preview(name),
        Read::RecordEvents => audit::describe(name),
        Read::RecordAsOf => audit::describe_as_of(name),
        Read::Operation => audit::describe_operation(name),
        Read::PermissionNames => field(name, "[String!]", ""),
        Read::Roles => accounts::describe_roles(name),
        Read::Role => {
            with_arguments(field(name, ROLE, ""), [input("id", "ID!", "Global id of the role.")])
        }
        Read::AccessTokens => accounts::describe_tokens(name),
        Read::TranslationBundle => with_arguments(
            field(name, JSON_OBJECT, ""),
            [
                input("locale", "String!", "Code of the locale, such as `pt-BR`."),
                input("group", "String!", "Name of the group, such as `buttons`."),
            ],
        ),
    }
}

/// The root fields of mutations. Registers the types of their payloads and inputs.
pub fn mutations(registry: &mut Registry) -> Vec<MetaField> {
    kinds::actions()
        .iter()
        .filter_map(|action| {
            let (arguments, payload) = match &action.act {
                Act::Read(_) => return None,
                Act::Record(act) => {
                    (arguments(registry, act), payload(&action.name, act.resource, &act.results))
                }
                Act::ById(act) => resolve::describe_by_id(&action.name, *act),
                Act::Revert => resolve::audit::describe_revert(&action.name),
                Act::Bulk(bulk) => resolve::describe_bulk(&action.name, *bulk),
                Act::Matching(matching) => resolve::describe_matching(&action.name, *matching),
                Act::Cancel => resolve::describe_cancel(&action.name),
                Act::Inbox(act) => inbox::describe(registry, &action.name, *act),
                Act::Import(act) => resolve::describe_import(registry, &action.name, act),
                Act::Account(act) => accounts::describe(registry, &action.name, act),
            };
            let described = root_field(action, field(&action.name, payload.name(), ""));
            add_types(registry, [payload]);
            Some(with_arguments(described, arguments))
        })
        .collect()
}

fn arguments(registry: &mut Registry, act: &RecordAct) -> Vec<MetaInputValue> {
    let key = match act.target {
        TargetState::New => vec![],
        TargetState::Live => either_key(act.resource),
        // The documented operation; `restore` takes global ids.
        TargetState::Deleted => vec![key(act.resource)],
    };
    let body = act.body.as_ref().map(|body| {
        add_types(registry, [input_type(body)]);
        input(body.argument, format!("{}!", body.type_name), &body.description)
    });
    let options = act.options.iter().map(|option| match option {
        RequestOption::ExpectedVersion => expected_version(),
        RequestOption::Reason => reason(),
        RequestOption::Overlap => input(
            OVERLAP,
            DURATION,
            "How long the old value stays valid besides the new one, such as `PT24H`: at most 30 \
             days; not at all if absent. Values that were replaced earlier keep their overlap.",
        ),
    });
    key.into_iter().chain(body).chain(options).collect()
}

/// The field, with the description and the directives of its entry.
fn root_field(action: &Action, field: MetaField) -> MetaField {
    let rest = action.rest().map(|(method, path)| rest(method.name(), path));
    let permission = action.permission.map(permission);
    MetaField {
        description: Some(description(action)),
        directive_invocations: permission.into_iter().chain(rest).collect(),
        ..field
    }
}

fn description(action: &Action) -> String {
    let mut text = action.description.clone();
    let events: Vec<String> = action.events.iter().map(|it| it.to_ascii_uppercase()).collect();
    match events.len() {
        0 => {}
        1 => text += &format!(" Event: {}.", events[0]),
        _ => text += &format!(" Events: {}.", events.join(" or ")),
    }
    if !action.errors.is_empty() {
        let codes: Vec<&str> = action.errors.iter().map(|code| code.as_str()).collect();
        text += &format!(" Errors: {}.", codes.join(", "));
    } else if matches!(action.act, Act::Bulk(_)) {
        text += " Errors: none of its own.";
    }
    text
}
