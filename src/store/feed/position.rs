//! Positions in the change feed.

use data_encoding::BASE64URL_NOPAD;
use entity::record_event::{Column, Model as Event};
use sea_orm::sea_query::{Condition, Expr, ExprTrait};

/// A position in the change feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The order of the event's transaction (`record_event_place`); 0 on SQLite.
    pub(crate) xid: i64,
    /// The id of the event.
    pub(crate) id: i64,
}

impl Position {
    /// The position of an event.
    #[must_use]
    pub const fn of(event: &Event) -> Self {
        Self { xid: event.xid, id: event.id }
    }

    /// Encodes the position as an opaque text for clients.
    #[must_use]
    pub fn encode(self) -> String {
        BASE64URL_NOPAD.encode(format!("{}.{}", self.xid, self.id).as_bytes())
    }

    /// Decodes a position; `None` for any other text.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
        let (xid, id) = plain.split_once('.')?;
        let number = |text: &str| text.parse().ok().filter(|number: &i64| *number >= 0);
        Some(Self { xid: number(xid)?, id: number(id)? })
    }

    /// The condition that an event comes after this position.
    pub(crate) fn is_before(self) -> Condition {
        // A comparison of pairs is one range of the index.
        let position = Expr::tuple([Expr::col(Column::Xid), Expr::col(Column::Id)]);
        let this = Expr::tuple([Expr::value(self.xid), Expr::value(self.id)]);
        Condition::all().add(position.gt(this))
    }
}
