//! Payloads of mutations that change one record, and their argument.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType};

use super::{
    scalars::{BIG_INT, DURATION, UUID},
    types::{RESTORE_WITH, field, input, object},
};
use crate::{
    auth::REASON_CHARACTERS,
    parameters::WITH,
    resources::{KeyKind, RequestOption, Resource, ResultField, capital},
};

/// The argument with the global id of a record with integer key.
pub const GLOBAL_KEY: &str = "id";
/// The argument with the version that a change requires.
pub const EXPECTED_VERSION: &str = "expectedVersion";
/// The argument with the reason for a change.
pub const REASON: &str = "reason";
/// The argument for how long a rotated value stays valid.
pub const OVERLAP: &str = "overlap";

/// The payload type of a mutation.
pub fn payload_of(mutation: &str, fields: impl IntoIterator<Item = MetaField>) -> MetaType {
    let name = format!("{}Payload", capital(mutation));
    object(&name, format!("The result of `{mutation}`."), fields)
}

/// The type of a payload with a record.
pub fn payload(mutation: &str, resource: &Resource, results: &[ResultField]) -> MetaType {
    let record = field(
        resource.field_name(),
        format!("{}!", resource.name),
        "The record after the operation.",
    );
    let results = results.iter().map(|result| match *result {
        ResultField::Restored { description } => field("restored", "Boolean!", description),
        ResultField::OperationId { nullable, description } => {
            let mark = if nullable { "" } else { "!" };
            field("operationId", format!("{UUID}{mark}"), description)
        }
        ResultField::Secret => field("value", "String!", NEW_VALUE),
    });
    payload_of(mutation, std::iter::once(record).chain(results))
}

/// What the value of a new credential is.
pub const NEW_VALUE: &str = "The value, to be sent as the bearer credential. It is returned only once: the \
                             server stores only its hash.";

/// The argument with the key of a record.
pub fn key(resource: &Resource) -> MetaInputValue {
    let (ty, description) = match resource.key {
        KeyKind::Uuid => {
            (UUID, "Public key of the record, such as `67e55044-10b1-426f-9247-bb680e5fe0c8`.")
        }
        KeyKind::Code => {
            ("String", "Code of the record, compared exactly, such as `pt-BR` or `EUR`.")
        }
        KeyKind::Id => (BIG_INT, "Id of the row, REST's `id`."),
    };
    input(&resource.camel_key, format!("{ty}!"), description)
}

/// The arguments that name a record. They are two, of which one is given, if its key is its id.
pub fn either_key(resource: &Resource) -> Vec<MetaInputValue> {
    let mut key = key(resource);
    if resource.key != KeyKind::Id {
        return vec![key];
    }
    BIG_INT.clone_into(&mut key.ty);
    let description = format!("The same as `{}`, by global id; one of the two.", key.name);
    vec![key, input(GLOBAL_KEY, "ID", &description)]
}

/// The arguments of these options.
pub fn options(of: &[RequestOption]) -> impl Iterator<Item = MetaInputValue> {
    of.iter().map(|option| match option {
        RequestOption::ExpectedVersion => input(
            EXPECTED_VERSION,
            BIG_INT,
            "The `version` that the record must have; any if absent. If it has another, the error is \
             CONFLICT.",
        ),
        RequestOption::Reason | RequestOption::RequiredReason => {
            let ty = if *option == RequestOption::Reason { "String" } else { "String!" };
            let most = format!("Why, at most {REASON_CHARACTERS} characters.");
            let shown = "Events show it to those who may audit the record.";
            input(REASON, ty, &format!("{most} {shown}"))
        }
        RequestOption::Related => input(
            WITH,
            RESTORE_WITH,
            "Which deleted records come back too, in the same operation; none if absent.",
        ),
        RequestOption::Overlap => input(
            OVERLAP,
            DURATION,
            "How long the old value stays valid besides the new one, such as `PT24H`: at most 30 \
             days; not at all if absent. Values that were replaced earlier keep their overlap.",
        ),
    })
}
