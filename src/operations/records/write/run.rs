//! Runs any operation on one record, for both APIs.

use std::{sync::Arc, time::Duration};
use uuid::Uuid;

use super::{
    create::create,
    patch::patch,
    rotate::rotate,
    transition::transition,
    update::{Changes, update},
    written::WrittenRecord,
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::rows::{
        Expected, Fields, Projections, Record, Selection, State, Target, read::may_view,
    },
    resources::{Absent, Change, Key, Projection, RecordAct, Resource},
};

/// What a request for an operation contains. What the operation doesn't take is ignored.
#[derive(Debug, Default)]
pub struct Request {
    /// The key of the record; `None`: one that no record can have.
    pub key: Option<Key>,
    /// The fields.
    pub fields: Fields,
    /// The expected version of the record.
    pub expected: Expected,
    /// Whether the fields are a JSON merge patch. Its objects are merged with those of the record.
    pub merges: bool,
    /// How long the previous secret stays valid.
    pub overlap: Duration,
    /// The fields of the record that the response shows. Empty: those of the documented body.
    pub shows: Vec<String>,
}

/// Runs an operation on one record.
///
/// # Errors
/// Those of the operation.
pub async fn run(
    app: &Arc<App>,
    call: &Arc<Call>,
    act: &RecordAct,
    request: Request,
    projection: &'static Projection,
) -> Result<WrittenRecord, Error> {
    let Request { key, fields, expected, merges, overlap, shows } = request;
    let (resource, target) = (act.resource, Target { resource: act.resource, key });
    let bytes = fields.values().map(text_bytes).sum();
    let _turn = app.concurrency.changer(&app.database, call.user_id, bytes).await;
    let mut written = match act.change {
        Change::Delete => {
            transition(app, call, target, State::Deleted, expected, projection).await?
        }
        Change::Restore => transition(app, call, target, State::Live, expected, projection).await?,
        Change::Update(it) => {
            let absent = act.body.as_ref().map_or(Absent::Kept, |body| body.absent);
            let changes = Changes { fields: &fields, absent, expected };
            if merges {
                patch(app, call, target, it, changes, projection).await?
            } else {
                update(app, call, target, it, changes, projection).await?
            }
        }
        Change::Create(it) => create(app, call, resource, it, &fields, projection).await?,
        Change::Rotate(kind, permission) => {
            rotate(app, call, target, permission, kind, (expected, overlap), projection).await?
        }
    };
    if matches!(act.change, Change::Update(_) | Change::Restore) && written.operation.is_none() {
        written.known = known(call, act, &written.record, &shows)?;
    }
    app.answers_with(resource.name, written.record.id());
    Ok(written)
}

/// Bytes of the texts of a value, which are most of a long one.
fn text_bytes(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::String(text) => text.len(),
        serde_json::Value::Array(items) => items.iter().map(text_bytes).sum(),
        serde_json::Value::Object(fields) => {
            fields.iter().map(|(name, value)| name.len() + text_bytes(value)).sum()
        }
        _ => 0,
    }
}

/// What is shown of a record that the operation didn't change to a caller who may not view it: the
/// documented body, or the keys where that is the whole record (D26). `None`: all that it asks for.
fn known(
    call: &Call,
    act: &RecordAct,
    record: &Record,
    shows: &[String],
) -> Result<Option<Vec<&'static str>>, Error> {
    if may_view(call, record) {
        return Ok(None);
    }
    let (resource, documented) = (act.resource, &act.answer.shows.names);
    let is_whole = documented.len() >= resource.whole().len();
    let mut keys = vec![resource.columns.id, resource.key_column];
    keys.dedup();
    let known = if is_whole { &keys } else { documented };
    let keys_of_graphql = ["database_id", "rest_key", "kind", resource.columns.version];
    if shows.iter().all(|name| known.iter().chain(&keys_of_graphql).any(|it| it == name)) {
        Ok(is_whole.then_some(keys))
    } else {
        Err(Error::Forbidden { required: resource.view.names() })
    }
}

/// A record of any kind that was changed by its id.
pub struct ChangedById {
    /// The record, if the caller may view it.
    pub record: Option<Record>,
    /// The id of the operation; `None`: nothing was changed.
    pub operation: Option<Uuid>,
}

/// Checks that a request names a record.
///
/// # Errors
/// `NotFound` if it doesn't, and `Forbidden` for a deleted caller.
pub(in crate::operations) fn check_selection(
    call: &Call,
    selection: Selection,
) -> Result<(&'static Resource, i64), Error> {
    if selection.is_none() {
        call.refuse_deleted()?;
    }
    selection.ok_or_else(|| Error::not_found("Record"))
}

/// Deletes or restores a record by the operation of its kind.
///
/// # Errors
/// Those of the operation; `BadRequest` for a kind whose records can't be deleted or restored.
pub async fn change_by_id(
    app: &Arc<App>,
    call: &Arc<Call>,
    to: State,
    selection: Selection,
    expected: Expected,
    projections: &Projections,
) -> Result<ChangedById, Error> {
    let (resource, id) = check_selection(call, selection)?;
    let (target, projection) = (Target { resource, key: Some(Key::Id(id)) }, projections(resource));
    let changed = transition(app, call, target, to, expected, projection).await?;
    // Ids can be counted, and the permission to delete or restore shows nothing (D26).
    let record = Some(changed.record).filter(|record| may_view(call, record));
    record.iter().for_each(|record| app.answers_with(resource.name, record.id()));
    Ok(ChangedById { record, operation: changed.operation })
}
