//! Many records at once, and undoing: what is asked, and one outcome for each.

use async_graphql::{
    Context, Value,
    registry::{MetaField, MetaInputValue, MetaType, Registry},
};
use std::{borrow::Cow, sync::Arc};
use uuid::Uuid;

use super::{
    arguments::{given, text, texts},
    global_id,
    look_ahead::projections,
    select::{Answer, Object},
};
use crate::{
    api::graphql::schema::{
        NODE, UUID, choice, field, input, object, payload_type, with_arguments,
    },
    app::App,
    auth::Call,
    error::Error,
    operations::records::write::{self, Bulk, MANY, Outcome, Policy, Selection},
};

/// What becomes of the others where some are refused.
const POLICY: &str = "BulkPolicy";
/// What became of one of many.
const OUTCOME: &str = "BulkOutcome";
/// Why one of many was refused.
const ERROR: &str = "BulkError";

/// What can be done to many records at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToMany {
    /// They are brought back.
    Restore,
    /// They are deleted.
    Delete,
    /// What an operation did to them is undone.
    Undo,
}

/// Makes the types known that the answers share.
pub fn register(registry: &mut Registry) {
    let policies = [
        ("EACH", "Each record stands for itself."),
        ("ALL_OR_NOTHING", "All records are changed, or none."),
    ];
    let policies = policies.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let policy = "What becomes of the other records of a call where some are refused.";
    let outcome = [
        field("id", "ID!", "The id that was sent."),
        field("changed", "Boolean!", "Whether the record was changed."),
        field("record", NODE, "The record as it is now; null when it was refused."),
        field("error", ERROR, "Why it was refused; null when it was not."),
    ];
    let error = [
        field("code", "String!", "The code that the operation for one record answers."),
        field("message", "String!", "What is wrong, a sentence."),
        field(
            "requiredPermissions",
            "[String!]",
            "The permissions of which any one would have been enough, where one was missing.",
        ),
    ];
    for ty in [
        choice(POLICY, policy, &policies),
        object(OUTCOME, "What became of one of many records.", outcome),
        object(ERROR, "Why one of many records was refused.", error),
    ] {
        registry.types.insert(ty.name().to_owned(), ty);
    }
}

/// Describes a mutation and its answer.
pub fn describe_bulk(name: &str, what: ToMany) -> (MetaField, MetaType) {
    let (description, arguments): (&str, Vec<MetaInputValue>) = match what {
        ToMany::Restore => ("Brings many deleted records of any kinds back.", many()),
        ToMany::Delete => {
            ("Deletes many records of any kinds; they can be brought back, API keys apart.", many())
        }
        ToMany::Undo => (
            "Undoes an operation: brings back what it deleted, and deletes what it brought back, \
             as far as nothing else was done to that since.",
            vec![input("operationId", format!("{UUID}!"), "The operation.")],
        ),
    };
    let operation = "The operation, which `undo` takes; null when nothing was changed.";
    let payload = object(
        &payload_type(name),
        format!("What `{name}` answers."),
        [
            field("operationId", UUID, operation),
            field("outcomes", format!("[{OUTCOME}!]!"), "An outcome for each record, in order."),
        ],
    );
    let description =
        format!("{description} Each record takes the permission that it takes alone.");
    (with_arguments(field(name, payload.name(), &description), arguments), payload)
}

fn many() -> Vec<MetaInputValue> {
    let policy = MetaInputValue {
        default_value: Some("EACH".to_owned()),
        ..input(
            "policy",
            format!("{POLICY}!"),
            "What becomes of the others where some are refused.",
        )
    };
    vec![input("ids", "[ID!]!", &format!("Global ids of the records, at most {MANY}.")), policy]
}

/// Carries a mutation out.
pub async fn carry_out(
    ctx: &Context<'_>,
    app: &Arc<App>,
    call: &Arc<Call>,
    name: &str,
    what: ToMany,
) -> Result<Payload, Error> {
    let projections = projections(ctx);
    let type_name = payload_type(name);
    if what == ToMany::Undo {
        let operation = text(ctx, "operationId")?;
        let operation = Uuid::parse_str(&operation)
            .map_err(|_| Error::bad_request("operationId must be a UUID"))?;
        let bulk = write::undo(app, call, operation, projections).await?;
        let ids = bulk.outcomes.iter().map(|it| id(it.picked)).collect();
        return Ok(Payload { type_name, ids, bulk });
    }
    let ids = texts(ctx, "ids")?;
    let picked: Vec<Selection> = ids.iter().map(|id| global_id::decode(id)).collect();
    let policy = match given(ctx, "policy")? {
        Some(Value::Enum(name)) if name == "ALL_OR_NOTHING" => Policy::AllOrNothing,
        Some(Value::String(name)) if name == "ALL_OR_NOTHING" => Policy::AllOrNothing,
        _ => Policy::Each,
    };
    let bulk = match what {
        ToMany::Delete => write::delete_many(app, call, picked, policy, projections).await?,
        _ => write::restore_many(app, call, picked, policy, projections).await?,
    };
    Ok(Payload { type_name, ids, bulk })
}

fn id(picked: Selection) -> String {
    picked.map(|(resource, id)| global_id::encode(resource, id)).unwrap_or_default()
}

/// What a mutation of many records answers.
pub struct Payload {
    type_name: String,
    ids: Vec<String>,
    bulk: Bulk,
}

impl Object for Payload {
    fn type_name(&self) -> Cow<'_, str> {
        self.type_name.as_str().into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match name {
            "operationId" => {
                let operation = self.bulk.operation;
                Answer::Ready(operation.map_or(Value::Null, |id| id.to_string().into()))
            }
            _ => {
                let pairs = self.ids.iter().zip(&self.bulk.outcomes);
                Answer::Objects(pairs.map(|(id, it)| Box::new(One(id, it)) as Box<_>).collect())
            }
        }
    }
}

/// What became of one of many.
struct One<'p>(&'p str, &'p Outcome);

impl Object for One<'_> {
    fn type_name(&self) -> Cow<'_, str> {
        OUTCOME.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match (name, &self.1.record, &self.1.error) {
            ("id", ..) => Answer::Ready(self.0.into()),
            ("changed", ..) => Answer::Ready(self.1.changed.into()),
            ("record", Some(record), _) => Answer::Object(Box::new(record)),
            ("error", _, Some(error)) => Answer::Object(Box::new(Refused(error))),
            _ => Answer::Ready(Value::Null),
        }
    }
}

/// Why one of many was refused.
struct Refused<'p>(&'p Error);

impl Object for Refused<'_> {
    fn type_name(&self) -> Cow<'_, str> {
        ERROR.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        Answer::Ready(match (name, self.0) {
            ("code", error) => error.code().as_str().into(),
            ("message", error) => error.message().into(),
            (_, Error::Forbidden { required }) => {
                Value::List(required.iter().map(|name| (*name).into()).collect())
            }
            _ => Value::Null,
        })
    }
}
