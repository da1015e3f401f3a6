//! Restores records together with those they belong to or own.

use std::{collections::HashSet, sync::Arc};

use super::{
    super::{
        outcome::{Bulk, MANY, Outcome, Policy},
        source::BulkSource,
        start::{change, check_count},
    },
    deleted::{DeletedBy, children_of, parents_of, with_links, with_operations},
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        records::{
            StateChangePolicy,
            write::{ChangedById, check_selection},
        },
        rows::{
            Expected, Projections, Record, Selection, State,
            read::{by_kind, may_view, with_ids},
        },
    },
    resources::{Projection, Resource},
};

/// Restores many records with those that `related` finds, as one operation.
///
/// # Errors
/// Those of the whole request: too many records, or no database. Then nothing was changed.
pub async fn restore_many_related(
    app: &Arc<App>,
    call: &Arc<Call>,
    selections: Vec<Selection>,
    policy: Policy,
    projections: Projections,
) -> Result<Bulk, Error> {
    check_count(&selections)?;
    restore(app, call, selections, Expected::Any, policy, projections).await
}

/// Restores a record with those that `related` finds, in one operation. The others have an outcome
/// each; if the record is refused, nothing is changed.
///
/// # Errors
/// Those of restoring the record, and `BadRequest` for too many records.
pub async fn restore_related(
    app: &Arc<App>,
    call: &Arc<Call>,
    selection: Selection,
    expected: Expected,
    projections: Projections,
) -> Result<(ChangedById, Vec<Outcome>), Error> {
    check_selection(call, selection)?;
    let restored = restore(app, call, vec![selection], expected, Policy::First, projections);
    let Bulk { operation, mut outcomes, related } = restored.await?;
    match outcomes.pop() {
        Some(Outcome { error: None, record, .. }) => {
            Ok((ChangedById { record, operation }, related))
        }
        Some(Outcome { error: Some(error), .. }) => Err(error),
        None => Err(Error::Internal),
    }
}

/// Restores records with those that `related` finds. A version is expected of the first one.
async fn restore(
    app: &Arc<App>,
    call: &Arc<Call>,
    selections: Vec<Selection>,
    expected: Expected,
    policy: Policy,
    projections: Projections,
) -> Result<Bulk, Error> {
    let related = related(app, call, &selections, &expected).await?;
    let selected = selections.len();
    let items = selections.into_iter().chain(related).map(|it| (it, State::Live)).collect();
    let source = BulkSource::Selected(items, expected);
    let (mut restored, _) = change(app, call, source, policy, projections).await?;
    restored.related = restored.outcomes.split_off(selected);
    Ok(restored)
}

/// Finds the deleted records to restore together with these. They are those to which these belong, and
/// those that belong to these and that the same operation deleted, and so on: at most [`MANY`] in all.
///
/// Only records that the caller may restore bring others back. Those that belong to them come back if
/// the caller may restore these too; those to which they belong are left out only if it may neither
/// restore them nor view what belongs to them, so that it learns of no record by this (D26).
///
/// # Errors
/// `BadRequest` if there are more, `VersionMismatch`, and `TooExpensive`.
async fn related(
    app: &App,
    call: &Call,
    selections: &[Selection],
    expected: &Expected,
) -> Result<Vec<Selection>, Error> {
    let mut known: HashSet<(&Resource, i64)> = selections.iter().flatten().copied().collect();
    let selected = known.len();
    let mut upward = restorable(app, call, selections, expected).await?;
    let mut downward = with_operations(app, call, &upward).await?;
    let mut found = Vec::new();
    while !upward.is_empty() {
        let parents = parents_of(app, call, &upward, |_| Projection::default()).await?;
        let children = children_of(app, call, &downward, MANY as u64 + 1).await?;
        let is_shown = |(place, parent): &(usize, Record)| {
            may_restore(call, parent) || may_view(call, &upward[*place])
        };
        let parents: Vec<Record> =
            parents.into_iter().filter(is_shown).map(|(_, parent)| parent).collect();
        let mut is_new = |it: &Record| known.insert((it.resource, it.id()));
        let children: Vec<DeletedBy> =
            children.into_iter().filter(|(it, _)| may_restore(call, it) && is_new(it)).collect();
        let parents: Vec<Record> = parents.into_iter().filter(|it| is_new(it)).collect();
        upward = children.iter().map(|it| it.0.clone()).chain(parents).collect();
        downward = children;
        found.extend(upward.iter().map(|it| Some((it.resource, it.id()))));
        if selected + found.len() > MANY {
            return Err(Error::bad_request(format!(
                "with RELATED may restore at most {MANY} records"
            )));
        }
    }
    Ok(found)
}

/// Whether the caller may restore a record.
fn may_restore(call: &Call, record: &Record) -> bool {
    let policy = StateChangePolicy::of(call, record.resource, State::Live);
    policy.is_ok_and(|it| it.access.covers(record.owner()))
}

/// Reads those selected records that the caller can restore. One statement reads those of a kind.
async fn restorable(
    app: &App,
    call: &Call,
    selections: &[Selection],
    expected: &Expected,
) -> Result<Vec<Record>, Error> {
    let mut found = Vec::new();
    for (resource, ids) in by_kind(selections.iter().flatten().copied()) {
        let Ok(policy) = StateChangePolicy::of(call, resource, State::Live) else { continue };
        let version = [resource.columns.version];
        let projection = with_links(resource, &resource.projection(&version));
        let rows = with_ids(resource, &ids, app.database.backend());
        let permit = app.point_reader(call, ids.len()).await?;
        for record in resource.read(&*permit, &projection, rows).await? {
            if policy.check(&record).is_ok() {
                expected.check(record.version())?;
                found.extend(record.is_deleted().then_some(record));
            }
        }
    }
    Ok(found)
}
