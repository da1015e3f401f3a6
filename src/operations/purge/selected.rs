//! Purges selected records for a caller, and says why each of the others stays.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend,
    sea_query::{Condition, Order},
};
use std::collections::HashMap;

use super::{
    batch::remove_locked,
    plan::{count_referring, references},
};
use crate::{
    app::App,
    auth::Call,
    error::{Counted, Error, Referring, Refusal},
    operations::{
        audit::AuditWriter,
        records::{Hold, StateChangePolicy},
        rows::{
            Record, State,
            read::{may_view, with_ids},
            run,
        },
    },
    resources::{Resource, noun, nouns},
};

/// Removes those records with these ids that the caller may purge, in its transaction.
///
/// It locks all of them, and removes those of them that also meet the condition. Returns why each of
/// the others stays, by id.
pub(in crate::operations) async fn remove_selected(
    (app, call, writer): (&App, &Call, &AuditWriter),
    transaction: &DatabaseTransaction,
    policy: &StateChangePolicy,
    ids: &[i64],
    these: Condition,
) -> Result<HashMap<i64, Error>, Error> {
    let (resource, backend) = (policy.resource, app.database.backend());
    let with_ids = || with_ids(resource, ids, backend);
    let projection = resource.projection(&[]).with_access(resource);
    // What is read afterwards is what holds once nobody else can change them.
    let mut lock = resource.select(&projection, with_ids());
    lock.order_by(resource.columns.id, Order::Asc);
    if backend == DbBackend::Postgres {
        lock.lock_exclusive();
    }
    let all = resource.records(&projection, &run(transaction, &lock).await?);
    let all: HashMap<i64, Record> = all.into_iter().map(|it| (it.id(), it)).collect();
    let these = with_ids().add(these).add(State::Deleted.condition(resource));
    let these = these.add_option(policy.condition(backend));
    let mut rows = resource.read(transaction, &projection, these).await?;
    let free: Vec<i64> = rows.iter().map(Record::id).collect();
    let refused = ids.iter().filter(|id| !free.contains(id));
    // Where nothing explains it, somebody has changed it since the preview.
    let why = |id| policy.explain(all.get(id)).err().unwrap_or(Error::Conflict);
    let mut kept: HashMap<i64, Error> = refused.map(|id| (*id, why(id))).collect();
    kept.extend(referred(call, transaction, resource, &free).await?);
    rows.retain(|row| !kept.contains_key(&row.id()));
    let held = remove_locked(transaction, writer, resource, rows, app.clock.now()).await?;
    for ((_, id), Hold { reason, .. }) in held {
        let is_shown = all.get(&id).is_some_and(|it| may_view(call, it));
        let kind = resource.title;
        let reason = match is_shown {
            true => Refusal::OnHoldFor { kind, why: reason },
            false => Refusal::OnHold { kind },
        };
        kept.insert(id, Error::Refused(reason));
    }
    Ok(kept)
}

/// The errors for records that others refer to. They name kinds of which the caller may view all.
async fn referred(
    call: &Call,
    transaction: &DatabaseTransaction,
    resource: &'static Resource,
    ids: &[i64],
) -> Result<HashMap<i64, Error>, Error> {
    let these = || with_ids(resource, ids, transaction.get_database_backend());
    let mut named: HashMap<i64, Vec<Counted>> = HashMap::new();
    for of_kind in references(resource).chunk_by(|one, other| one.from == other.from) {
        let kind = of_kind[0].from;
        let is_shown = call.require(&kind.view).is_ok_and(|it| it.account().is_none());
        for row in run(transaction, &count_referring(resource, these(), of_kind)).await? {
            let (id, count): (i64, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            let noun = if count == 1 { noun(kind) } else { nouns(kind) };
            let counted = Counted { kind: kind.title, count, noun };
            named.entry(id).or_default().extend(is_shown.then_some(counted));
        }
    }
    let error = |(id, records): (i64, Vec<Counted>)| {
        let records = Referring(records);
        (id, Error::Refused(Refusal::Referred { kind: resource.title, records }))
    };
    Ok(named.into_iter().map(error).collect())
}
