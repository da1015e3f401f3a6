//! Places in the order of events.

use data_encoding::BASE64URL_NOPAD;
use entity::record_event::Column;
use entity::record_event::Model as Event;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};

/// A place in the order of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Where the event's transaction stands among others (`record_event_place`); 0 on SQLite.
    pub(crate) xid: i64,
    /// The event's number.
    pub(crate) id: i64,
}

impl Position {
    /// The place of an event.
    #[must_use]
    pub const fn of(event: &Event) -> Self {
        Self { xid: event.xid, id: event.id }
    }

    /// The opaque text that clients hold.
    #[must_use]
    pub fn encode(self) -> String {
        BASE64URL_NOPAD.encode(format!("{}.{}", self.xid, self.id).as_bytes())
    }

    /// The place that a text stands for; `None` for any other text.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
        let (xid, id) = plain.split_once('.')?;
        let number = |text: &str| text.parse().ok().filter(|number: &i64| *number >= 0);
        Some(Self { xid: number(xid)?, id: number(id)? })
    }

    /// The condition that an event comes after this place.
    pub(crate) fn beyond(self) -> Condition {
        // A comparison of pairs is one range of the index.
        let place = Expr::tuple([Expr::col(Column::Xid), Expr::col(Column::Id)]);
        let this = Expr::tuple([Expr::value(self.xid), Expr::value(self.id)]);
        Condition::all().add(place.gt(this))
    }
}
