//! Filters of the trash.

use entity::{
    Timestamp,
    record_event::{self, Column},
};
use sea_orm::{
    ColumnTrait, DbBackend, EntityTrait, ExprTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Condition, Expr},
};

use crate::{
    operations::{audit::Action, records::read::contains},
    resources::{Columns, Resource},
};

/// A filter of deleted records.
#[derive(Clone, Debug, Default)]
pub struct TrashedRecord {
    /// Their kinds; `None`: any kind.
    pub kinds: Option<Vec<&'static Resource>>,
    /// The account that deleted them.
    pub deleted_by: Option<i64>,
    /// They were deleted after this time.
    pub deleted_after: Option<Timestamp>,
    /// They were deleted before this time.
    pub deleted_before: Option<Timestamp>,
    /// Their label contains this text, in any case.
    pub search: Option<String>,
}

impl TrashedRecord {
    /// The condition that a visible row matches the filter.
    pub(super) fn condition(
        &self,
        resource: &Resource,
        visible: Condition,
        backend: DbBackend,
    ) -> Condition {
        let Columns { id, deleted_at, .. } = resource.columns;
        let deleted_at = || Expr::col((resource.table.name, deleted_at));
        let search = self.search.as_deref().filter(|text| !text.is_empty());
        visible
            .add_option(self.deleted_after.map(|time| deleted_at().gt(time)))
            .add_option(self.deleted_before.map(|time| deleted_at().lt(time)))
            .add_option(search.map(|text| contains(Expr::col(resource.label), text, backend)))
            .add_option(self.deleted_by.map(|account| {
                let event = |column| Expr::col((record_event::Entity, column));
                let deletions = record_event::Entity::find()
                    .select_only()
                    .column(Column::RecordId)
                    .filter(Column::ActorId.eq(account))
                    .filter(Column::Kind.eq(resource.name))
                    .filter(Column::Action.eq(Action::Deleted.name()));
                let last = deletions
                    .clone()
                    .filter(event(Column::RecordId).equals((resource.table.name, id)))
                    .filter(event(Column::CreatedAt).eq(deleted_at()));
                // An engine can look up the first condition: all that the account ever deleted. The
                // second one checks for each record that no other account deleted it later.
                Condition::all()
                    .add(Expr::col(id).in_subquery(deletions.into_query()))
                    .add(Expr::exists(last.into_query()))
            }))
    }
}
