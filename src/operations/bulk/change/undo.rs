//! Takes back what happened to records, or foresees what would become of them.

use std::{collections::HashMap, sync::Arc};

use super::change::{BulkChange, Undone, groups};
use crate::{
    auth::Call,
    error::{Code, Error},
    operations::{
        accounts::roles_of_changes,
        audit::Action,
        bulk::{
            outcome::{Bulk, Item, Outcome},
            progress::advance,
            undo::{Edit, PAGE, Round, Undoing},
        },
        records::StateChangePolicy,
        rows::{Record, State, ids_only, read::by_kind},
    },
    resources::Resource,
};

/// The actions that change the state of a record.
const STATES: [Action; 2] = [Action::Deleted, Action::Restored];

impl BulkChange {
    /// Takes back what happened to records, by transactions of their own.
    pub(super) async fn undo(&self, undoing: Undoing) -> Result<Option<Bulk>, Error> {
        let mut outcomes = HashMap::new();
        for round in &undoing.rounds {
            if let Err(error) = self.take_back(&undoing, round, &mut outcomes).await {
                // What an earlier transaction wrote stays written.
                let is_written = outcomes.values().any(|it: &Outcome| it.changed);
                return Err(if is_written { Error::Unavailable } else { error });
            }
        }
        let outcomes = undoing.records.iter().filter_map(|of| outcomes.remove(of)).collect();
        let bulk = self.shown(outcomes);
        if self.is_batch {
            let (changed, now) = (bulk.changed(), self.app.clock.now());
            let refused = bulk.outcomes.len() as i64 - changed;
            let transaction = self.writer.begin().await?;
            let goes_on =
                advance(&transaction, self.writer.operation, changed, refused, now).await?;
            transaction.commit().await?;
            return Ok(goes_on.then_some(bulk));
        }
        Ok(Some(bulk))
    }

    async fn take_back(
        &self,
        undoing: &Undoing,
        Round { created, states, edits }: &Round,
        outcomes: &mut HashMap<(&'static Resource, i64), Outcome>,
    ) -> Result<(), Error> {
        let mut add = |outcome: Outcome| {
            let Some(of) = outcome.selection else { return };
            let known = outcomes.entry(of).or_insert_with(|| outcome.clone());
            known.changed |= outcome.changed;
            known.record = outcome.record;
            known.error = outcome.error;
        };
        for (items, actions) in [(created, &Action::ALL[..]), (states, &STATES)] {
            if !items.is_empty() {
                let transaction = self.writer.begin().await?;
                let undone = Some((undoing, actions));
                let changed = self.within(&transaction, items.clone(), undone).await?;
                transaction.commit().await?;
                self.clear_caches(&changed);
                changed.into_iter().for_each(&mut add);
            }
        }
        let operation = Some(self.writer.operation);
        let call = Arc::new(Call { operation, ..Call::clone(&self.call) });
        for edit in edits {
            add(edit.take_back(&self.app, &call, &self.projections).await?);
        }
        Ok(())
    }

    /// Foresees what would become of records, by their newest events. What is known of them stays.
    pub async fn foresee(
        &self,
        undoing: &Undoing,
        known: &mut HashMap<(&'static Resource, i64), Option<Code>>,
    ) -> Result<(), Error> {
        for Round { created, states, edits } in &undoing.rounds {
            for (items, actions) in [(created, &Action::ALL[..]), (states, &STATES)] {
                let new = |it: &&Item| it.0.is_some_and(|of| !known.contains_key(&of));
                let items: Vec<Item> = items.iter().filter(new).copied().collect();
                for ((_, to), (resource, ids)) in groups(&items) {
                    let ids = ids.into_iter().collect();
                    let undone = (undoing, actions);
                    let foreseen = self.foreseen((resource, to), ids, undone).await?;
                    known.extend(foreseen.into_iter().map(|(id, it)| ((resource, id), it)));
                }
            }
            let new: Vec<&Edit> = edits.iter().filter(|it| !known.contains_key(&it.of)).collect();
            for edits in new.chunks(PAGE) {
                let mut present = self.present(edits).await?;
                let changes = edits.iter().map(|it| (it.of, &it.changes[..]));
                let roles = roles_of_changes(&self.app, &self.call, changes).await?;
                let foreseen = edits.iter().map(|edit| {
                    let error = edit.foresee(&self.call, present.remove(&edit.of), &roles);
                    (edit.of, error.map(|it| it.code()))
                });
                known.extend(foreseen);
            }
        }
        Ok(())
    }

    /// The records of edits, with the fields that these change.
    async fn present(
        &self,
        edits: &[&Edit],
    ) -> Result<HashMap<(&'static Resource, i64), Record>, Error> {
        let mut present = HashMap::new();
        for (resource, ids) in by_kind(edits.iter().map(|it| it.of)) {
            let of_kind = edits.iter().filter(|it| it.of.0 == resource);
            let fields: Vec<_> = of_kind.flat_map(|it| it.fields()).collect();
            let projection = resource.projection(&fields).with_access(resource);
            let reader = self.app.point_reader(&self.call, ids.len()).await?;
            let rows = self.rows(resource, &ids);
            let records = resource.read(&*reader, &projection, rows).await?;
            present.extend(records.into_iter().map(|it| ((resource, it.id()), it)));
        }
        Ok(present)
    }

    async fn foreseen(
        &self,
        (resource, to): (&'static Resource, State),
        mut ids: Vec<i64>,
        (undoing, actions): Undone<'_>,
    ) -> Result<Vec<(i64, Option<Code>)>, Error> {
        let policy = match StateChangePolicy::of(&self.call, resource, to) {
            Ok(policy) => policy,
            Err(error) => return Ok(ids.into_iter().map(|id| (id, Some(error.code()))).collect()),
        };
        let projection = ids_only()(resource);
        let reader = self.app.reader(&self.call, ids.len() as u64).await?;
        let rows = self
            .rows(resource, &ids)
            .add(undoing.is_last(&policy, actions, self.writer.operation))
            .add(to.before().condition(resource))
            .add_option(policy.condition(self.app.database.backend()));
        let changing = resource.read(&*reader, projection, rows).await?;
        let mut foreseen: Vec<_> = changing.iter().map(|it| (it.id(), None)).collect();
        ids.retain(|id| !foreseen.iter().any(|known| known.0 == *id));
        let others = self.explain(&*reader, &policy, projection, &ids).await?;
        foreseen.extend(others.into_iter().map(|(id, it)| (id, it.error.map(|it| it.code()))));
        Ok(foreseen)
    }
}
