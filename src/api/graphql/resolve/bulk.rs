//! Mutations of records of any kinds, with an outcome for each record.

use async_graphql::registry::{MetaInputValue, MetaType, Registry};

use super::arguments::{texts, uuid, with_reason};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        schema::{
            RESTORE_WITH, add_types, choice, defaulted, enum_name, input, payload_of, reason,
            view_fields,
        },
    },
    error::Error,
    kinds::global_id,
    operations::{
        bulk::{self, MANY, Policy, change_many, restore_many_related, undo},
        rows::State,
    },
    resources::Bulk,
    views::{Outcomes, View, id_of},
};

/// The enum of policies.
const POLICY: &str = "BulkPolicy";
/// The argument that says what comes back with a record.
const WITH: &str = "with";

/// Registers the types that the payloads share.
pub fn register(registry: &mut Registry) {
    let policies = [
        ("EACH", "An error of one record doesn't affect the others."),
        ("ALL_OR_NOTHING", "An error of one record rolls all of them back: they get ABORTED."),
    ];
    let policy = "What an error of one record means for the others.";
    let with = [(
        "RELATED",
        format!(
            "The records to which it belongs: its owner, and the locale of a translation. And those \
             that belong to it and that the same operation deleted. At most {MANY} in all."
        ),
    )];
    let types = [
        choice(POLICY, policy, policies),
        choice(RESTORE_WITH, "Which deleted records come back with a record.", with),
    ];
    add_types(registry, types);
}

/// The arguments and the payload type of a mutation.
pub fn describe_bulk(name: &str, bulk: Bulk) -> (Vec<MetaInputValue>, MetaType) {
    let arguments = match bulk {
        Bulk::Delete => many(),
        Bulk::Restore => [many(), vec![with_related_argument()]].concat(),
        Bulk::Undo => vec![input(
            "operationId",
            "UUID!",
            "The id of the operation, from its payload or its events.",
        )],
    };
    let arguments = arguments.into_iter().chain([reason()]).collect();
    let fields = view_fields(Outcomes::about()).filter(|field| match field.name.as_str() {
        "related" => bulk == Bulk::Restore,
        "progress" => bulk == Bulk::Undo,
        _ => true,
    });
    (arguments, payload_of(name, fields))
}

/// Describes the argument that says what comes back with a record.
pub fn with_related_argument() -> MetaInputValue {
    input(
        WITH,
        RESTORE_WITH,
        "Which deleted records come back too, in the same operation; none if absent.",
    )
}

/// Whether the related records come back too.
pub fn with_related(ctx: Context<'_>) -> bool {
    ctx.argument(WITH).is_some()
}

fn many() -> Vec<MetaInputValue> {
    let policy = "What an error of one record means for the others.";
    let policy = defaulted("EACH", input("policy", format!("{POLICY}!"), policy));
    vec![input("ids", "[ID!]!", &format!("Global ids of the records, at most {MANY}.")), policy]
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, bulk: Bulk) -> Result<Box<dyn Object>, Error> {
    let (app, call, projections) = (ctx.app, &with_reason(ctx)?, ctx.projections());
    let mut progress = None;
    let (ids, results) = match bulk {
        Bulk::Undo => {
            let operation = uuid(ctx, "operationId")?;
            let (results, of_batches) = undo(app, call, operation, projections).await?;
            progress = of_batches;
            (results.outcomes.iter().map(id_of).collect(), results)
        }
        Bulk::Delete | Bulk::Restore => {
            let (ids, policy) = (texts(ctx, "ids")?, policy(ctx));
            let picked = ids.iter().map(|id| global_id::decode(id)).collect();
            let state = if bulk == Bulk::Restore { State::Live } else { State::Deleted };
            let results = if state == State::Live && with_related(ctx) {
                restore_many_related(app, call, picked, policy, projections).await?
            } else {
                change_many(app, call, state, picked, policy, projections).await?
            };
            (ids, results)
        }
    };
    let bulk::Bulk { operation, outcomes, related } = results;
    let outcomes = ids.into_iter().zip(outcomes).collect();
    Ok(Box::new(Outcomes { operation, outcomes, related: Some(related), progress }))
}

fn policy(ctx: Context<'_>) -> Policy {
    match ctx.argument("policy").as_ref().and_then(enum_name) {
        Some("ALL_OR_NOTHING") => Policy::AllOrNothing,
        _ => Policy::Each,
    }
}
