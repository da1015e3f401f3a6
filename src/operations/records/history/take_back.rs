//! Takes changes of a record's fields back, as an ordinary update.

use serde_json::Value as Json;
use std::sync::Arc;

use crate::{
    app::App,
    auth::Call,
    error::{Error, Refusal},
    operations::{
        records::write::{ATTEMPTS, Changes, update},
        rows::{Expected, Fields, Lock, Projections, Record, Rows, Target},
    },
    resources::{Absent, Key, Projection, Resource, Update, a, capital},
};

/// A change of a field: the name of its column, the value before and the one that was written.
#[derive(Clone, Debug)]
pub struct FieldChange {
    pub name: String,
    pub before: Json,
    pub after: Json,
}

/// A record of which a change was to be taken back.
pub struct TakenBack {
    /// The record as it is now.
    pub record: Record,
    /// Whether a field got its earlier value.
    pub changed: bool,
    /// Why it can't be taken back, if a field has neither the value that was written nor the earlier one.
    pub conflict: Option<Error>,
}

/// The update of a kind.
///
/// # Errors
/// `BadRequest` for a kind whose records can't be updated.
pub(in crate::operations) fn update_of(
    resource: &'static Resource,
) -> Result<&'static Update, Error> {
    let never = || Error::bad_request(format!("{} can't be updated", capital(&a(resource))));
    resource.update.as_ref().ok_or_else(never)
}

/// Gives fields of a record their earlier values, if they still have those that were written.
///
/// # Errors
/// Those of an update; `NotFound` for a purged record, `AlreadyDeleted` for a deleted one, and
/// `BadRequest` if no update can write any of the fields.
pub(in crate::operations) async fn take_back(
    app: &Arc<App>,
    call: &Arc<Call>,
    (resource, id): (&'static Resource, i64),
    changes: &[FieldChange],
    projections: &Projections,
) -> Result<TakenBack, Error> {
    let of = update_of(resource)?;
    let names = written(of, changes);
    let mut done = Err(Error::Conflict);
    for _ in 0..ATTEMPTS {
        let projection = projections(resource).with(resource, &names);
        let record = read_record(app, call, (resource, id), of, &projection).await?;
        let (record, fields, conflict) = to_take_back(call, (resource, of), record, changes)?;
        if fields.is_empty() {
            return Ok(TakenBack { record, changed: false, conflict });
        }
        done = write(app, call, &record, of, &fields, projections).await;
        // The values were compared with those of a version that is gone.
        if done.as_ref().err() != Some(&Error::VersionMismatch) {
            break;
        }
    }
    done.map(|record| TakenBack { record, changed: true, conflict: None })
}

/// The changed fields that an update can write.
pub(in crate::operations) fn written(of: &Update, changes: &[FieldChange]) -> Vec<&'static str> {
    let is_changed = |name: &str| changes.iter().any(|it| it.name == name);
    of.changes.iter().map(|input| input.name).filter(|name| is_changed(name)).collect()
}

/// Which fields of a record get their earlier values. An error if a field has another value than the
/// one that was written.
///
/// # Errors
/// As [`take_back`].
pub(in crate::operations) fn to_take_back(
    call: &Call,
    (resource, of): (&'static Resource, &Update),
    record: Option<Record>,
    changes: &[FieldChange],
) -> Result<(Record, Fields, Option<Error>), Error> {
    let names = written(of, changes);
    let changes = changes.iter().filter(|it| names.contains(&it.name.as_str()));
    let changes: Vec<FieldChange> = changes.cloned().collect();
    if changes.is_empty() {
        return Err(Error::Impossible(Refusal::NotTakenBack));
    }
    let record = live_record(call, resource, of, record)?;
    let (fields, conflict) = earlier(&changes, |name| record.value(name).to_json());
    Ok((record, fields, conflict))
}

/// The error for a record that somebody has changed since.
pub(in crate::operations) const CHANGED_SINCE: Error = Error::ConflictsWith(Refusal::ChangedSince);

/// The earlier values of those fields that still have the values that were written. An error if a field
/// has another one.
pub(in crate::operations) fn earlier(
    changes: &[FieldChange],
    present: impl Fn(&str) -> Json,
) -> (Fields, Option<Error>) {
    let (mut fields, mut conflict) = (Fields::new(), None);
    for FieldChange { name, before, after } in changes {
        match present(name) {
            present if present == *before => {}
            present if present == *after => drop(fields.insert(name.clone(), before.clone())),
            _ => conflict = Some(CHANGED_SINCE),
        }
    }
    (fields, conflict)
}

/// Reads a record for a caller who may update some of its kind.
///
/// # Errors
/// `Forbidden`.
pub(super) async fn read_record(
    app: &App,
    call: &Call,
    (resource, id): (&'static Resource, i64),
    of: &Update,
    projection: &Projection,
) -> Result<Option<Record>, Error> {
    call.require(&of.permission)?;
    let (key, reader) = (Key::Id(id), app.point_reader(call, 1).await?);
    Ok(Rows::of(&key).read(&*reader, resource, projection, Lock::Unlocked).await?)
}

/// The record, if it is live and the caller may update it.
///
/// # Errors
/// `Forbidden`, `NotFound`, and `AlreadyDeleted`.
pub(super) fn live_record(
    call: &Call,
    resource: &Resource,
    of: &Update,
    record: Option<Record>,
) -> Result<Record, Error> {
    let access = call.require(&of.permission)?;
    let record = record.ok_or_else(|| resource.not_found())?;
    access.check(record.owner())?;
    if record.is_deleted() {
        return Err(Error::AlreadyDeleted(Refusal::RestoreFirst { kind: resource.title }));
    }
    Ok(record)
}

/// Updates these fields of the version of a record that was read.
///
/// # Errors
/// Those of the update.
pub(super) async fn write(
    app: &Arc<App>,
    call: &Arc<Call>,
    record: &Record,
    of: &'static Update,
    fields: &Fields,
    projections: &Projections,
) -> Result<Record, Error> {
    let resource = record.resource;
    let target = Target { resource, key: Some(Key::Id(record.id())) };
    let expected = Expected::OneOf(vec![record.version()]);
    let changes = Changes { fields, absent: Absent::Kept, expected };
    let record = update(app, call, target, of, changes, projections(resource)).await?.record;
    app.answers_with(resource.name, record.id());
    Ok(record)
}
