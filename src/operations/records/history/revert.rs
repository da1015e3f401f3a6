//! Gives a record its earlier values, as an ordinary update.

use entity::record_event::Column;
use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};
use std::sync::Arc;

use super::as_of::values_before;
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::{self, AUDIT},
    operations::{
        audit,
        records::write::{Changes, update},
        rows::{Expected, Fields, Lock, Projections, Record, Rows, Target, read::may_view},
    },
    resources::{Absent, Key, Resource, Update, a, capital},
};

/// Attempts at a record that concurrent requests change.
const ATTEMPTS: usize = 8;

/// A record with its earlier values.
#[derive(Clone, Debug)]
pub struct Reverted {
    /// The record, if the caller may view it.
    pub record: Option<Record>,
    /// The columns that were changed.
    pub changed: Vec<&'static str>,
}

/// Gives a record the values that it had right after an event. Values that can't be written stay.
///
/// It is an update, with its permission, its rules and its event. Fields that have these values
/// already are not written, so that they need not meet today's rules.
///
/// # Errors
/// `Forbidden` for a caller who may not audit or update the record, `NotFound` for an unknown event and
/// a purged record, `AlreadyDeleted` for a deleted record, `BadRequest` for a kind whose records can't
/// be updated and for too many events since, and those of [`update`].
pub async fn revert(
    app: &Arc<App>,
    call: &Arc<Call>,
    event: Option<i64>,
    expected: Expected,
    projections: &Projections,
) -> Result<Reverted, Error> {
    call.require(&AUDIT)?;
    let event = match event {
        Some(id) => audit::event(app, call, id).await?,
        None => None,
    };
    let event = event.ok_or_else(|| Error::not_found("Event"))?;
    // Events of a role have what its permissions gained and lost, and not all of them.
    let reverted = kinds::named(&event.kind).filter(|it| !it.permits);
    let resource = reverted.ok_or_else(|| Error::bad_request("A role can't be reverted"))?;
    let update = resource
        .update
        .as_ref()
        .ok_or_else(|| Error::bad_request(format!("{} can't be updated", capital(&a(resource)))))?;
    let mut done = Err(Error::Conflict);
    for _ in 0..ATTEMPTS {
        done = attempt(
            app,
            call,
            (event.id, event.record_id),
            update,
            resource,
            &expected,
            projections,
        )
        .await;
        // The values were compared with those of a version that is gone.
        if expected != Expected::Any || done.as_ref().err() != Some(&Error::VersionMismatch) {
            return done;
        }
    }
    done
}

async fn attempt(
    app: &Arc<App>,
    call: &Arc<Call>,
    (event, id): (i64, i64),
    of: &'static Update,
    resource: &'static Resource,
    expected: &Expected,
    projections: &Projections,
) -> Result<Reverted, Error> {
    let access = call.require(&of.permission)?;
    let names: Vec<&'static str> = of.changes.iter().map(|input| input.name).collect();
    let (key, projection) = (Key::Id(id), resource.projection(&names));
    let reader = app.point_reader(call, 1).await?;
    let record = Rows::of(&key).read(&*reader, resource, &projection, Lock::Unlocked).await?;
    let record = record.ok_or_else(|| resource.not_found())?;
    access.check(record.owner())?;
    if record.is_deleted() {
        let message = format!("{} is deleted; restore it before it is reverted", resource.title);
        return Err(Error::AlreadyDeleted(message));
    }
    expected.check(record.version())?;
    let since = Condition::all().add(Expr::col(Column::Id).gt(event));
    let values = values_before(app, call, &record, &names, since).await?;
    let values = values.ok_or_else(|| Error::not_found("Event"))?;
    let fields: Fields =
        values.into_iter().filter(|(name, value)| record.value(name).to_json() != *value).collect();
    let changed = names.into_iter().filter(|name| fields.contains_key(*name)).collect();
    let target = Target { resource, key: Some(key) };
    let expected = Expected::OneOf(vec![record.version()]);
    let changes = Changes { fields: &fields, absent: Absent::Kept, expected };
    let record = update(app, call, target, of, changes, projections(resource)).await?.record;
    app.answers_with(resource.name, record.id());
    Ok(Reverted { record: Some(record).filter(|record| may_view(call, record)), changed })
}
