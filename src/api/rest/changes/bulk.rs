//! Deletes and restores many records, and undoes operations.

use axum::{http::StatusCode, response::Response};
use serde_json::Value as Json;
use std::sync::{Arc, LazyLock};

use crate::{
    api::rest::{
        bodies::{BulkError, BulkOutcome, BulkResult},
        reads::operation_id,
        responses::json_within,
    },
    app::App,
    auth::Call,
    error::{Error, FieldError},
    kinds::{self, global_id},
    operations::records::{
        Fields,
        write::{self, Policy, Projections, Selection},
    },
    resources::{Bulk, Projection},
};

/// The policies of a request, the default first.
pub const POLICIES: [(&str, &str); 2] = [
    ("each", "An error of one record doesn't affect the others."),
    ("all_or_nothing", "An error of one record rolls all of them back: they get `ABORTED`."),
];

/// Deletes or restores the records in the body.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    bulk: Bulk,
    fields: &Fields,
) -> Result<Response, Error> {
    let (ids, policy) = match (ids(fields), policy(fields)) {
        (Ok(ids), Ok(policy)) => (ids, policy),
        (ids, policy) => {
            return Err(Error::Invalid(ids.err().into_iter().chain(policy.err()).collect()));
        }
    };
    let selections: Vec<Selection> = ids.iter().map(|id| global_id::decode(id)).collect();
    let changed = match bulk {
        Bulk::Restore => write::restore_many(app, call, selections, policy, nothing()).await?,
        _ => write::delete_many(app, call, selections, policy, nothing()).await?,
    };
    response(call, ids.into_iter().map(str::to_owned), changed)
}

/// Undoes an operation.
pub async fn undo(
    app: &Arc<App>,
    call: &Arc<Call>,
    id: Option<&String>,
) -> Result<Response, Error> {
    let undone = write::undo(app, call, operation_id(id)?, nothing()).await?;
    let ids = undone.outcomes.iter().map(|outcome| {
        let id = outcome.selection.map(|(resource, id)| global_id::encode(resource, id));
        id.unwrap_or_default()
    });
    let ids: Vec<String> = ids.collect();
    response(call, ids.into_iter(), undone)
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

/// Outcomes show nothing of the records, so that a response to 500 ids is short.
fn nothing() -> Projections {
    static OF_KINDS: LazyLock<Vec<Projection>> = LazyLock::new(|| {
        kinds::all().iter().map(|kind| kind.projection(&[kind.columns.id])).collect()
    });
    Arc::new(|resource| &OF_KINDS[resource.kind_index()])
}

fn response(
    call: &Call,
    ids: impl Iterator<Item = String>,
    changed: write::Bulk,
) -> Result<Response, Error> {
    let outcome = |(mut id, outcome): (String, write::Outcome)| {
        if outcome.selection.is_none() {
            const MAX_BYTES: usize = 64;
            id.truncate(id.floor_char_boundary(MAX_BYTES));
        }
        let error = outcome.error.map(|error| BulkError {
            code: error.code().as_str(),
            message: error.message().to_owned(),
        });
        BulkOutcome { id, changed: outcome.changed, error }
    };
    let outcomes = ids.zip(changed.outcomes).map(outcome).collect();
    let body = BulkResult { operation_id: changed.operation, outcomes };
    json_within(call, StatusCode::OK, &body)
}
