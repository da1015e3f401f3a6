//! Mutations of records of any kinds, with an outcome for each record.

use async_graphql::registry::{MetaInputValue, MetaType, Registry};

use super::{
    arguments::{texts, uuid, with_reason},
    global_id,
};
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer, view},
        plan::Field,
        schema::{
            RESTORE_WITH, add_types, choice, defaulted, enum_name, input, object, payload_of,
            reason,
        },
    },
    error::Error,
    operations::{
        bulk::{Progress, undo},
        records::{
            restore_many_related,
            write::{self, MANY, Outcome, Policy, Selection},
        },
        rows::State,
    },
    resources::Bulk,
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
    add_types(
        registry,
        [
            choice(POLICY, policy, policies),
            choice(RESTORE_WITH, "Which deleted records come back with a record.", with),
            object("BulkOutcome", "The result for one record.", One::fields()),
            object(
                "BulkError",
                "Why a record was not changed, or would not be.",
                BulkError::fields(),
            ),
        ],
    );
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
    (arguments, payload_of(name, Payload::fields(bulk)))
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
    let (app, call, projections) = (ctx.app, &with_reason(ctx)?, ctx.field.projections());
    let mut progress = None;
    let (ids, results) = match bulk {
        Bulk::Undo => {
            let operation = uuid(ctx, "operationId")?;
            let (results, of_batches) = undo(app, call, operation, projections).await?;
            progress = of_batches;
            (results.outcomes.iter().map(|it| id(it.selection)).collect(), results)
        }
        Bulk::Delete | Bulk::Restore => {
            let (ids, policy) = (texts(ctx, "ids")?, policy(ctx));
            let picked = ids.iter().map(|id| global_id::decode(id)).collect();
            let state = if bulk == Bulk::Restore { State::Live } else { State::Deleted };
            let results = if state == State::Live && with_related(ctx) {
                restore_many_related(app, call, picked, policy, projections).await?
            } else {
                write::change_many(app, call, state, picked, policy, projections).await?
            };
            (ids, results)
        }
    };
    Ok(Box::new(Payload { ids, results, progress }))
}

fn policy(ctx: Context<'_>) -> Policy {
    match ctx.argument("policy").as_ref().and_then(enum_name) {
        Some("ALL_OR_NOTHING") => Policy::AllOrNothing,
        _ => Policy::Each,
    }
}

fn id(picked: Selection) -> String {
    picked.map(|(resource, id)| global_id::encode(resource, id)).unwrap_or_default()
}

/// The payload of a mutation.
struct Payload {
    ids: Vec<String>,
    results: write::Bulk,
    progress: Option<Progress>,
}

view! { Payload, (bulk: Bulk), |it, field, to| {
    "operationId": "UUID", "The id of the operation, which `undo` takes; null if nothing changed."
        => to.value(it.results.operation);
    "outcomes": "[BulkOutcome!]!", "An outcome for each record, in order."
        => {
            let pairs = it.ids.iter().zip(&it.results.outcomes);
            to.objects(field, pairs.map(|(id, outcome)| One(id, outcome)));
        };
    "related" [bulk == Bulk::Restore]: "[BulkOutcome!]!", RELATED
        => write_related(&it.results.related, field, to);
    "progress" [bulk == Bulk::Undo]: "BulkProgress",
        &format!("How far the undo is, if it runs in batches, because there are more than {MANY} \
                  records; then there are no outcomes.")
        => to.optional(field, it.progress.as_ref());
} }

/// What came back with the records of a request.
pub const RELATED: &str = "An outcome for each record that `with` added; empty without `with`.";

/// Writes what came back with the records of a request.
pub fn write_related<'p>(related: &[Outcome], field: &'p Field, to: &mut Writer<'p>) {
    let ids: Vec<String> = related.iter().map(|it| id(it.selection)).collect();
    to.objects(field, ids.iter().zip(related).map(|(id, outcome)| One(id, outcome)));
}

/// The result for one record, with its global id.
struct One<'p>(&'p str, &'p Outcome);

view! { One<'_>, (), |it, field, to| {
    "id": "ID!", "The id that was sent; truncated to 64 bytes if it is not a valid id."
        => to.value(if it.1.selection.is_none() { cut(it.0) } else { it.0 });
    "changed": "Boolean!", "Whether the record was changed." => to.value(it.1.changed);
    "record": "Record",
        "The record after the operation; null on an error, and if the caller may not view it."
        => to.optional(field, it.1.record.as_ref());
    "error": "BulkError", "Why the record was not changed; null if there was no error."
        => to.optional(field, it.1.error.as_ref().map(BulkError));
} }

/// The beginning of what is no id, longer than any id is. The response doesn't repeat a long text.
fn cut(text: &str) -> &str {
    const MAX_BYTES: usize = 64;
    &text[..text.floor_char_boundary(MAX_BYTES)]
}

/// Why a record was not changed.
pub struct BulkError<'p>(pub &'p Error);

view! { BulkError<'_>, (), |it, field, to| {
    "code": "ErrorCode!",
        "The code of the error: that of the operation on one record, or `ABORTED`."
        => to.value(it.0.code().as_str());
    "message": "String!", "The message of the error." => to.value(it.0.message());
    "requiredPermissions": "[String!]",
        "The permissions, any one of which is enough; null unless one is missing."
        => match it.0 {
            Error::Forbidden { required } => to.value(required),
            _ => to.null(),
        };
} }
