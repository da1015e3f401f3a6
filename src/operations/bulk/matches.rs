//! The records that match the filter of a request.

use entity::Timestamp;
use sea_orm::sea_query::{
    CaseStatement, Condition, Expr, ExprTrait, Order, Query, SelectStatement,
};

use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    operations::{
        records::StateChangePolicy,
        rows::{
            State,
            read::{Filter, ListQuery, Trashed, Visibility, condition, union},
            run,
        },
        trash::{self, TrashedRecord},
    },
    resources::Resource,
};

/// The records of a request: those that match its filter.
#[derive(Clone, Debug)]
pub enum Matches {
    /// Live records of a kind to delete, or deleted ones to restore.
    Kind(ListQuery),
    /// Deleted records of all kinds to restore.
    Trash(TrashedRecord),
}

/// The matching rows of one kind.
pub(super) struct Part {
    /// What the caller may change.
    pub policy: StateChangePolicy,
    /// The condition of a row that is still to be changed. It matches, the caller may view it, and
    /// nobody has changed it since the preview.
    pub condition: Condition,
}

/// How many records match.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Those that the caller may view.
    pub matching: i64,
    /// Those of them that it may change.
    pub changing: i64,
}

impl Matches {
    /// The live records of a kind that match a filter, to delete.
    pub const fn live(resource: &'static Resource, filter: Option<Filter>) -> Self {
        Self::Kind(ListQuery { resource, trashed: Trashed::Without, filter, order: Vec::new() })
    }

    /// The deleted records of a kind that match a filter, to restore.
    pub const fn deleted(resource: &'static Resource, filter: Option<Filter>) -> Self {
        Self::Kind(ListQuery { resource, trashed: Trashed::Only, filter, order: Vec::new() })
    }

    /// The state that the records get.
    pub(super) fn to(&self) -> State {
        match self {
            Self::Kind(wanted) if wanted.trashed == Trashed::Without => State::Deleted,
            Self::Kind(_) | Self::Trash(_) => State::Live,
        }
    }

    /// The filter as text: the same request has the same.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Kind(wanted) => {
                format!("{} {:?} {:?}", wanted.resource.name, wanted.trashed, wanted.filter)
            }
            Self::Trash(TrashedRecord {
                kinds,
                deleted_by,
                deleted_after,
                deleted_before,
                purge_before,
                search,
            }) => {
                let kinds = kinds.as_ref().map(|it| it.iter().map(|kind| kind.name));
                let kinds = kinds.map(Iterator::collect::<Vec<_>>);
                let deleted = (deleted_by, deleted_after, deleted_before, purge_before);
                format!("{kinds:?} {deleted:?} {search:?}")
            }
        }
    }

    /// The kinds, with conditions for visible rows that match.
    fn visible(
        &self,
        app: &App,
        caller: &Caller,
    ) -> Result<Vec<(&'static Resource, Condition)>, Error> {
        match self {
            Self::Kind(wanted) => {
                let permission = match self.to() {
                    State::Deleted => wanted.resource.delete.as_ref(),
                    State::Live => wanted.resource.restore.as_ref().map(|it| &it.permission),
                };
                permission.map(|permission| caller.require(permission)).transpose()?;
                let condition = condition(caller, wanted, app.database.backend())?;
                Ok(vec![(wanted.resource, condition)])
            }
            Self::Trash(wanted) => {
                let parts = trash::parts(app, caller, wanted)?.into_iter();
                Ok(parts.map(|part| (part.resource, part.condition)).collect())
            }
        }
    }

    /// The matching rows of each kind, unchanged since a time.
    ///
    /// # Errors
    /// `Forbidden` for a caller that may not view or change such records.
    pub(super) fn parts(
        &self,
        app: &App,
        caller: &Caller,
        as_of: Timestamp,
    ) -> Result<Vec<Part>, Error> {
        let visible = self.visible(app, caller)?.into_iter();
        let part = |(resource, condition): (&'static Resource, Condition)| {
            let policy = StateChangePolicy::of(caller, resource, self.to())?;
            Ok(Part { policy, condition: condition.add(is_unchanged(resource, as_of)) })
        };
        visible.map(part).collect()
    }

    /// Counts them by one statement.
    pub(super) async fn count(
        &self,
        app: &App,
        call: &Call,
        as_of: Timestamp,
    ) -> Result<Counts, Error> {
        let parts = self.parts(app, call, as_of)?;
        let rows = match self {
            Self::Kind(wanted) => wanted.rows_of_count(app, call).await?,
            Self::Trash(wanted) => {
                trash::rows(app, call, &trash::parts(app, call, wanted)?).await?
            }
        };
        let parts = parts.into_iter().map(|Part { policy, condition }| {
            let id = Expr::col((policy.resource.table.name, policy.resource.columns.id));
            let changing = match policy.condition(app.database.backend()) {
                Some(changing) => CaseStatement::new().case(changing, id.clone()).into(),
                None => id.clone(),
            };
            let count = |it: Expr| if self.may_repeat() { it.count_distinct() } else { it.count() };
            self.select(policy.resource)
                .expr_as(count(id), "matching")
                .expr_as(count(changing), "changing")
                .cond_where(condition)
                .take()
        });
        let Some(statement) = union(parts) else { return Ok(Counts::default()) };
        let permit = app.reader(call, rows).await?;
        let mut counts = Counts::default();
        for row in run(&*permit, &statement).await? {
            counts.matching += row.try_get_by_index::<i64>(0)?;
            counts.changing += row.try_get_by_index::<i64>(1)?;
        }
        Ok(counts)
    }

    /// The ids of the next records that the caller may change. They are those after a position.
    pub(super) async fn next(
        &self,
        app: &App,
        call: &Call,
        as_of: Timestamp,
        after: (usize, i64),
        limit: u64,
    ) -> Result<Vec<(&'static Resource, i64)>, Error> {
        let mut found = Vec::new();
        for Part { policy, condition } in self.parts(app, call, as_of)? {
            let resource = policy.resource;
            let last = match resource.kind_index() {
                index if index < after.0 => continue,
                index if index == after.0 => after.1,
                _ => i64::MIN,
            };
            let left = limit - found.len() as u64;
            if left == 0 {
                break;
            }
            let rows = match self {
                Self::Kind(wanted) => {
                    let visibility = Visibility::of(call, resource)?;
                    wanted.page(app, call, visibility, left, false).await?.0
                }
                Self::Trash(wanted) if wanted.is_search() => {
                    trash::rows(app, call, &trash::parts(app, call, wanted)?).await?
                }
                Self::Trash(_) => left,
            };
            let id = || Expr::col((resource.table.name, resource.columns.id));
            let mut statement = self.select(resource);
            if self.may_repeat() {
                statement.distinct();
            }
            statement
                .expr(id())
                .cond_where(condition.add_option(policy.condition(app.database.backend())))
                .and_where(id().gt(last))
                .order_by_expr(id(), Order::Asc)
                .limit(left);
            let permit = app.reader(call, rows).await?;
            for row in run(&*permit, &statement).await? {
                found.push((resource, row.try_get_by_index(0)?));
            }
        }
        Ok(found)
    }

    /// Whether a row may be found twice. An account can delete a record twice in the same instant.
    fn may_repeat(&self) -> bool {
        matches!(self, Self::Trash(wanted) if wanted.deleted_by.is_some())
    }

    fn select(&self, resource: &Resource) -> SelectStatement {
        match self {
            Self::Kind(_) => Query::select().from(resource.table.name).take(),
            Self::Trash(wanted) => wanted.select_from(resource, None),
        }
    }
}

/// The condition that nobody has changed a row since a time.
pub(super) fn is_unchanged(resource: &Resource, as_of: Timestamp) -> Expr {
    Expr::col((resource.table.name, resource.columns.updated_at)).lte(as_of)
}
