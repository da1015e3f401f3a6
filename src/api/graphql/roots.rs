//! The root fields, made from the table of operations.

use async_graphql::registry::{MetaField, MetaInputValue, Registry};

use crate::{
    actions::{Act, Action, PathExample, PathParameter, Read, actions},
    api::graphql::{
        resolve::{TRASH, describe_change},
        schema::{
            JSON_OBJECT, NODE, add_types, arguments_of, connection_name, describe_list, either_key,
            field, input, input_type, key, options, pages, payload, permission, rest,
            with_arguments, without_total,
        },
    },
    reads::Finds,
    resources::{RecordAct, TargetState},
    views::{Described, Viewer},
};

/// Registers the pages of what operations find.
pub fn register_pages(registry: &mut Registry) {
    for action in actions() {
        if let Act::Read(Read::Views(Finds::Page(about, items), _)) = action.act {
            let of = about.type_name;
            add_types(registry, pages(of, of, items).map(without_total));
        }
    }
}

/// The root fields of queries.
pub fn queries() -> impl Iterator<Item = MetaField> {
    actions().iter().filter_map(|action| match action.act {
        Act::Read(query) if action.is_root_field => {
            Some(root_field(action, described(action, query)))
        }
        _ => None,
    })
}

/// The type and the arguments of a query.
fn described(action: &Action, query: Read) -> MetaField {
    let ty = match query {
        Read::Viewer => Viewer::about().type_name.to_owned(),
        Read::Inbox | Read::RoleMembers => unreachable!("{} is no root field", action.name),
        Read::Node => NODE.to_owned(),
        Read::Nodes => format!("[{NODE}]"),
        Read::Record(resource) => resource.name.to_owned(),
        Read::List(resource) => return describe_list(&action.name, resource),
        Read::Trash => connection_name(TRASH),
        Read::TranslationBundle => JSON_OBJECT.to_owned(),
        Read::Views(finds, _) => match finds {
            Finds::One(about) => about.type_name.to_owned(),
            Finds::All(about) | Finds::Part(about, _) => format!("[{}!]", about.type_name),
            Finds::Each(about) => format!("[{}]", about.type_name),
            Finds::Page(about, _) => connection_name(about.type_name),
            Finds::Names => "[String!]".to_owned(),
        },
    };
    let named = match query {
        Read::Node => vec![input("id", "ID!", "Global id of the record.")],
        Read::Nodes => vec![input("ids", "[ID!]!", "Global ids of the records, at most 100.")],
        Read::Record(resource) => either_key(resource),
        _ => action.route.iter().flat_map(|route| route.parameters).map(in_path).collect(),
    };
    with_arguments(
        field(&action.name, ty, ""),
        named.into_iter().chain(arguments_of(action.parameters, action.pages)),
    )
}

/// The argument that a parameter of a path in REST is.
fn in_path(parameter: &PathParameter) -> MetaInputValue {
    let ty = match parameter.example {
        PathExample::Id(_) => {
            let global = parameter.description.replacen("Id", "Global id", 1);
            return input(parameter.name, "ID!", &global);
        }
        PathExample::Record | PathExample::Row => "ID!",
        PathExample::Operation => "UUID!",
        PathExample::Text(_) => "String!",
    };
    input(parameter.name, ty, parameter.description)
}

/// The root fields of mutations. Registers the types of their payloads and inputs.
pub fn mutations(registry: &mut Registry) -> Vec<MetaField> {
    actions()
        .iter()
        .filter_map(|action| {
            let (arguments, payload) = match &action.act {
                Act::Record(act) => {
                    (arguments(registry, act), payload(&action.name, act.resource, &act.results))
                }
                Act::Plain(change) => describe_change(registry, action, change),
                Act::Read(_) => return None,
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
    } else if !action.only_reads() {
        text += " Errors: none of its own.";
    }
    text
}
