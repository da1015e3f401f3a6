//! Which records of a kind a caller sees: the one answer for single records, lists and counts.

use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};

use crate::{
    auth::{Access, Caller},
    error::Error,
    resources::Resource,
};

/// Whether deleted records are among those that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trashed {
    /// Live ones alone.
    #[default]
    Without,
    /// Both.
    With,
    /// Deleted ones alone.
    Only,
}

/// How far a caller sees the records of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visibility {
    resource: &'static Resource,
    user_id: i64,
    /// How far it sees live ones.
    pub live: Access,
    /// How far it sees deleted ones: as far as it sees any and may restore (D9).
    pub deleted: Option<Access>,
}

impl Visibility {
    /// The caller's.
    ///
    /// # Errors
    /// `Forbidden` for one who may see none.
    pub fn of(caller: &Caller, resource: &'static Resource) -> Result<Self, Error> {
        let live = caller.access(&resource.view)?;
        let restore = resource.restore.as_ref();
        let deleted = restore.and_then(|restore| caller.permissions.access(&restore.permission));
        Ok(Self { resource, user_id: caller.user_id, live, deleted })
    }

    /// Whether the caller sees any deleted ones.
    pub fn sees_trash(&self) -> bool {
        self.deleted.is_some()
    }

    /// The condition that a row is in sight.
    pub fn condition(&self, trashed: Trashed) -> Condition {
        let live = Condition::all().add(Expr::col("deleted_at").is_null());
        let deleted = match self.deleted {
            Some(access) => Condition::all()
                .add(Expr::col("deleted_at").is_not_null())
                .add_option(self.own(access)),
            None => Condition::all().add(Expr::val(1).eq(0)),
        };
        let state = match trashed {
            Trashed::Without => live,
            Trashed::Only => deleted,
            Trashed::With => Condition::any().add(live).add(deleted),
        };
        Condition::all().add(state).add_option(self.own(self.live))
    }

    fn own(&self, access: Access) -> Option<Expr> {
        self.resource.within(access, self.user_id)
    }
}
