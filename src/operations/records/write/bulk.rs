//! Deleting and bringing back many records of any kinds at once: one outcome for each, the same that
//! the single operation would have.

use sea_orm::{
    DatabaseTransaction, DbBackend,
    sea_query::{Condition, Order},
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};
use uuid::Uuid;

use super::transition::ATTEMPTS;
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds,
    operations::{
        audit::AuditWriter,
        records::{
            read::with_ids, record::Record, state::State, state_change::StateChangePolicy,
            statement::run, target::to_the_end,
        },
    },
    resources::{Projection, Resource},
};

/// Most records of one call.
pub const MANY: usize = 500;

/// What becomes of the others where some are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Each stands for itself.
    Each,
    /// All are changed, or none.
    AllOrNothing,
}

/// A record among many, by its number; `None`: what was sent is no record's id.
pub type Selection = Option<(&'static Resource, i64)>;

/// What became of one of many.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Which one.
    pub picked: Selection,
    /// The record, where it could be read.
    pub record: Option<Record>,
    /// Whether it was changed.
    pub changed: bool,
    /// Why it was refused.
    pub error: Option<Error>,
}

/// What became of many.
#[derive(Clone, Debug)]
pub struct Bulk {
    /// The operation by which all of it can be undone; `None`: nothing was changed.
    pub operation: Option<Uuid>,
    /// An outcome for each, in order.
    pub outcomes: Vec<Outcome>,
}

/// Says which columns of a kind are to be read.
pub type Projections = Arc<dyn Fn(&'static Resource) -> &'static Projection + Send + Sync>;

/// Brings many records back.
///
/// # Errors
/// Those that concern all of them: too many, or no database. Then nothing was changed.
pub async fn restore_many(
    app: &Arc<App>,
    call: &Arc<Call>,
    picked: Vec<Selection>,
    policy: Policy,
    projections: Projections,
) -> Result<Bulk, Error> {
    change_many(app, call, State::Live, picked, policy, projections).await
}

/// Deletes many records.
///
/// # Errors
/// As [`restore_many`].
pub async fn delete_many(
    app: &Arc<App>,
    call: &Arc<Call>,
    picked: Vec<Selection>,
    policy: Policy,
    projections: Projections,
) -> Result<Bulk, Error> {
    change_many(app, call, State::Deleted, picked, policy, projections).await
}

async fn change_many(
    app: &Arc<App>,
    call: &Arc<Call>,
    to: State,
    picked: Vec<Selection>,
    policy: Policy,
    projections: Projections,
) -> Result<Bulk, Error> {
    if picked.len() > MANY {
        return Err(Error::bad_request(format!("ids must be at most {MANY}")));
    }
    let bulk = Many::new(app, call, projections, false);
    to_the_end(async move {
        let wanted = picked.iter().copied().map(|one| (one, to)).collect();
        bulk.carry_out(wanted, policy, |_, ids| ids).await
    })
    .await
}

/// What one record is to become.
pub(super) type Wanted = (Selection, State);
/// The records of one kind that are to become the same.
type Group = (usize, bool);

/// Many changes on their way.
pub(super) struct Many {
    app: Arc<App>,
    call: Arc<Call>,
    writer: AuditWriter,
    projections: Projections,
    /// Whether rows are held before they are asked about: what else is stored of them can't change
    /// then.
    holding: bool,
}

impl Many {
    pub fn new(app: &Arc<App>, call: &Arc<Call>, projections: Projections, holding: bool) -> Self {
        let writer = AuditWriter::new(app, call);
        Self { app: Arc::clone(app), call: Arc::clone(call), writer, projections, holding }
    }

    /// Changes them in one transaction, kind after kind, each kind by one statement. `only` narrows
    /// the rows of a kind that have these numbers.
    pub async fn carry_out(
        &self,
        wanted: Vec<Wanted>,
        policy: Policy,
        only: impl Fn(&StateChangePolicy, Condition) -> Condition + Send + Sync,
    ) -> Result<Bulk, Error> {
        let mut groups: BTreeMap<Group, Vec<i64>> = BTreeMap::new();
        for ((resource, id), to) in wanted.iter().filter_map(|(one, to)| Some(((*one)?, *to))) {
            groups.entry((resource.kind_index(), to == State::Deleted)).or_default().push(id);
        }
        let transaction = self.app.database.begin().await?;
        let mut done: HashMap<Group, HashMap<i64, Outcome>> = HashMap::new();
        for (group, mut ids) in groups {
            ids.sort_unstable();
            ids.dedup();
            let to = if group.1 { State::Deleted } else { State::Live };
            let outcomes =
                self.change(&transaction, &kinds::all()[group.0], to, ids, &only).await?;
            done.insert(group, outcomes);
        }
        let outcomes = wanted.iter().map(|(one, to)| match one {
            None => Outcome::refused(None, Error::NotFound("Record not found".to_owned())),
            Some((resource, id)) => {
                let group = (resource.kind_index(), *to == State::Deleted);
                let outcome = done.get_mut(&group).and_then(|group| group.get_mut(id));
                outcome.map_or_else(|| Outcome::refused(*one, Error::Internal), |it| it.take(*to))
            }
        });
        let mut outcomes: Vec<Outcome> = outcomes.collect();
        let refused = outcomes.iter().any(|outcome| outcome.error.is_some());
        if policy == Policy::AllOrNothing && refused {
            transaction.rollback().await?;
            outcomes.iter_mut().for_each(Outcome::abort);
            return Ok(Bulk { operation: None, outcomes });
        }
        transaction.commit().await?;
        let changed = outcomes.iter().filter(|outcome| outcome.changed);
        let mut kinds: Vec<_> =
            changed.filter_map(|it| Some(it.record.as_ref()?.resource)).collect();
        kinds.sort_unstable_by_key(|resource| resource.name);
        kinds.dedup_by_key(|resource| resource.name);
        for resource in &kinds {
            self.app.written(resource.stale);
        }
        let operation = (!kinds.is_empty()).then_some(self.writer.operation);
        Ok(Bulk { operation, outcomes })
    }

    /// Changes records of one kind, and explains those that are not changed.
    async fn change(
        &self,
        transaction: &DatabaseTransaction,
        resource: &'static Resource,
        to: State,
        ids: Vec<i64>,
        only: &(impl Fn(&StateChangePolicy, Condition) -> Condition + Send + Sync),
    ) -> Result<HashMap<i64, Outcome>, Error> {
        let policy = match StateChangePolicy::of(&self.call, resource, to) {
            Ok(policy) => policy,
            Err(error) => {
                let refused = |id| (id, Outcome::refused(Some((resource, id)), error.clone()));
                return Ok(ids.into_iter().map(refused).collect());
            }
        };
        let projection = policy.projection((self.projections)(resource));
        let mut outcomes = HashMap::new();
        let mut left = ids;
        if self.holding && self.app.database.backend() == DbBackend::Postgres {
            let mut hold = resource.select(
                &resource.projection(&[resource.columns.id]),
                self.with_ids(resource, &left),
            );
            run(transaction, hold.order_by(resource.columns.id, Order::Asc).lock_exclusive())
                .await?;
        }
        for _ in 0..ATTEMPTS {
            let condition = only(&policy, self.with_ids(resource, &left));
            let change = policy.change(&self.app, condition, &projection);
            for record in self.writer.change_within(transaction, change).await? {
                outcomes.insert(record.id(), Outcome::changed(record));
            }
            left.retain(|id| !outcomes.contains_key(id));
            if left.is_empty() {
                return Ok(outcomes);
            }
            let statement = resource.select(&projection, self.with_ids(resource, &left));
            let rows = run(transaction, &statement).await?;
            let mut records: HashMap<i64, Record> = rows
                .iter()
                .map(|row| Record::from_row(resource, &projection, row))
                .map(|record| record.map(|record| (record.id(), record)))
                .collect::<Result<_, _>>()?;
            left.retain(|id| {
                let (one, record) = (Some((resource, *id)), records.remove(id));
                match policy.explain(record.as_ref()) {
                    Ok(false) if self.holding => {
                        outcomes.insert(*id, Outcome::refused(one, Error::Conflict))
                    }
                    Ok(false) => return true,
                    Ok(true) => outcomes.insert(*id, Outcome::unchanged(one, record)),
                    Err(error) => outcomes.insert(*id, Outcome::refused(one, error)),
                };
                false
            });
        }
        let raced = |id| (id, Outcome::refused(Some((resource, id)), Error::Conflict));
        outcomes.extend(left.into_iter().map(raced));
        Ok(outcomes)
    }

    fn with_ids(&self, resource: &Resource, ids: &[i64]) -> Condition {
        with_ids(resource, ids, self.app.database.backend())
    }
}

impl Outcome {
    fn changed(record: Record) -> Self {
        let picked = Some((record.resource, record.id()));
        Self { picked, record: Some(record), changed: true, error: None }
    }

    fn unchanged(picked: Selection, record: Option<Record>) -> Self {
        Self { picked, record, changed: false, error: None }
    }

    fn refused(picked: Selection, error: Error) -> Self {
        Self { picked, record: None, changed: false, error: Some(error) }
    }

    /// The outcome for one who asks; whoever asks for the same record again finds it as wanted, and
    /// is told what the single operation would tell.
    fn take(&mut self, to: State) -> Self {
        let first = self.clone();
        if let (true, Some(record)) = (self.changed, &self.record) {
            *self = match StateChangePolicy::already(record.resource, to) {
                Some(refusal) => Self::refused(self.picked, refusal),
                None => Self::unchanged(self.picked, self.record.take()),
            };
        }
        first
    }

    /// What was changed has been taken back.
    fn abort(&mut self) {
        if self.error.is_none() {
            *self = Self::refused(self.picked, Error::Aborted);
        }
    }
}
