//! Which events to read, and how they are found.

use entity::{Timestamp, record_event::Column};
use sea_orm::{ColumnTrait, ExprTrait, sea_query::Condition};
use uuid::Uuid;

use crate::{kinds, operations::audit::action::Action, resources::Resource};

/// Which events to read.
#[derive(Clone, Debug, Default)]
pub struct EventsOf {
    /// Of records of these kinds; `None`: of all kinds.
    pub kinds: Option<Vec<&'static Resource>>,
    /// Of this record.
    pub record: Option<(&'static Resource, i64)>,
    /// With these ids.
    pub ids: Option<Vec<i64>>,
    /// With these actions.
    pub actions: Option<Vec<Action>>,
    /// By this account.
    pub actor: Option<i64>,
    /// Of this operation.
    pub operation: Option<Uuid>,
    /// Later than this.
    pub after: Option<Timestamp>,
    /// Earlier than this.
    pub before: Option<Timestamp>,
    /// Not later than this: those that there were then.
    pub as_of: Option<Timestamp>,
}

/// Which events of a history to read, the newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HistoryPart {
    /// Most events.
    pub size: u64,
    /// The id of the event that they are older than.
    pub older_than: Option<i64>,
    /// The time that they are not later than.
    pub as_of: Option<Timestamp>,
}

impl EventsOf {
    /// The kinds and actions to read apart; none if they aren't filtered, or another index serves.
    pub(super) fn parts(&self) -> Vec<(&'static str, Action)> {
        if self.is_narrow() || (self.kinds.is_none() && self.actions.is_none()) {
            return Vec::new();
        }
        let asked = |kind: &Resource| {
            self.kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|it| it.name == kind.name))
        };
        let actions = Action::ALL.into_iter();
        let actions = actions.filter(|it| self.actions.as_ref().is_none_or(|all| all.contains(it)));
        let kinds = kinds::registered().iter().filter(|kind| asked(kind));
        kinds.flat_map(|kind| actions.clone().map(|action| (kind.name, action))).collect()
    }

    /// Whether an index of its own serves the filter.
    const fn is_narrow(&self) -> bool {
        self.record.is_some()
            || self.ids.is_some()
            || self.actor.is_some()
            || self.operation.is_some()
    }

    /// Whether an index finds the events, or those that are passed over are few.
    pub(super) fn is_found(&self) -> bool {
        let times = [self.after, self.before, self.as_of];
        self.is_narrow() || times.iter().all(Option::is_none)
    }

    pub(super) fn times(&self) -> Condition {
        Condition::all()
            .add_option(self.after.map(|at| Column::CreatedAt.gt(at)))
            .add_option(self.before.map(|at| Column::CreatedAt.lt(at)))
            .add_option(self.as_of.map(|at| Column::CreatedAt.lte(at)))
    }

    pub(super) fn condition(&self) -> Condition {
        let names =
            |kinds: &Vec<&'static Resource>| kinds.iter().map(|kind| kind.name).collect::<Vec<_>>();
        // Other kinds are not records: roles, and kinds of a newer program.
        let known = || kinds::registered().iter().map(|kind| kind.name).collect::<Vec<_>>();
        let kinds = self.kinds.as_ref().map(names);
        let kinds = kinds.or_else(|| self.record.is_none().then(known));
        let actions =
            |actions: &Vec<Action>| actions.iter().map(|action| action.name()).collect::<Vec<_>>();
        Condition::all()
            // The double negation keeps SQLite from reading all events of these kinds by an index.
            .add_option(kinds.map(|kinds| Column::Kind.is_not_in(kinds).not()))
            .add_option(self.record.map(|(resource, id)| {
                Condition::all().add(Column::Kind.eq(resource.name)).add(Column::RecordId.eq(id))
            }))
            .add_option(self.ids.as_ref().map(|ids| Column::Id.is_in(ids.iter().copied())))
            .add_option(self.actions.as_ref().map(|it| Column::Action.is_in(actions(it))))
            .add_option(self.actor.map(|account| Column::ActorId.eq(account)))
            .add_option(self.operation.map(|operation| Column::OperationId.eq(operation)))
            .add(self.times())
    }
}
