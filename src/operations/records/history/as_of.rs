//! A record as it was at a time, from its events since.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr, Order, Query},
};
use serde_json::{Map, Value as Json};

use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::AUDIT,
    operations::{
        audit::{Action, EVENTS, may_audit},
        rows::{RawJson, Record, Selection, read::find_all, run},
    },
    resources::Resource,
};

/// Most events that are read for the values of a record.
const MAX_EVENTS: usize = 10_000;
/// Events that one statement reads. Each may have the largest values of its kind.
const PAGE: usize = 25;

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

/// Reads values of these columns in their order, as of before some events. A column that none of them
/// changed has its present value. `None`: one of the events created the record.
///
/// # Errors
/// `BadRequest` for too many events, and `TooExpensive`.
pub(super) async fn values_before(
    app: &App,
    call: &Call,
    record: &Record,
    names: &[&'static str],
    events: Condition,
) -> Result<Option<Map<String, Json>>, Error> {
    let mut values = Map::new();
    let mut last = 0_i64;
    let of_record = || {
        Condition::all()
            .add(Expr::col(Column::Kind).eq(record.resource.name))
            .add(Expr::col(Column::RecordId).eq(record.id()))
    };
    // Those that don't meet the condition come first.
    let mut rows = app.rows_found(call, EVENTS, of_record).await?.0;
    for _ in 0..MAX_EVENTS / PAGE {
        let statement = Query::select()
            .columns([Column::Id, Column::Action, Column::Before])
            .from(Entity)
            .cond_where(of_record())
            .and_where(Expr::col(Column::Id).gt(last))
            .cond_where(events.clone())
            .order_by(Column::Id, Order::Asc)
            .limit(PAGE as u64)
            .take();
        let permit = app.reader(call, rows).await?;
        rows = PAGE as u64;
        let rows = run(&*permit, &statement).await?;
        let mut bytes = 0;
        for row in &rows {
            last = row.try_get_by_index(0)?;
            if row.try_get_by_index::<String>(1)? == Action::Created.name() {
                return Ok(None);
            }
            let before = RawJson::from_row(row, 2)?;
            bytes += before.as_ref().map_or(0, |it| it.get().len());
            let Some(Json::Object(before)) = before.map(|it| it.parse()) else { continue };
            for (name, value) in before {
                if names.contains(&name.as_str()) && !values.contains_key(&name) {
                    values.insert(name, value);
                }
            }
        }
        app.spend_read(call, bytes)?;
        if rows.len() < PAGE || values.len() == names.len() {
            let value = |name: &&str| {
                let earlier = values.remove(*name);
                ((*name).to_owned(), earlier.unwrap_or_else(|| record.value(name).to_json()))
            };
            return Ok(Some(names.iter().map(value).collect()));
        }
    }
    let message = format!("The record has more than {MAX_EVENTS} later events");
    Err(Error::bad_request(message))
}
