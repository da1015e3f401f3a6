//! The root fields of mutations, made from the table of operations.

use async_graphql::registry::{MetaField, MetaInputValue, Registry};

use super::field::root_field;
use crate::{
    api::graphql::{
        resolve::{self, OVERLAP, accounts, inbox},
        schema::{
            inputs::input_type,
            payloads::{either_key, expected_version, key, payload, reason},
            scalars::DURATION,
            types::{add_types, field, input, with_arguments},
        },
    },
    kinds,
    resources::{Act, RecordAct, RequestOption, TargetState},
};

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
                Act::Bulk(bulk) => resolve::describe_bulk(&action.name, *bulk),
                Act::Matching(matching) => resolve::describe_matching(&action.name, *matching),
                Act::Cancel => resolve::describe_cancel(&action.name),
                Act::Inbox(act) => inbox::describe(registry, &action.name, *act),
                Act::Import(resource, catalogue) => {
                    resolve::describe_import(registry, &action.name, resource, catalogue)
                }
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
