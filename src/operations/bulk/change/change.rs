//! Deletes, restores and purges many records of any kinds. Each has the outcome of the single operation.

use sea_orm::{
    DatabaseTransaction, DbBackend,
    sea_query::{Condition, Order},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};
use uuid::Uuid;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        audit::{Action, AuditWriter},
        bulk::{
            outcome::{Bulk, Item, Outcome, Policy},
            progress::advance,
            source::{BulkSource, Part},
            undo::Undoing,
        },
        purge::{self, remove_selected},
        records::{CHANGED_SINCE, StateChangePolicy, write::ATTEMPTS},
        rows::{
            Projections, Record, Rows, State, ids_only,
            read::{may_view, with_ids},
            run,
        },
    },
    resources::{Projection, Resource},
    store::database::Reads,
};

/// What is undone, and which of its actions must have been the last of a record.
pub(super) type Undone<'a> = (&'a Undoing, &'a [Action]);

/// A change of many records: of their state in one transaction, of their values in one for each.
pub(in super::super) struct BulkChange {
    pub(super) app: Arc<App>,
    pub(super) call: Arc<Call>,
    pub(super) writer: AuditWriter,
    source: BulkSource,
    pub(super) projections: Projections,
    /// Whether it is a batch of an operation, whose progress it writes.
    pub(super) is_batch: bool,
}

impl BulkChange {
    pub fn new(
        app: &Arc<App>,
        call: &Arc<Call>,
        source: BulkSource,
        projections: Projections,
    ) -> Self {
        let (app, call) = (Arc::clone(app), Arc::clone(call));
        let writer = AuditWriter::new(&app, &call);
        Self { app, call, writer, source, projections, is_batch: false }
    }

    /// A batch of an operation, of which only the outcomes are wanted.
    pub fn batch_of(
        operation: Uuid,
        app: &Arc<App>,
        call: &Arc<Call>,
        source: &BulkSource,
    ) -> Self {
        let mut batch = Self::new(app, call, source.clone(), ids_only());
        batch.writer.operation = operation;
        Self { is_batch: true, ..batch }
    }

    /// Changes the records, by one statement for each group. `None`: the operation of the batch has
    /// ended, and nothing was changed.
    pub async fn run(&self, part: Part, policy: Policy) -> Result<Option<Bulk>, Error> {
        let items = match part {
            Part::Items(items) => items,
            Part::Undo(undoing) => return self.undo(undoing).await,
        };
        let transaction = self.writer.begin().await?;
        let outcomes = self.within(&transaction, items, None).await?;
        let mut bulk = Bulk { operation: None, outcomes, related: Vec::new() };
        if policy.refuses(&bulk.outcomes) {
            transaction.rollback().await?;
            bulk.outcomes = bulk.outcomes.into_iter().map(Outcome::aborted).collect();
            return Ok(Some(bulk));
        }
        let (changed, now) = (bulk.changed(), self.app.clock.now());
        if self.is_batch {
            let refused = bulk.outcomes.len() as i64 - changed;
            let operation = self.writer.operation;
            if !advance(&transaction, operation, changed, refused, now).await? {
                transaction.rollback().await?;
                return Ok(None);
            }
        }
        transaction.commit().await?;
        self.clear_caches(&bulk.outcomes);
        Ok(Some(self.shown(bulk.outcomes)))
    }

    /// The outcomes, with the records that the caller may view.
    pub(super) fn shown(&self, mut outcomes: Vec<Outcome>) -> Bulk {
        for outcome in &mut outcomes {
            // Ids can be counted, and the permission to delete or restore shows nothing (D26).
            outcome.record.take_if(|record| !may_view(&self.call, record));
            outcome.record.iter().for_each(|it| self.app.answers_with(it.resource.name, it.id()));
        }
        let mut bulk = Bulk { operation: None, outcomes, related: Vec::new() };
        bulk.operation = (bulk.changed() > 0).then_some(self.writer.operation);
        bulk
    }

    /// Changes the records in the transaction.
    pub(super) async fn within(
        &self,
        transaction: &DatabaseTransaction,
        items: Vec<Item>,
        undone: Option<Undone<'_>>,
    ) -> Result<Vec<Outcome>, Error> {
        let mut changed: HashMap<(&Resource, State), HashMap<i64, Outcome>> = HashMap::new();
        for ((_, to), (resource, ids)) in groups(&items) {
            let ids = ids.into_iter().collect();
            let outcomes = self.change(transaction, (resource, to), ids, undone).await?;
            changed.insert((resource, to), outcomes);
        }
        let outcomes = items.into_iter().map(|(selection, to)| match selection {
            None => Outcome::refused(None, Error::not_found("Record")),
            Some((resource, id)) => changed
                .get_mut(&(resource, to))
                .and_then(|group| group.get_mut(&id))
                .map_or_else(|| Outcome::refused(selection, Error::Internal), Outcome::take),
        });
        Ok(outcomes.collect())
    }

    /// Clears the caches that the changes made stale.
    pub(super) fn clear_caches(&self, outcomes: &[Outcome]) {
        let changed = outcomes.iter().filter(|it| it.changed).filter_map(|it| it.selection);
        let kinds: BTreeMap<_, _> = changed.map(|(kind, _)| (kind.name, kind.stale)).collect();
        kinds.into_values().for_each(|stale| self.app.written(stale));
    }

    /// Changes the records of a group, and explains those not changed.
    async fn change(
        &self,
        transaction: &DatabaseTransaction,
        (resource, to): (&'static Resource, State),
        ids: Vec<i64>,
        undone: Option<Undone<'_>>,
    ) -> Result<HashMap<i64, Outcome>, Error> {
        let refused = |ids: Vec<i64>, error: &Error| {
            let refused = |id| (id, Outcome::refused(Some((resource, id)), error.clone()));
            ids.into_iter().map(refused).collect::<Vec<_>>()
        };
        let policy = match StateChangePolicy::of(&self.call, resource, to) {
            Ok(policy) => policy,
            Err(error) => return Ok(HashMap::from_iter(refused(ids, &error))),
        };
        if to == State::Purged {
            let rows = self.source.narrow(&policy, self.rows(resource, &ids));
            let by = (&*self.app, &*self.call, &self.writer);
            let mut kept = remove_selected(by, transaction, &policy, &ids, rows).await?;
            let outcome = |id: i64| {
                let (selection, error) = (Some((resource, id)), kept.remove(&id));
                (id, Outcome { selection, record: None, changed: error.is_none(), error })
            };
            return Ok(ids.into_iter().map(outcome).collect());
        }
        let projection = (self.projections)(resource).with_access(resource);
        if self.source.locks() && self.app.database.backend() == DbBackend::Postgres {
            let id = resource.columns.id;
            let mut lock = resource.select(&resource.projection(&[id]), self.rows(resource, &ids));
            run(transaction, lock.order_by(id, Order::Asc).lock_exclusive()).await?;
        }
        let mut outcomes = HashMap::new();
        let mut left = ids;
        for _ in 0..ATTEMPTS {
            let groups = match undone {
                Some((undoing, _)) if to == State::Deleted => undoing.by_deletion(resource, &left),
                _ => BTreeMap::from([(None, left.clone())]),
            };
            for (deleted, ids) in groups {
                let mut condition = self.source.narrow(&policy, self.rows(resource, &ids));
                if let Some((undoing, actions)) = undone {
                    let operation = self.writer.operation;
                    condition = condition.add(undoing.is_last(&policy, actions, operation));
                }
                let mut change = policy.change(&self.app, Rows::matching(condition), &projection);
                // What was restored by mistake has been deleted since then.
                if let Some(at) = deleted {
                    change.assignments = vec![to.assignment(resource, at)];
                }
                for record in self.writer.change_within(transaction, change).await? {
                    let (id, selection) = (record.id(), Some((resource, record.id())));
                    let record = Some(record);
                    outcomes.insert(id, Outcome { selection, record, changed: true, error: None });
                }
            }
            left.retain(|id| !outcomes.contains_key(id));
            if left.is_empty() {
                return Ok(outcomes);
            }
            let explained = self.explain(transaction, &policy, &projection, &left).await?;
            left.retain(|id| !explained.contains_key(id));
            outcomes.extend(explained);
        }
        outcomes.extend(refused(left, &Error::Conflict));
        Ok(outcomes)
    }

    /// The outcomes for records that the statement didn't change. Those that it could change now
    /// have none.
    pub(super) async fn explain(
        &self,
        connection: &impl Reads,
        policy: &StateChangePolicy,
        projection: &Projection,
        ids: &[i64],
    ) -> Result<HashMap<i64, Outcome>, Error> {
        let resource = policy.resource;
        let records = resource.read(connection, projection, self.rows(resource, ids)).await?;
        let mut records: HashMap<i64, Record> =
            records.into_iter().map(|record| (record.id(), record)).collect();
        let mut outcome = |id: i64| {
            let (selection, record) = (Some((resource, id)), records.remove(&id));
            Some(match policy.explain(record.as_ref()) {
                // The present record is shown with the reason.
                Ok(false) if matches!(self.source, BulkSource::Undo(_)) => {
                    Outcome { selection, record, changed: false, error: Some(CHANGED_SINCE) }
                }
                Ok(false) if self.source.locks() => Outcome::refused(selection, Error::Conflict),
                Ok(false) => return None,
                Ok(true) => Outcome { selection, record, changed: false, error: None },
                Err(error) => Outcome::refused(selection, error),
            })
        };
        Ok(ids.iter().filter_map(|id| Some((*id, outcome(*id)?))).collect())
    }

    pub(super) fn rows(&self, resource: &Resource, ids: &[i64]) -> Condition {
        with_ids(resource, ids, self.app.database.backend())
    }
}

/// The ids of each kind and state, sorted and without duplicates, in the order of changes.
pub(super) fn groups(
    items: &[Item],
) -> BTreeMap<(usize, State), (&'static Resource, BTreeSet<i64>)> {
    let mut groups: BTreeMap<_, (&'static Resource, BTreeSet<i64>)> = BTreeMap::new();
    for (selection, to) in items {
        if let Some((resource, id)) = selection {
            let group = groups.entry((purge::place(resource, *to), *to));
            group.or_insert_with(|| (resource, BTreeSet::new())).1.insert(*id);
        }
    }
    groups
}
