//! The records that match the filter of a request.

use entity::Timestamp;
use sea_orm::sea_query::{
    CaseStatement, Condition, Expr, ExprTrait, Order, Query, SelectStatement,
};
use std::collections::BTreeMap;

use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        purge::{self, Keeper, PurgedRows},
        records::{StateChangePolicy, is_held},
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
    /// Records of a kind, and the state that they get.
    Kind(ListQuery, State),
    /// Deleted records of all kinds, and the state that they get.
    Trash(TrashedRecord, State),
}

/// The matching rows of one kind.
struct Part {
    resource: &'static Resource,
    /// The condition of a row that is still to be changed. It matches, the caller may view it, and
    /// nobody has changed it since the preview.
    condition: Condition,
    /// The condition that the caller may change a row; `None`: it may change any.
    permitted: Option<Condition>,
    /// What may keep rows, with its condition.
    keepers: Vec<(Keeper, Condition)>,
}

impl Part {
    /// The condition that a row would be changed, if there is one.
    fn changing(&self) -> Option<Condition> {
        let free = self.keepers.iter().map(|(_, keeps)| keeps.clone().not());
        let all = self.permitted.iter().cloned().chain(free);
        all.reduce(|one, other| Condition::all().add(one).add(other))
    }
}

/// How many records match.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Those that the caller may view.
    pub matching: i64,
    /// Those of them that it may change.
    pub permitted: i64,
    /// Those of these that nothing keeps.
    pub changing: i64,
}

impl Matches {
    /// The records of a kind that match a filter and aren't in that state yet.
    pub const fn of(resource: &'static Resource, filter: Option<Filter>, to: State) -> Self {
        let trashed = match to {
            State::Deleted => Trashed::Without,
            State::Live | State::Purged => Trashed::Only,
        };
        Self::Kind(ListQuery { resource, trashed, filter, order: Vec::new() }, to)
    }

    /// The state that the records get.
    pub(super) const fn to(&self) -> State {
        match self {
            Self::Kind(_, to) | Self::Trash(_, to) => *to,
        }
    }

    /// The filter as text: the same request has the same.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Kind(wanted, _) => {
                format!("{} {:?} {:?}", wanted.resource.name, wanted.trashed, wanted.filter)
            }
            Self::Trash(wanted, to) => {
                let TrashedRecord { kinds, deleted_by, deleted_after, .. } = wanted;
                let TrashedRecord { deleted_before, purge_before, search, .. } = wanted;
                let TrashedRecord { owner, deletion_reason, .. } = wanted;
                let kinds = kinds.as_ref().map(|it| it.iter().map(|kind| kind.name));
                let kinds = kinds.map(Iterator::collect::<Vec<_>>);
                let deleted = (deleted_by, deleted_after, deleted_before, purge_before);
                format!("{to:?} {kinds:?} {deleted:?} {search:?} {owner:?} {deletion_reason:?}")
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
            Self::Kind(wanted, to) => {
                let permission = match to {
                    State::Deleted => wanted.resource.delete.as_ref(),
                    State::Live => wanted.resource.restore.as_ref().map(|it| &it.permission),
                    State::Purged => wanted.resource.purge.as_ref(),
                };
                permission.map(|permission| caller.require(permission)).transpose()?;
                let condition = condition(caller, wanted, app.database.backend())?;
                Ok(vec![(wanted.resource, condition)])
            }
            Self::Trash(wanted, _) => {
                let parts = trash::parts(app, caller, wanted)?.into_iter();
                Ok(parts.map(|part| (part.resource, part.condition)).collect())
            }
        }
    }

    /// The matching rows of each kind, unchanged since a time, in the order of changes.
    ///
    /// # Errors
    /// `Forbidden` for a caller that may not view such records, or not delete or restore them.
    fn parts(&self, app: &App, caller: &Caller, as_of: Timestamp) -> Result<Vec<Part>, Error> {
        let (visible, backend) = (self.visible(app, caller)?.into_iter(), app.database.backend());
        let purges = self.to() == State::Purged;
        let part = |(resource, condition): (&'static Resource, Condition)| {
            let permitted = match StateChangePolicy::of(caller, resource, self.to()) {
                Ok(policy) => policy.condition(backend),
                // It may purge those of other kinds.
                Err(_) if purges => Some(Condition::all().add(Expr::val(1).eq(0))),
                Err(error) => return Err(error),
            };
            let condition = condition.add(is_unchanged(resource, as_of));
            Ok(Part { resource, condition, permitted, keepers: Vec::new() })
        };
        let mut parts: Vec<Part> = visible.map(part).collect::<Result<_, Error>>()?;
        if purges {
            let these = |part: &Part| {
                let permitted = part.condition.clone().add_option(part.permitted.clone());
                (part.resource, permitted.add(is_held(part.resource).not()))
            };
            let purged: Vec<PurgedRows> = parts.iter().map(these).collect();
            for part in &mut parts {
                part.keepers = purge::keepers(part.resource, &purged);
            }
            parts.sort_by_key(|part| purge::place(part.resource, State::Purged));
        }
        Ok(parts)
    }

    /// Counts them by one statement.
    pub(super) async fn count(
        &self,
        app: &App,
        call: &Call,
        as_of: Timestamp,
    ) -> Result<Counts, Error> {
        let parts = self.parts(app, call, as_of)?;
        let permit = app.reader(call, self.rows(app, call).await?).await?;
        let parts = parts.into_iter().map(|part| {
            let count = |test| self.count_of(part.resource, test);
            self.select(part.resource)
                .expr_as(count(None), "matching")
                .expr_as(count(part.permitted.clone()), "permitted")
                .expr_as(count(part.changing()), "changing")
                .cond_where(part.condition)
                .take()
        });
        let Some(statement) = union(parts) else { return Ok(Counts::default()) };
        let mut counts = Counts::default();
        for row in run(&*permit, &statement).await? {
            counts.matching += row.try_get_by_index::<i64>(0)?;
            counts.permitted += row.try_get_by_index::<i64>(1)?;
            counts.changing += row.try_get_by_index::<i64>(2)?;
        }
        Ok(counts)
    }

    /// Counts those that the caller may change and that something keeps, by what keeps them.
    pub(super) async fn kept(
        &self,
        app: &App,
        call: &Call,
        as_of: Timestamp,
    ) -> Result<Vec<(Keeper, i64)>, Error> {
        let parts = self.parts(app, call, as_of)?;
        let permit = app.reader(call, self.rows(app, call).await?).await?;
        let by_keeper = parts.iter().flat_map(|part| {
            part.keepers.iter().map(|(keeper, keeps)| {
                let place = keeper.map(|kind| kind.kind_index() as i64);
                let these = part.condition.clone().add_option(part.permitted.clone());
                self.select(part.resource)
                    .expr_as(Expr::value(place), "keeper")
                    .expr_as(self.count_of(part.resource, None), "kept")
                    .cond_where(these.add(keeps.clone()))
                    .take()
            })
        });
        let Some(statement) = union(by_keeper) else { return Ok(Vec::new()) };
        let mut kept = BTreeMap::new();
        for row in run(&*permit, &statement).await? {
            *kept.entry(row.try_get_by_index(0)?).or_default() += row.try_get_by_index::<i64>(1)?;
        }
        let kept = kept.into_iter().filter(|(_, count)| *count > 0);
        let kind = |place: i64| &kinds::registered()[place as usize];
        Ok(kept.map(|(place, count): (Option<i64>, i64)| (place.map(kind), count)).collect())
    }

    /// The number of rows that meet a condition.
    fn count_of(&self, resource: &Resource, test: Option<Condition>) -> Expr {
        let id = || Expr::col((resource.table.name, resource.columns.id));
        let these = test.map_or_else(id, |test| CaseStatement::new().case(test, id()).into());
        if self.may_repeat() { these.count_distinct() } else { these.count() }
    }

    /// Estimates how many rows counting them may read.
    async fn rows(&self, app: &App, call: &Call) -> Result<u64, Error> {
        match self {
            Self::Kind(wanted, _) => wanted.rows_of_count(app, call).await,
            Self::Trash(wanted, _) => {
                trash::rows(app, call, &trash::parts(app, call, wanted)?).await
            }
        }
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
        for part in self.parts(app, call, as_of)? {
            if found.len() as u64 == limit {
                break;
            }
            let resource = part.resource;
            let last = match purge::place(resource, self.to()) {
                index if index < after.0 => continue,
                index if index == after.0 => after.1,
                _ => i64::MIN,
            };
            let left = limit - found.len() as u64;
            let rows = match self {
                Self::Kind(wanted, _) => {
                    let visibility = Visibility::of(call, resource)?;
                    wanted.page(app, call, visibility, left, false).await?.0
                }
                Self::Trash(wanted, _) if wanted.is_search() => self.rows(app, call).await?,
                Self::Trash(..) => left,
            };
            let permit = app.reader(call, rows).await?;
            let id = || Expr::col((resource.table.name, resource.columns.id));
            let mut statement = self.select(resource);
            if self.may_repeat() {
                statement.distinct();
            }
            statement
                .expr(id())
                .cond_where(part.condition.clone().add_option(part.changing()))
                .and_where(id().gt(last))
                .order_by_expr(id(), Order::Asc)
                .limit(left);
            for row in run(&*permit, &statement).await? {
                found.push((resource, row.try_get_by_index(0)?));
            }
        }
        Ok(found)
    }

    /// Whether a row may be found twice. An account can delete a record twice in the same instant.
    fn may_repeat(&self) -> bool {
        matches!(self, Self::Trash(it, _) if it.deleted_by.is_some())
    }

    fn select(&self, resource: &Resource) -> SelectStatement {
        match self {
            Self::Kind(..) => Query::select().from(resource.table.name).take(),
            Self::Trash(wanted, _) => wanted.select_from(resource, None),
        }
    }
}

/// The condition that nobody has changed a row since a time.
pub(super) fn is_unchanged(resource: &Resource, as_of: Timestamp) -> Expr {
    Expr::col((resource.table.name, resource.columns.updated_at)).lte(as_of)
}
