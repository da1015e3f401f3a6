//! Changes many records: by their ids, by a filter, those of an operation, and notifications.

use axum::{http::StatusCode, response::Response};
use serde_json::Value as Json;
use std::sync::{Arc, LazyLock};
use uuid::Uuid;

use crate::{
    api::rest::{
        query::{Query, filter},
        responses::created_at,
        views::view_within,
    },
    app::App,
    auth::Call,
    error::{Error, FieldError, Problem},
    kinds::{self, global_id},
    operations::{
        bulk::{self, Changed, Matches, Policy, Progress},
        inbox::{mark_all_read, mark_read},
        records::write,
        rows::{Fields, State, ids_only, names_only},
    },
    parameters::{CONFIRM, trash_of},
    resources::{Bulk, InboxAct, Matching, Projection, parse_uuid},
    views::{Outcomes, id_of},
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
    act: Bulk,
    fields: &Fields,
) -> Result<Response, Error> {
    let restores = act == Bulk::Restore;
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
        bulk::restore_many_related(app, call, selections, policy, ids_only()).await?
    } else {
        let state = if restores { State::Live } else { State::Deleted };
        bulk::change_many(app, call, state, selections, policy, ids_only()).await?
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

/// The operation in the path; none has a malformed id.
fn operation_id(text: Option<&String>) -> Result<Uuid, Error> {
    text.and_then(|text| parse_uuid(text)).ok_or_else(|| Error::not_found("Operation"))
}

fn ids(fields: &Fields) -> Result<Vec<&str>, FieldError> {
    let ids = fields.get("ids").and_then(Json::as_array);
    let ids = ids.and_then(|ids| ids.iter().map(Json::as_str).collect::<Option<Vec<_>>>());
    ids.ok_or_else(|| FieldError::new("ids", Problem::ArrayOf { items: "global ids" }))
}

fn policy(fields: &Fields) -> Result<Policy, FieldError> {
    match fields.get("policy").map(Json::as_str) {
        None | Some(Some("each")) => Ok(Policy::Each),
        Some(Some("all_or_nothing")) => Ok(Policy::AllOrNothing),
        _ => Err(FieldError::new("policy", Problem::one_of(POLICIES.map(|(name, _)| name)))),
    }
}

fn with_related(fields: &Fields) -> Result<bool, FieldError> {
    match fields.get("with") {
        None | Some(Json::Null) => Ok(false),
        Some(with) if with.as_str() == Some(WITH.0) => Ok(true),
        Some(_) => Err(FieldError::new("with", Problem::Only { choice: WITH.0 })),
    }
}

fn response(
    call: &Call,
    ids: impl Iterator<Item = String>,
    changed: bulk::Bulk,
    with_related: bool,
    progress: Option<Progress>,
) -> Result<Response, Error> {
    let bulk::Bulk { operation, outcomes, related } = changed;
    let outcomes = ids.zip(outcomes).collect();
    let related = with_related.then_some(related);
    view_within(call, StatusCode::OK, &Outcomes { operation, outcomes, related, progress })
}

/// Deletes or restores the records that match the query.
pub async fn matching(
    app: &Arc<App>,
    call: &Arc<Call>,
    matching: Matching,
    query: &Query,
) -> Result<Response, Error> {
    let matches = match matching {
        Matching::Delete(resource) => Matches::live(resource, filter(resource, query)?),
        Matching::Restore(resource) => Matches::deleted(resource, filter(resource, query)?),
        Matching::Trash => Matches::Trash(trash_of(query)),
    };
    let changed =
        bulk::change_matching(app, call, matches, query.text(CONFIRM), &names_only()).await?;
    view_within(call, StatusCode::OK, &changed)
}

/// Ends an operation.
pub async fn cancel(app: &App, call: &Call, id: Option<&String>) -> Result<Response, Error> {
    let progress = bulk::cancel(app, call, operation_id(id)?).await?;
    view_within(call, StatusCode::OK, &Changed::Progress(progress))
}

/// Runs an operation on many notifications.
pub async fn inbox(
    app: &Arc<App>,
    call: &Arc<Call>,
    act: InboxAct,
    status: StatusCode,
    fields: &Fields,
) -> Result<Response, Error> {
    static NOTHING: LazyLock<Projection> = LazyLock::new(Projection::default);
    match act {
        InboxAct::MarkRead => {
            let uuids = uuids(fields).map_err(|error| Error::Invalid(vec![error]))?;
            let marked = mark_read(app, call, &uuids, true, &NOTHING).await?;
            view_within(call, StatusCode::OK, &marked)
        }
        InboxAct::MarkAllRead => {
            let marked = mark_all_read(app, call, true).await?;
            view_within(call, StatusCode::OK, &marked)
        }
        InboxAct::Send(create, many) => {
            let resource = kinds::notifications();
            let sent = write::create_many(app, call, resource, create, many, fields).await?;
            let mut response = view_within(call, status, &sent)?;
            let path = format!("/api/v1/operations/{}", sent.operation);
            response.headers_mut().extend(created_at(path));
            Ok(response)
        }
    }
}

fn uuids(fields: &Fields) -> Result<Vec<Uuid>, FieldError> {
    let uuids = fields.get("uuids").and_then(Json::as_array);
    let uuids = uuids.and_then(|uuids| uuids.iter().map(|it| parse_uuid(it.as_str()?)).collect());
    uuids.ok_or_else(|| FieldError::new("uuids", Problem::ArrayOf { items: "UUIDs" }))
}
