//! Gives a record its earlier values, as an ordinary update.

use entity::record_event::Column;
use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};
use std::sync::Arc;

use super::{
    as_of::values_before,
    take_back::{live_record, read_record, update_of, write},
};
use crate::{
    app::App,
    auth::Call,
    error::{Error, Refusal},
    kinds::{self, AUDIT},
    operations::{
        audit,
        records::write::ATTEMPTS,
        rows::{Expected, Fields, Projections, Record, read::may_view},
    },
    resources::Resource,
};

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
/// be updated and for too many events since, and those of an update.
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
    let resource = reverted.ok_or(Error::Impossible(Refusal::RoleReverted))?;
    let (event, of) = (event.id, (resource, event.record_id));
    let mut done = Err(Error::Conflict);
    for _ in 0..ATTEMPTS {
        done = attempt(app, call, event, of, &expected, projections).await;
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
    event: i64,
    of: (&'static Resource, i64),
    expected: &Expected,
    projections: &Projections,
) -> Result<Reverted, Error> {
    let update = update_of(of.0)?;
    let names: Vec<&'static str> = update.changes.iter().map(|input| input.name).collect();
    let record = read_record(app, call, of, update, &of.0.projection(&names)).await?;
    let record = live_record(call, of.0, update, record)?;
    expected.check(record.version())?;
    let since = Condition::all().add(Expr::col(Column::Id).gt(event));
    let values = values_before(app, call, &record, &names, since).await?;
    let values = values.ok_or_else(|| Error::not_found("Event"))?;
    let fields: Fields =
        values.into_iter().filter(|(name, value)| record.value(name).to_json() != *value).collect();
    let changed = names.into_iter().filter(|name| fields.contains_key(*name)).collect();
    let record = write(app, call, &record, update, &fields, projections).await?;
    Ok(Reverted { record: Some(record).filter(|record| may_view(call, record)), changed })
}
