//! Which events to read, and how they are found.

use data_encoding::BASE64URL_NOPAD;
use entity::{Timestamp, record_event::Column};
use sea_orm::{
    ColumnTrait, DbBackend, ExprTrait,
    sea_query::{Condition, Expr},
};
use uuid::Uuid;

use crate::{
    kinds::{
        self,
        global_id::{self, EVENT},
    },
    operations::{audit::Action, rows::read::contains},
};

/// Which events to read.
#[derive(Clone, Debug, Default)]
pub struct EventsOf {
    /// Of records of these kinds; `None`: of all kinds.
    pub kinds: Option<Vec<&'static str>>,
    /// Of this record.
    pub record: Option<(&'static str, i64)>,
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
    /// Of records that were of this account.
    pub owner: Option<i64>,
    /// With a reason that contains this text, in any case.
    pub reason: Option<String>,
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

/// The kinds that events have.
pub fn event_kinds() -> impl Iterator<Item = &'static str> {
    kinds::registered().iter().map(|kind| kind.name)
}

/// The record that a global id names, if any. `None`: any other text.
pub fn subject(text: &str) -> Option<(&'static str, i64)> {
    global_id::decode(text).map(|(resource, id)| (resource.name, id))
}

/// The position of the event with that id, as opaque text.
pub fn event_cursor(id: i64) -> String {
    BASE64URL_NOPAD.encode(format!("{EVENT} {id}").as_bytes())
}

/// The id of the event at a cursor; `None` for other texts.
pub fn event_of_cursor(text: &str) -> Option<i64> {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
    plain.strip_prefix(EVENT)?.strip_prefix(' ')?.parse().ok()
}

/// The condition that an event is of one of these records.
pub(super) fn of_record(kind: &str, ids: &[i64]) -> Condition {
    Condition::all().add(Column::Kind.eq(kind)).add(Column::RecordId.is_in(ids.iter().copied()))
}

impl EventsOf {
    /// The kinds and actions to read apart. Empty: they aren't filtered, or another index serves.
    pub(super) fn parts(&self) -> Vec<(&'static str, Action)> {
        if self.is_narrow() || (self.kinds.is_none() && self.actions.is_none()) {
            return Vec::new();
        }
        let asked = |kind: &&str| self.kinds.as_ref().is_none_or(|kinds| kinds.contains(kind));
        let actions = Action::ALL.into_iter();
        let actions = actions.filter(|it| self.actions.as_ref().is_none_or(|all| all.contains(it)));
        let kinds = event_kinds().filter(asked);
        kinds.flat_map(|kind| actions.clone().map(move |action| (kind, action))).collect()
    }

    /// Whether an index of its own serves the filter.
    const fn is_narrow(&self) -> bool {
        self.record.is_some()
            || self.ids.is_some()
            || self.actor.is_some()
            || self.operation.is_some()
    }

    /// The conditions that indexes serve, each by itself. `true`: in the order of the events.
    pub(super) fn narrow(&self) -> Vec<(Condition, bool)> {
        let record = self.record.map(|(kind, id)| (of_record(kind, &[id]), true));
        let of = |condition: Expr, is_sorted| (Condition::all().add(condition), is_sorted);
        let operation = self.operation.map(|it| of(Column::OperationId.eq(it), false));
        let actor = self.actor.map(|it| of(Column::ActorId.eq(it), true));
        [record, operation, actor].into_iter().flatten().collect()
    }

    /// The record, if the events are all those of one.
    pub(super) fn record_only(&self) -> Option<(&'static str, i64)> {
        let is_only = !self.is_filtered() && self.ids.is_none() && self.narrow().len() == 1;
        self.record.filter(|_| is_only)
    }

    /// Whether there are conditions that the indexes of single ones don't serve.
    pub(super) fn is_filtered(&self) -> bool {
        self.kinds.is_some() || self.actions.is_some() || self.is_sought()
    }

    /// Whether events are looked for by what no index has: times, owners and reasons.
    pub(super) fn is_sought(&self) -> bool {
        let times = [self.after, self.before, self.as_of];
        times.iter().any(Option::is_some) || self.owner.is_some() || self.reason.is_some()
    }

    /// The conditions that no index serves.
    pub(super) fn sought(&self, backend: DbBackend) -> Condition {
        let reason = self.reason.as_deref().filter(|text| !text.is_empty());
        Condition::all()
            .add_option(self.owner.map(|account| Column::OwnerId.eq(account)))
            .add_option(reason.map(|text| contains(Expr::col(Column::Reason), text, backend)))
            .add_option(self.after.map(|at| Column::CreatedAt.gt(at)))
            .add_option(self.before.map(|at| Column::CreatedAt.lt(at)))
            .add_option(self.as_of.map(|at| Column::CreatedAt.lte(at)))
    }

    pub(super) fn condition(&self, backend: DbBackend) -> Condition {
        // Kinds of a newer program are not shown.
        let known = || event_kinds().collect();
        let kinds = self.kinds.clone().or_else(|| self.record.is_none().then(known));
        let actions =
            |actions: &Vec<Action>| actions.iter().map(|action| action.name()).collect::<Vec<_>>();
        Condition::all()
            // The double negation keeps SQLite from reading all events of these kinds by an index.
            .add_option(kinds.map(|kinds| Column::Kind.is_not_in(kinds).not()))
            .add_option(self.record.map(|(kind, id)| {
                Condition::all().add(Column::Kind.eq(kind)).add(Column::RecordId.eq(id))
            }))
            .add_option(self.ids.as_ref().map(|ids| Column::Id.is_in(ids.iter().copied())))
            .add_option(self.actions.as_ref().map(|it| Column::Action.is_in(actions(it))))
            .add_option(self.actor.map(|account| Column::ActorId.eq(account)))
            .add_option(self.operation.map(|operation| Column::OperationId.eq(operation)))
            .add(self.sought(backend))
    }
}
