//! The arguments and payloads of the mutations.

use async_graphql::registry::{MetaInputValue, MetaType, Registry};

use super::one_of;
use crate::{
    actions::{Action, PlainChange, Selects},
    api::graphql::schema::{
        RESTORE_WITH, add_types, arguments as arguments_of, choice, defaulted, input, input_type,
        options, payload_of, view_fields,
    },
    operations::bulk::{MANY, RunState},
    parameters::{IDS, POLICIES, POLICY, UUIDS},
    resources::camel_case,
};

/// The enum of policies.
const POLICY_TYPE: &str = "BulkPolicy";
/// What the policy says.
const POLICY_TEXT: &str = "What an error of one record means for the others.";

/// Registers the enums.
pub fn register(registry: &mut Registry) {
    let upper =
        |(name, meaning): (&str, &str)| (name.to_ascii_uppercase(), meaning.replace('`', ""));
    let with = [(
        "RELATED",
        format!(
            "The records to which it belongs: its owner, and the locale of a translation. And those \
             that belong to it and that the same operation deleted. At most {MANY} in all."
        ),
    )];
    let states = RunState::ALL.map(|state| (state.name().to_ascii_uppercase(), state.meaning()));
    let types = [
        choice(POLICY_TYPE, POLICY_TEXT, POLICIES.map(upper)),
        choice(RESTORE_WITH, "Which deleted records come back with a record.", with),
        choice("BulkState", "The states of an operation on many records.", states),
    ];
    add_types(registry, types);
}

/// The arguments and the payload type of a mutation.
///
/// Registers the types of its input.
pub fn describe(
    registry: &mut Registry,
    action: &Action,
    change: &PlainChange,
) -> (Vec<MetaInputValue>, MetaType) {
    let (parameters, shows) = (action.parameters, &change.shows);
    // In GraphQL parameters stand for a body.
    let body = change.body.as_ref().filter(|_| parameters.is_empty()).map(|body| {
        match &change.recipients {
            Some(recipients) => add_types(registry, one_of::types(body, recipients)),
            None => add_types(registry, [input_type(body)]),
        }
        input(body.argument, format!("{}!", body.type_name), &body.description)
    });
    let arguments = selection(action.selects).into_iter().chain(body);
    let arguments = arguments.chain(parameters.iter().flat_map(arguments_of));
    let arguments = arguments.chain(options(change.options)).collect();
    let is_lacking = |field: &str| shows.lacks.iter().any(|it| camel_case(it) == field);
    let fields = view_fields(shows.about).filter(|field| !is_lacking(&field.name));
    (arguments, payload_of(&action.name, fields))
}

/// The arguments that select what is changed.
fn selection(selects: Selects) -> Vec<MetaInputValue> {
    match selects {
        Selects::Nothing => Vec::new(),
        Selects::One(argument, ty, text) => vec![input(argument, ty, text)],
        Selects::Records => vec![
            input(IDS, "[ID!]!", &format!("Global ids of the records, at most {MANY}.")),
            defaulted("EACH", input(POLICY, format!("{POLICY_TYPE}!"), POLICY_TEXT)),
        ],
        Selects::Notifications => {
            vec![input(UUIDS, "[UUID!]!", "Keys of the notifications, at most 500.")]
        }
        Selects::Matching(resource) => vec![input(
            "where",
            format!("{}Filter!", resource.name),
            "The filter that the records match; `{}` for all.",
        )],
    }
}
