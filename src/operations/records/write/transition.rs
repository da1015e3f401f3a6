//! Deletes or restores one record. One statement decides, a second one explains (D10–D13).

use std::sync::Arc;

use super::written::WrittenRecord;
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        audit::AuditWriter,
        records::StateChangePolicy,
        rows::{Expected, Lock, Record, Rows, State, Target, to_completion},
    },
    resources::{Key, Projection},
};

/// Attempts at a record that concurrent requests change, or delete and restore.
pub(in crate::operations) const ATTEMPTS: usize = 8;

/// Deletes or restores a record: writes `deleted_at` and `updated_at`, nothing else (D10). References
/// to it stay. There is no operation if the record already has the state.
///
/// # Errors
/// `Forbidden`, `NotFound`, `VersionMismatch`, `AlreadyDeleted`, and `NotDeleted` for the strict kinds
/// (D11). Of concurrent requests one deletes the record.
pub(in crate::operations) async fn transition(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    to: State,
    expected: Expected,
    projection: &'static Projection,
) -> Result<WrittenRecord, Error> {
    let resource = target.resource;
    let policy = StateChangePolicy::of(call, resource, to)?;
    let key = target.key.ok_or_else(|| resource.not_found())?;
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_completion(async move {
        let writer = AuditWriter::new(&app, &call);
        for _ in 0..ATTEMPTS {
            let row = Rows::of(&key).of_version(resource, &expected);
            let change = policy.change(&app, row, projection);
            if let Some(record) = writer.change(change).await?.pop() {
                app.written(record.stale());
                return Ok(WrittenRecord::of(record, Some(writer.operation)));
            }
            let explained = explain(&app, &call, &policy, &key, &expected, projection);
            if let Some(record) = explained.await? {
                return Ok(WrittenRecord::of(record, None));
            }
        }
        Err(Error::Conflict)
    })
    .await
}

/// Explains why the statement changed no row. Returns the record if it already has the state, and
/// `None` if concurrent requests have changed its state meanwhile. Any other reason is an error.
async fn explain(
    app: &App,
    call: &Call,
    policy: &StateChangePolicy,
    key: &Key,
    expected: &Expected,
    projection: &Projection,
) -> Result<Option<Record>, Error> {
    let (reader, row) = (app.point_reader(call, 1).await?, Rows::of(key));
    let record = row.read(&*reader, policy.resource, projection, Lock::Unlocked).await?;
    let has_state = policy.explain(record.as_ref())?;
    record.as_ref().map_or(Ok(()), |record| expected.check(record.version()))?;
    Ok(record.filter(|_| has_state))
}
