//! Cursors of the trash.

use data_encoding::BASE64URL_NOPAD;
use entity::Timestamp;
use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};
use std::cmp::Ordering;

use crate::{kinds, operations::records::Record, resources::Resource};

/// A position in the trash: the deletion, kind and id of the record there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrashCursor {
    deleted_at: Timestamp,
    kind_index: usize,
    id: i64,
}

impl TrashCursor {
    /// The position of a record; `None` for a live one.
    #[must_use]
    pub fn of(record: &Record) -> Option<Self> {
        let deleted_at = record.deleted_at()?;
        Some(Self { deleted_at, kind_index: record.resource.kind_index(), id: record.id() })
    }

    /// Encodes the cursor as opaque text.
    #[must_use]
    pub fn encode(&self) -> String {
        let kind = kinds::all()[self.kind_index].name;
        let text = format!("{} {kind} {}", self.deleted_at, self.id);
        BASE64URL_NOPAD.encode(text.as_bytes())
    }

    /// Decodes a cursor; `None` for any other text.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
        let [deleted_at, kind, id] = plain.split(' ').collect::<Vec<_>>().try_into().ok()?;
        Some(Self {
            deleted_at: Timestamp::parse(deleted_at)?,
            kind_index: kinds::named(kind)?.kind_index(),
            id: id.parse().ok()?,
        })
    }

    /// When the record there was deleted.
    pub(super) fn deleted_at(self) -> Timestamp {
        self.deleted_at
    }

    /// The condition that a row of a kind comes after this position.
    pub(crate) fn beyond(self, resource: &Resource) -> Condition {
        let deleted_at = || Expr::col(resource.columns.deleted_at);
        match resource.kind_index().cmp(&self.kind_index) {
            Ordering::Less => Condition::all().add(deleted_at().lt(self.deleted_at)),
            Ordering::Greater => Condition::all().add(deleted_at().lte(self.deleted_at)),
            // The first condition is redundant, but lets the engine begin in the index.
            Ordering::Equal => Condition::all().add(deleted_at().lte(self.deleted_at)).add(
                Condition::any()
                    .add(deleted_at().lt(self.deleted_at))
                    .add(Expr::col(resource.columns.id).lt(self.id)),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use entity::Timestamp;

    use super::TrashCursor;

    #[test]
    fn an_encoded_cursor_decodes_to_itself() {
        let deleted_at = Timestamp::parse("2026-11-20T15:36:00.123456Z").unwrap();
        let place = TrashCursor { deleted_at, kind_index: 3, id: i64::MAX };
        assert_eq!(TrashCursor::decode(&place.encode()), Some(place));
        for text in ["", "!", "bm9uc2Vuc2U", &place.encode()[1..]] {
            assert_eq!(TrashCursor::decode(text), None, "{text}");
        }
    }
}
