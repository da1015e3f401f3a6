//! The orders of the trash, and cursors in them.

use data_encoding::BASE64URL_NOPAD;
use entity::Timestamp;
use sea_orm::{
    ExprTrait,
    sea_query::{BinOper, Condition, Expr},
};
use std::cmp::Ordering;

use crate::{app::Retention, kinds, operations::rows::Record, resources::Resource};

/// An order of the trash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TrashOrder {
    /// The newest deletion first.
    #[default]
    DeletedAt,
    /// The record to be purged first comes first, those kept forever last.
    PurgeAt,
}

/// How a list is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    /// Whether the newest deletions of a kind are read first.
    pub newest_first: bool,
    /// Whether the list is read from its end.
    pub backward: bool,
}

/// A position in the trash. It has the time of the deletion, the kind and the id of the record
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrashCursor {
    deleted_at: Timestamp,
    resource: &'static Resource,
    id: i64,
}

impl TrashOrder {
    /// How the list is read, forward or backward.
    pub(super) fn direction(self, backward: bool) -> Direction {
        Direction { newest_first: (self == Self::DeletedAt) != backward, backward }
    }

    /// The mark of cursors in this order.
    const fn mark(self) -> &'static str {
        match self {
            Self::DeletedAt => "",
            Self::PurgeAt => "purge ",
        }
    }
}

impl TrashCursor {
    /// The position of a record; `None` for a live one.
    pub fn of(record: &Record) -> Option<Self> {
        let deleted_at = record.deleted_at()?;
        Some(Self { deleted_at, resource: record.resource, id: record.id() })
    }

    /// Encodes the cursor as opaque text.
    pub fn encode(&self, order: TrashOrder) -> String {
        let text =
            format!("{}{} {} {}", order.mark(), self.deleted_at, self.resource.name, self.id);
        BASE64URL_NOPAD.encode(text.as_bytes())
    }

    /// Decodes a cursor. `None`: any text but a cursor of the trash in this order.
    pub fn decode(text: &str, order: TrashOrder) -> Option<Self> {
        let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
        let plain = plain.strip_prefix(order.mark())?;
        let [deleted_at, kind, id] = plain.split(' ').collect::<Vec<_>>().try_into().ok()?;
        Some(Self {
            deleted_at: Timestamp::parse(deleted_at)?,
            resource: kinds::named(kind)?,
            id: id.parse().ok()?,
        })
    }

    /// The place of the position in the order by purge. Those that are kept forever come last.
    pub(super) fn by_purge(self, retention: &Retention) -> (bool, Timestamp, usize, i64) {
        let ends = retention.ends(self.resource.table.name, self.deleted_at);
        (ends.is_none(), ends.unwrap_or(self.deleted_at), self.resource.kind_index(), self.id)
    }

    /// The rows of a kind beyond this position in reading direction.
    pub(super) fn beyond(
        self,
        resource: &Resource,
        order: TrashOrder,
        direction: Direction,
        retention: &Retention,
    ) -> Beyond {
        if order == TrashOrder::DeletedAt {
            return Beyond::From(self.deleted_at);
        }
        let (is_kept, ends, ..) = self.by_purge(retention);
        let period = retention.of(resource.table.name);
        match (is_kept, period) {
            (true, None) => Beyond::From(self.deleted_at),
            (false, Some(period)) => ends.before(period).map_or(Beyond::All, Beyond::From),
            // Those that are kept come after all others.
            (false, None) if !direction.backward => Beyond::All,
            (true, Some(_)) if direction.backward => Beyond::All,
            _ => Beyond::Nothing,
        }
    }

    /// The condition that a kind's row comes after this position. Rows that were deleted at that
    /// time have the same place.
    pub(super) fn condition(
        self,
        resource: &Resource,
        from: Timestamp,
        Direction { newest_first, backward }: Direction,
    ) -> Condition {
        let deleted_at = || Expr::col(resource.columns.deleted_at);
        let (further, at_least) = if newest_first {
            (BinOper::SmallerThan, BinOper::SmallerThanOrEqual)
        } else {
            (BinOper::GreaterThan, BinOper::GreaterThanOrEqual)
        };
        let later = deleted_at().binary(further, Expr::value(from));
        let not_before = deleted_at().binary(at_least, Expr::value(from));
        let kinds = resource.kind_index().cmp(&self.resource.kind_index());
        match if backward { kinds.reverse() } else { kinds } {
            Ordering::Less => Condition::all().add(later),
            Ordering::Greater => Condition::all().add(not_before),
            // The first condition is redundant, but lets the engine begin in the index.
            Ordering::Equal => {
                let id = Expr::col(resource.columns.id).binary(further, Expr::value(self.id));
                Condition::all().add(not_before).add(Condition::any().add(later).add(id))
            }
        }
    }
}

/// The rows of a kind that come after a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// All of them.
    All,
    /// None of them.
    Nothing,
    /// Those from a deletion on.
    From(Timestamp),
}
