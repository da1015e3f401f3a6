//! What takes the events of an undo back: the newest of each record first.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, SimpleExpr, SubQueryStatement},
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

use super::Edit;
use crate::{
    operations::{
        audit::{Action, Difference, Event, Values},
        bulk::outcome::Item,
        records::{FieldChange, StateChangePolicy},
        rows::State,
    },
    resources::Resource,
};

/// What an undo does.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Undoing {
    /// The records, in the order of their first events.
    pub records: Vec<(&'static Resource, i64)>,
    /// One after the other; a record has a step in each at most.
    pub rounds: Vec<Round>,
    /// The operations of the events.
    operations: BTreeSet<Uuid>,
    /// When the records were deleted that are to be so again.
    deletions: HashMap<(&'static Resource, i64), Timestamp>,
}

/// One step for each of many records.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Round {
    /// Records to delete that nobody may have changed since they were created.
    pub created: Vec<Item>,
    /// Records that get the state before.
    pub states: Vec<Item>,
    /// Records whose fields get the values before.
    pub edits: Vec<Edit>,
}

/// What takes an event back.
enum Step {
    Delete,
    State(State),
    Edit(Edit),
}

/// An event that the caller may know of, and its record.
pub(super) type Known = (Event, Action, &'static Resource);

impl Undoing {
    /// What takes events back, the newest first. Those of updates have their values.
    pub(super) fn of(account: i64, events: Vec<Known>, mut values: HashMap<i64, Values>) -> Self {
        let mut undoing = Self::default();
        let mut steps: HashMap<(&Resource, i64), Vec<Step>> = HashMap::new();
        for (event, action, resource) in events {
            let of = (resource, event.record_id);
            if let Some(at) = values.get(&event.id).and_then(|it| deletion(resource, it)) {
                undoing.deletions.insert(of, at);
            }
            let step = match action {
                Action::Created => Step::Delete,
                Action::Deleted => Step::State(State::Live),
                Action::Restored => Step::State(State::Deleted),
                Action::Updated => Step::Edit(Edit {
                    of,
                    owner: event.owner_id,
                    is_own: event.actor_id == Some(account),
                    changes: values.remove(&event.id).map(changes).unwrap_or_default(),
                }),
                Action::Held | Action::Released | Action::Purged => continue,
            };
            undoing.operations.insert(event.operation_id);
            let known = steps.entry(of).or_default();
            if known.is_empty() {
                undoing.records.push(of);
            }
            match (known.last_mut(), step) {
                (Some(Step::Edit(later)), Step::Edit(earlier)) => later.add(earlier),
                // Such as an undo of the same: it would be deleted and restored again. What was deleted
                // once more gets the time of the first deletion back.
                (Some(Step::State(State::Deleted)), Step::State(State::Live)) => {
                    known.pop();
                }
                (_, step) => known.push(step),
            }
        }
        for of in &undoing.records {
            for (round, step) in steps.remove(of).into_iter().flatten().enumerate() {
                if round == undoing.rounds.len() {
                    undoing.rounds.push(Round::default());
                }
                let round = &mut undoing.rounds[round];
                match step {
                    Step::Delete => round.created.push((Some(*of), State::Deleted)),
                    Step::State(to) => round.states.push((Some(*of), to)),
                    Step::Edit(edit) => round.edits.push(edit),
                }
            }
        }
        undoing.records.reverse();
        undoing
    }

    /// Those of these records, by when they were deleted; `None`: now.
    pub fn by_deletion(
        &self,
        resource: &'static Resource,
        ids: &[i64],
    ) -> BTreeMap<Option<Timestamp>, Vec<i64>> {
        let mut groups: BTreeMap<_, Vec<i64>> = BTreeMap::new();
        for id in ids {
            groups.entry(self.deletions.get(&(resource, *id)).copied()).or_default().push(*id);
        }
        groups
    }

    /// The condition that one of these operations, or this undo, was the row's last to do one of these
    /// actions.
    ///
    /// The events of one row are in the order of their ids, because each was inserted under the row's
    /// lock.
    pub fn is_last(
        &self,
        policy: &StateChangePolicy,
        actions: &[Action],
        undo: Uuid,
    ) -> SimpleExpr {
        let resource = policy.resource;
        let record_id = Expr::col((Entity, Column::RecordId));
        let last = Entity::find()
            .select_only()
            .column(Column::OperationId)
            .filter(Column::Kind.eq(resource.name))
            .filter(record_id.equals((resource.table.name, resource.columns.id)))
            .filter(Column::Action.is_in(actions.iter().map(|it| it.name())))
            .order_by_desc(Column::Id)
            .limit(1)
            .into_query();
        let last = SimpleExpr::SubQuery(None, Box::new(SubQueryStatement::SelectStatement(last)));
        last.is_in(self.operations.iter().copied().chain([undo]))
    }
}

/// The time of the deletion that an event ended, if it ended one.
fn deletion(resource: &Resource, values: &Values) -> Option<Timestamp> {
    let of_column = |it: &&Difference| it.0 == resource.columns.deleted_at;
    let before = values.changes().iter().find(of_column)?.1.as_ref()?.parse();
    before.as_str().and_then(Timestamp::parse)
}

/// The fields that an event changed.
fn changes(values: Values) -> Vec<FieldChange> {
    let change = |(name, before, after): &Difference| FieldChange {
        name: name.clone(),
        before: before.as_ref().map(|it| it.parse()).unwrap_or_default(),
        after: after.parse(),
    };
    values.changes().iter().map(change).collect()
}
