//! The values that a record had, from the events since.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr, Order, Query},
};
use serde_json::{Map, Value as Json};

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        audit::{Action, EVENTS},
        records::{RawJson, Record, run},
    },
};

/// Most events that are read for the values of a record.
const MAX_EVENTS: usize = 10_000;
/// Events that one statement reads. Each may have the largest values of its kind.
const PAGE: usize = 25;

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
        for row in &rows {
            last = row.try_get_by_index(0)?;
            if row.try_get_by_index::<String>(1)? == Action::Created.name() {
                return Ok(None);
            }
            let before = RawJson::from_row(row, 2)?;
            call.budget.spend_read(before.as_ref().map_or(0, |it| it.get().len()))?;
            let Some(Json::Object(before)) = before.map(|it| it.parse()) else { continue };
            for (name, value) in before {
                if names.contains(&name.as_str()) && !values.contains_key(&name) {
                    values.insert(name, value);
                }
            }
        }
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
