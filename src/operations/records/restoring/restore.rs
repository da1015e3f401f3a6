//! Restores records together with those they belong to or own.

use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};
use std::sync::Arc;

use super::related::related;
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::records::{
        Expected, State, StateChangePolicy, to_completion,
        write::{
            Bulk, BulkChange, ChangedById, Outcome, Policy, Projections, Selection, check_count,
            check_selection,
        },
    },
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
    let (selected, first) = (selections.len(), selections.first().copied().flatten());
    let items = selections.into_iter().chain(related).map(|it| (it, State::Live)).collect();
    let bulk = BulkChange::new(app, call, projections, false);
    let restored = async move {
        let narrow = |policy: &StateChangePolicy, ids: Condition| match (&expected, first) {
            (Expected::OneOf(versions), Some((resource, id))) if policy.resource == resource => {
                let is_expected = Expr::col(resource.columns.version).is_in(versions.clone());
                let is_other = Expr::col(resource.columns.id).ne(id);
                ids.add(is_expected.or(is_other))
            }
            _ => ids,
        };
        bulk.run(items, policy, narrow).await
    };
    let mut restored = to_completion(restored).await?;
    restored.related = restored.outcomes.split_off(selected);
    Ok(restored)
}
