//! Deletes and restores many records, and undoes operations.

use axum::{http::StatusCode, response::Response};
use serde_json::Value as Json;
use std::sync::Arc;

use crate::{
    api::rest::{
        bodies::{All, BulkOutcome, BulkResult},
        reads::operation_id,
        responses::json_within,
    },
    app::App,
    auth::Call,
    error::{Error, FieldError},
    kinds::global_id,
    operations::{
        bulk::{self, Progress},
        records::{
            Fields, State, restore_many_related,
            write::{self, Policy, ids_only},
        },
    },
    resources::Bulk,
};

/// The policies of a request, the default first.
pub const POLICIES: [(&str, &str); 2] = [
    ("each", "An error of one record doesn't affect the others."),
    ("all_or_nothing", "An error of one record rolls all of them back: they get `ABORTED`."),
];

/// Which deleted records come back too, with what they are.
pub const WITH: (&str, &str) = (
    "related",
    "The records to which it belongs, and those that belong to it and that the same operation deleted.",
);

/// Restores or deletes the records in the body.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    bulk: Bulk,
    fields: &Fields,
) -> Result<Response, Error> {
    let restores = bulk == Bulk::Restore;
    let with = if restores { with_related(fields) } else { Ok(false) };
    let (ids, policy, with) = match (ids(fields), policy(fields), with) {
        (Ok(ids), Ok(policy), Ok(with)) => (ids, policy, with),
        (ids, policy, with) => {
            let errors = ids.err().into_iter().chain(policy.err()).chain(with.err());
            return Err(Error::Invalid(errors.collect()));
        }
    };
    let selections = ids.iter().map(|id| global_id::decode(id)).collect();
    let changed = if with {
        restore_many_related(app, call, selections, policy, ids_only()).await?
    } else {
        let state = if restores { State::Live } else { State::Deleted };
        write::change_many(app, call, state, selections, policy, ids_only()).await?
    };
    response(call, ids.into_iter().map(str::to_owned), changed, with, None)
}

/// Undoes an operation.
pub async fn undo(
    app: &Arc<App>,
    call: &Arc<Call>,
    id: Option<&String>,
) -> Result<Response, Error> {
    let (undone, progress) = bulk::undo(app, call, operation_id(id)?, ids_only()).await?;
    let ids: Vec<String> = undone.outcomes.iter().map(id_of).collect();
    response(call, ids.into_iter(), undone, false, progress)
}

/// The global id of the record of an outcome.
fn id_of(outcome: &write::Outcome) -> String {
    let id = outcome.selection.map(|(resource, id)| global_id::encode(resource, id));
    id.unwrap_or_default()
}

fn ids(fields: &Fields) -> Result<Vec<&str>, FieldError> {
    let ids = fields.get("ids").and_then(Json::as_array);
    let ids = ids.and_then(|ids| ids.iter().map(Json::as_str).collect::<Option<Vec<_>>>());
    ids.ok_or_else(|| FieldError::new("ids", "must be an array of global ids"))
}

fn policy(fields: &Fields) -> Result<Policy, FieldError> {
    match fields.get("policy").map(Json::as_str) {
        None | Some(Some("each")) => Ok(Policy::Each),
        Some(Some("all_or_nothing")) => Ok(Policy::AllOrNothing),
        _ => {
            let problem = format!("must be one of {}", POLICIES.map(|(name, _)| name).join(", "));
            Err(FieldError::new("policy", problem))
        }
    }
}

fn with_related(fields: &Fields) -> Result<bool, FieldError> {
    match fields.get("with") {
        None | Some(Json::Null) => Ok(false),
        Some(with) if with.as_str() == Some(WITH.0) => Ok(true),
        Some(_) => Err(FieldError::new("with", format!("must be {}", WITH.0))),
    }
}

fn response(
    call: &Call,
    ids: impl Iterator<Item = String>,
    changed: write::Bulk,
    with_related: bool,
    progress: Option<Progress>,
) -> Result<Response, Error> {
    let outcome = |(mut id, outcome): (String, write::Outcome)| {
        if outcome.selection.is_none() {
            const MAX_BYTES: usize = 64;
            id.truncate(id.floor_char_boundary(MAX_BYTES));
        }
        BulkOutcome::of(id, &outcome)
    };
    let outcomes = ids.zip(changed.outcomes).map(outcome).collect();
    let related = changed.related.into_iter().map(|of| outcome((id_of(&of), of)));
    let related = with_related.then(|| All(related.collect()));
    let body = BulkResult::of(changed.operation, outcomes, progress, related);
    json_within(call, StatusCode::OK, &body)
}
