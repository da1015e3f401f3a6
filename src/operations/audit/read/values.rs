//! The values that an event changed, which are parsed only where they are shown.

use entity::record_event::{Column, Entity};
use sea_orm::{ColumnTrait, DbErr, FromQueryResult, QueryResult, sea_query::Query};
use serde_json::Value as Json;
use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        audit::Action,
        rows::{RawJson, run},
    },
    store::{feed::Event, readable},
};

/// The values of a record before and after an event, as they are stored, and the reason.
#[derive(Clone, Debug)]
pub struct Values {
    /// Why, in the caller's words.
    pub reason: Option<String>,
    before: Option<RawJson>,
    after: RawJson,
    /// Their differences, once they have been asked for.
    changes: OnceLock<Vec<Difference>>,
}

/// What an event changed of a field: the name of its column, the value before if there was one, and the
/// one after.
pub type Difference = (String, Option<RawJson>, RawJson);

/// An event with the values that it changed.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The event.
    pub event: Arc<Event>,
    /// The values.
    pub values: Arc<Values>,
}

impl Deref for Recorded {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.event
    }
}

impl Values {
    /// The fields that the event changed, with their values before and after.
    pub fn changes(&self) -> &[Difference] {
        self.changes.get_or_init(|| {
            let before = self.before.as_ref().map(RawJson::fields).unwrap_or_default();
            let difference = |(name, after): (String, RawJson)| {
                let before = before.iter().find(|it| it.0 == name).map(|it| it.1.clone());
                (before.as_ref() != Some(&after)).then_some((name, before, after))
            };
            self.after.fields().into_iter().filter_map(difference).collect()
        })
    }

    /// Whether there were values before.
    pub const fn has_before(&self) -> bool {
        self.before.is_some()
    }

    /// The text of a column after the event, or else before it.
    pub fn text(&self, column: &str) -> Option<String> {
        let value = |values: &RawJson| {
            values.fields().into_iter().find_map(|(name, it)| (name == column).then_some(it))
        };
        let of = |values: &RawJson| match value(values)?.parse() {
            Json::String(text) => Some(text),
            _ => None,
        };
        of(&self.after).or_else(|| self.before.as_ref().and_then(of))
    }

    /// How many bytes they have.
    pub fn bytes(&self) -> usize {
        self.after.get().len() + self.before.as_ref().map_or(0, |it| it.get().len())
    }

    fn of_row(row: &QueryResult) -> Result<Self, DbErr> {
        let before = RawJson::from_row(row, "before")?;
        let after = RawJson::from_row(row, "after")?.unwrap_or_default();
        // What is no JSON is refused already, and a whole page isn't parsed for what may not be selected.
        let are_objects = before.iter().chain([&after]).all(|it| it.get().starts_with('{'));
        if are_objects {
            let reason = row.try_get("", "reason")?;
            Ok(Self { reason, before, after, changes: OnceLock::new() })
        } else {
            Err(DbErr::Json("the values are no objects".to_owned()))
        }
    }
}

/// The events in these rows, without those that can't be read (D40).
pub(super) fn recorded(rows: &[QueryResult]) -> Vec<Recorded> {
    readable("record_events", rows, |row| {
        let event = Event::from_query_result(row, "")?;
        Action::named(&event.action).ok_or_else(|| DbErr::Type("an unknown action".to_owned()))?;
        Ok(Recorded { event: Arc::new(event), values: Arc::new(Values::of_row(row)?) })
    })
}

/// Reads the values of an event; `None`: they can't be read, or the event is gone.
///
/// # Errors
/// When the database can't be reached.
pub async fn values_of(app: &App, call: &Call, event: i64) -> Result<Option<Arc<Values>>, Error> {
    let values = read(app, call, &[event]).await?.pop();
    Ok(values.map(|(_, values)| Arc::new(values)))
}

/// Reads the values of few events, by their ids, without those that can't be read.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub(in crate::operations) async fn values_of_each(
    app: &App,
    call: &Call,
    events: &[i64],
) -> Result<Vec<(i64, Values)>, Error> {
    let values = read(app, call, events).await?;
    app.spend_read(call, values.iter().map(|it| it.1.bytes()).sum())?;
    Ok(values)
}

async fn read(app: &App, call: &Call, events: &[i64]) -> Result<Vec<(i64, Values)>, Error> {
    let permit = app.reader(call, events.len() as u64).await?;
    let columns = [Column::Id, Column::Before, Column::After, Column::Reason];
    let these = Column::Id.is_in(events.iter().copied());
    let values = Query::select().columns(columns).from(Entity).and_where(these).take();
    let rows = run(&*permit, &values).await?;
    Ok(readable("record_events", &rows, |row| Ok((row.try_get("", "id")?, Values::of_row(row)?))))
}
