//! The root fields, made from the table of operations.

use async_graphql::registry::{MetaField, MetaInputValue, Registry};

use crate::{
    api::graphql::{
        resolve::{TRASH, describe_change},
        schema::{
            JSON_OBJECT, NODE, add_types, arguments_of, connection_name, describe_list, either_key,
            field, input, input_type, key, options, payload, permission, rest, with_arguments,
        },
    },
    changes::shows,
    kinds,
    reads::{Finds, finds},
    resources::{Act, Action, PathExample, PathParameter, Read, RecordAct, TargetState},
    views::{View, Viewer},
};

/// The root fields of queries.
pub fn queries() -> impl Iterator<Item = MetaField> {
    kinds::actions().iter().filter_map(|action| match action.act {
        Act::Read(query) if action.is_root_field() => {
            Some(root_field(action, described(action, query)))
        }
        _ => None,
    })
}

/// The type and the arguments of a query.
fn described(action: &Action, query: Read) -> MetaField {
    let ty = match query {
        Read::Viewer => Viewer::about().type_name.to_owned(),
        // They are fields below.
        Read::Inbox | Read::RoleMembers | Read::RoleEvents | Read::Grants => {
            unreachable!("{} is no root field", action.name)
        }
        Read::Node => NODE.to_owned(),
        Read::Nodes => format!("[{NODE}]"),
        Read::Record(resource) => resource.name.to_owned(),
        Read::List(resource) => return describe_list(&action.name, resource),
        Read::Trash => connection_name(TRASH),
        Read::TranslationBundle => JSON_OBJECT.to_owned(),
        read => match finds(read) {
            Some(Finds::One(about)) => about.type_name.to_owned(),
            Some(Finds::All(about) | Finds::Part(about, _)) => format!("[{}!]", about.type_name),
            Some(Finds::Each(about)) => format!("[{}]", about.type_name),
            Some(Finds::Page(about, _)) => connection_name(about.type_name),
            Some(Finds::Names) => "[String!]".to_owned(),
            None => unreachable!("{} has no type", action.name),
        },
    };
    let named = match query {
        Read::Node => vec![input("id", "ID!", "Global id of the record.")],
        Read::Nodes => vec![input("ids", "[ID!]!", "Global ids of the records, at most 100.")],
        Read::Record(resource) => either_key(resource),
        Read::Role => vec![input("id", "ID!", "Global id of the role.")],
        _ => action.route.iter().flat_map(|route| route.parameters).map(in_path).collect(),
    };
    with_arguments(field(&action.name, ty, ""), named.into_iter().chain(arguments_of(query)))
}

/// The argument that a parameter of a path in REST is.
fn in_path(parameter: &PathParameter) -> MetaInputValue {
    let ty = match parameter.example {
        PathExample::Id(_) | PathExample::Record => "ID!",
        PathExample::Operation => "UUID!",
        PathExample::Text(_) => "String!",
    };
    input(parameter.name, ty, parameter.description)
}

/// The root fields of mutations. Registers the types of their payloads and inputs.
pub fn mutations(registry: &mut Registry) -> Vec<MetaField> {
    kinds::actions()
        .iter()
        .filter_map(|action| {
            let (arguments, payload) = match &action.act {
                Act::Record(act) => {
                    (arguments(registry, act), payload(&action.name, act.resource, &act.results))
                }
                act => describe_change(registry, action, &shows(act)?),
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
    key.into_iter().chain(body).chain(options(act.options)).collect()
}

/// The field, with the description and the directives of its entry.
fn root_field(action: &Action, field: MetaField) -> MetaField {
    let rest = action.rest().map(|(method, path)| rest(method.name(), path));
    let permission = action.admits.permission().map(permission);
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
    } else if !matches!(action.act, Act::Read(_)) {
        text += " Errors: none of its own.";
    }
    text
}
