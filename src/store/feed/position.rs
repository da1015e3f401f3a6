//! Positions in the change feed, which the server signs for an account (D37).

use aws_lc_rs::hmac;
use data_encoding::BASE64URL_NOPAD;
use entity::record_event::Column;
use sea_orm::{
    ColumnTrait, DbBackend,
    sea_query::{Condition, Expr, ExprTrait},
};
use std::sync::Arc;

use super::event::Event;

/// A position in the change feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The order of the event's transaction (`record_event_place`); 0 on SQLite.
    pub(super) xid: i64,
    /// The id of the event.
    pub(super) id: i64,
}

impl Position {
    /// The position of an event.
    pub const fn of(event: &Event) -> Self {
        Self { xid: event.xid, id: event.id }
    }

    /// The condition that an event comes after this position, and not after another.
    pub(super) fn until(self, end: Option<Self>, backend: DbBackend) -> Condition {
        if backend == DbBackend::Sqlite {
            let end = end.map(|end| Column::Id.lte(end.id));
            return Condition::all().add(Column::Id.gt(self.id)).add_option(end);
        }
        // A comparison of pairs is one range of the index.
        let pair = || Expr::tuple([Expr::col(Column::Xid), Expr::col(Column::Id)]);
        let this = |it: Self| Expr::tuple([Expr::value(it.xid), Expr::value(it.id)]);
        let end = end.map(|end| pair().lte(this(end)));
        Condition::all().add(pair().gt(this(self))).add_option(end)
    }
}

/// Signs positions as opaque texts for clients, with a secret that all servers of a database share.
#[derive(Clone, Debug)]
pub struct Signer(Arc<hmac::Key>);

impl Signer {
    /// A signer with that secret.
    pub(super) fn new(secret: &str) -> Self {
        Self(Arc::new(hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes())))
    }

    /// Signs a position for an account.
    pub fn sign(&self, position: Position, account: i64) -> String {
        let tag = hmac::sign(&self.0, &message(position, account));
        BASE64URL_NOPAD.encode(&[&message(position, account)[..16], tag.as_ref()].concat())
    }

    /// The position that was signed for the account; `None` for any other text.
    pub fn verify(&self, text: &str, account: i64) -> Option<Position> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (xid, rest) = bytes.split_first_chunk()?;
        let (id, tag) = rest.split_first_chunk()?;
        let position = Position { xid: i64::from_be_bytes(*xid), id: i64::from_be_bytes(*id) };
        hmac::verify(&self.0, &message(position, account), tag).ok()?;
        Some(position)
    }
}

fn message(position: Position, account: i64) -> [u8; 24] {
    let numbers = [position.xid, position.id, account].map(i64::to_be_bytes);
    let mut message = [0; 24];
    message.copy_from_slice(numbers.as_flattened());
    message
}
