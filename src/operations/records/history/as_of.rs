//! A record as it was at a time.

use entity::{Timestamp, record_event::Column};
use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};
use serde_json::{Map, Value as Json};

use super::values::values_before;
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::AUDIT,
    operations::{
        audit::may_audit,
        records::{read::find_all, write::Selection},
    },
    resources::Resource,
};

/// A record as it was at a time.
#[derive(Clone, Debug)]
pub struct AsOf {
    /// Its kind.
    pub resource: &'static Resource,
    /// Its id.
    pub id: i64,
    /// The time.
    pub at: Timestamp,
    /// Its fields, by the names of columns.
    pub values: Map<String, Json>,
}

impl AsOf {
    /// Whether it was deleted.
    pub fn is_deleted(&self) -> bool {
        self.values.get(self.resource.columns.deleted_at).is_some_and(|it| !it.is_null())
    }

    /// What people knew it by.
    pub fn label(&self) -> Option<&str> {
        self.values.get(self.resource.label).and_then(Json::as_str)
    }
}

/// Reads a record as of a time, from present values and events. `None` if it didn't exist, or if
/// the caller may not view it now.
///
/// It has all fields that events record: not the version and the time of the last update, nor the
/// hash of a credential.
///
/// # Errors
/// `Forbidden` for a caller who may not audit or view it, `BadRequest` for too many events since, and
/// `TooExpensive`.
pub async fn record_as_of(
    app: &App,
    call: &Call,
    selection: Selection,
    at: Timestamp,
) -> Result<Option<AsOf>, Error> {
    call.require(&AUDIT)?;
    let Some((resource, id)) = selection else { return Ok(None) };
    let names = audited(resource);
    let projection = resource.projection(&names);
    let found = find_all(app, call, resource, &[id], &projection).await?.remove(&id);
    let Some(record) = found.transpose()?.flatten() else { return Ok(None) };
    may_audit(call, record.owner())?;
    if record.time(resource.columns.created_at).is_some_and(|created_at| created_at > at) {
        return Ok(None);
    }
    let since = Condition::all().add(Expr::col(Column::CreatedAt).gt(at));
    let values = values_before(app, call, &record, &names, since).await?;
    Ok(values.map(|values| AsOf { resource, id, at, values }))
}

/// The columns that events record, in the order of the kind.
fn audited(resource: &Resource) -> Vec<&'static str> {
    let unrecorded = [resource.columns.version, resource.columns.updated_at];
    let accounts = resource.relations.iter().map(|it| it.column);
    let fields = resource.fields.iter().map(|it| it.name);
    accounts.chain(fields).filter(|name| !unrecorded.contains(name)).collect()
}
