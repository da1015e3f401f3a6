//! Filters of the trash.

use entity::{
    Timestamp,
    record_event::{self, Column},
};
use sea_orm::{
    DbBackend, ExprTrait,
    sea_query::{Condition, Expr, Order, Query, SelectStatement},
};
use std::cmp;

use crate::{
    app::Retention,
    operations::{
        audit::Action,
        rows::read::{contains, contains_indexed},
    },
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
    /// They may be purged before this time.
    pub purge_before: Option<Timestamp>,
    /// Their label contains this text, in any case.
    pub search: Option<String>,
    /// The account that owns them.
    pub owner: Option<i64>,
    /// The reason of their deletion contains this text, in any case.
    pub deletion_reason: Option<String>,
}

impl TrashedRecord {
    /// Whether records are looked for by what the index of deletions doesn't have.
    pub(crate) fn is_search(&self) -> bool {
        let texts = [&self.search, &self.deletion_reason];
        self.owner.is_some() || texts.into_iter().flatten().any(|text| !text.is_empty())
    }

    /// The filter for one kind, with the conditions of its retention. `None`: no record of the kind
    /// can match.
    pub(super) fn of_kind(&self, resource: &Resource, retention: &Retention) -> Option<Self> {
        let asked = |kinds: &Vec<&Resource>| kinds.contains(&resource);
        let is_owned = self.owner.is_none() || resource.owner.is_some();
        if !is_owned || !self.kinds.as_ref().is_none_or(asked) {
            return None;
        }
        let mut of_kind = self.clone();
        if let Some(time) = self.purge_before {
            let deleted = time.before(retention.of(resource.table.name)?)?;
            of_kind.deleted_before =
                Some(self.deleted_before.map_or(deleted, |it| cmp::min(it, deleted)));
        }
        Some(of_kind)
    }

    /// The condition that a visible row matches the filter. Reasons are those of events that fulfil
    /// a condition.
    pub(super) fn condition(
        &self,
        resource: &Resource,
        visible: Condition,
        auditable: Condition,
        backend: DbBackend,
    ) -> Condition {
        let deleted_at = || Expr::col(resource.columns.deleted_at);
        let search = self.search.as_deref().filter(|text| !text.is_empty());
        let reason = self.deletion_reason.as_deref().filter(|text| !text.is_empty());
        let owner = resource.owner.zip(self.owner);
        visible
            .add_option(owner.map(|(column, account)| Expr::col(column).eq(account)))
            .add_option(self.deleted_after.map(|time| deleted_at().gt(time)))
            .add_option(self.deleted_before.map(|time| deleted_at().lt(time)))
            .add_option(
                search.map(|text| contains_indexed(Expr::col(resource.label), text, backend)),
            )
            .add_option(reason.map(|text| {
                let has_text = contains(Expr::col(Column::Reason), text, backend);
                Expr::exists(deletion(resource).cond_where(auditable.add(has_text)).take())
            }))
    }

    /// The condition for deletions by the account, if the filter names one.
    pub(super) fn deletions(&self, resource: &Resource) -> Option<Condition> {
        let created_at = || Expr::col(Column::CreatedAt);
        // A literal, because engines don't match partial indexes with parameters.
        let deleted = Expr::cust(format!("'{}'", Action::Deleted.name()));
        let deletions = Condition::all()
            .add(Expr::col(Column::ActorId).eq(self.deleted_by?))
            .add(Expr::col(Column::Kind).eq(resource.name))
            .add(Expr::col(Column::Action).eq(deleted))
            .add_option(self.deleted_after.map(|time| created_at().gt(time)))
            .add_option(self.deleted_before.map(|time| created_at().lt(time)));
        Some(deletions)
    }

    /// Selects a kind's deleted rows from a time on, in reading direction. They are joined with the
    /// deletions by an account if the filter names one.
    pub(crate) fn select_from(
        &self,
        resource: &Resource,
        from: Option<(Timestamp, bool)>,
    ) -> SelectStatement {
        let table = resource.table.name;
        let Some(deletions) = self.deletions(resource) else {
            return Query::select().from(table).take();
        };
        let deleted_at = || Expr::col((table, resource.columns.deleted_at));
        let time = || Expr::col(("deletion", "time_deleted"));
        let created_at = || Expr::col(Column::CreatedAt);
        let deletions = Query::select()
            .expr_as(Expr::col(Column::RecordId), "deleted_record")
            .expr_as(created_at(), "time_deleted")
            .from(record_event::Entity)
            .cond_where(deletions)
            .and_where_option(from.map(|(time, newest_first)| {
                if newest_first { created_at().lte(time) } else { created_at().gte(time) }
            }))
            .take();
        // No account deleted the record later. An equality would do, but PostgreSQL would expect it
        // to leave hardly any row, and read all deletions instead of the newest.
        let is_last = Condition::all()
            .add(Expr::col((table, resource.columns.id)).equals(("deletion", "deleted_record")))
            .add(deleted_at().gte(time()))
            .add(deleted_at().lte(time()));
        Query::select().from_subquery(deletions, "deletion").inner_join(table, is_last).take()
    }

    /// Sorts the rows of [`Self::select_from`] by their deletion.
    pub(super) fn sort(
        &self,
        statement: &mut SelectStatement,
        resource: &Resource,
        newest_first: bool,
    ) {
        let Columns { id, deleted_at, .. } = resource.columns;
        let order = || if newest_first { Order::Desc } else { Order::Asc };
        match self.deleted_by {
            // The columns of the index of deletions.
            Some(_) => statement
                .order_by(("deletion", "time_deleted"), order())
                .order_by(("deletion", "deleted_record"), order()),
            None => statement.order_by(deleted_at, order()).order_by(id, order()),
        };
    }
}

/// Selects the event of the last deletion of a row of the statement around it.
fn deletion(resource: &Resource) -> SelectStatement {
    let Columns { id, deleted_at, .. } = resource.columns;
    let of = |column| Expr::col((resource.table.name, column));
    Query::select()
        .expr(Expr::cust("1"))
        .from(record_event::Entity)
        .and_where(Expr::col(Column::Kind).eq(resource.name))
        .and_where(Expr::col(Column::RecordId).eq(of(id)))
        .and_where(Expr::col(Column::Action).eq(Action::Deleted.name()))
        .and_where(Expr::col(Column::CreatedAt).eq(of(deleted_at)))
        .take()
}
