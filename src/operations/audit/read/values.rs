//! The values that an event changed, which are parsed only where they are shown.

use entity::record_event::{Column, Entity};
use sea_orm::{ColumnTrait, DbErr, FromQueryResult, QueryResult, sea_query::Query};
use serde_json::{Map, Value as Json};
use std::{ops::Deref, sync::Arc};

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        audit::Action,
        records::{RawJson, run},
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
}

/// What an event changed of a field: the name of its column, the value before if there was one, and the
/// one after.
pub type Difference = (String, Option<Json>, Json);

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
    pub fn changes(&self) -> Vec<Difference> {
        let mut before = self.before.as_ref().and_then(fields).unwrap_or_default();
        let difference = |(name, after): (String, Json)| {
            let before = before.remove(&name);
            (before.as_ref() != Some(&after)).then_some((name, before, after))
        };
        fields(&self.after).unwrap_or_default().into_iter().filter_map(difference).collect()
    }

    /// Whether there were values before.
    pub const fn has_before(&self) -> bool {
        self.before.is_some()
    }

    /// The text of a column after the event, or else before it.
    pub fn text(&self, column: &str) -> Option<String> {
        let of = |values: &RawJson| match fields(values)?.remove(column)? {
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
        match are_objects {
            true => Ok(Self { reason: row.try_get("", "reason")?, before, after }),
            false => Err(DbErr::Json("the values are no objects".to_owned())),
        }
    }
}

fn fields(values: &RawJson) -> Option<Map<String, Json>> {
    match values.parse() {
        Json::Object(fields) => Some(fields),
        _ => None,
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
    let permit = app.reader(call, 1).await?;
    let columns = [Column::Id, Column::Before, Column::After, Column::Reason];
    let values =
        Query::select().columns(columns).from(Entity).and_where(Column::Id.eq(event)).take();
    let rows = run(&*permit, &values).await?;
    Ok(readable("record_events", &rows, Values::of_row).pop().map(Arc::new))
}
