//! Updates by a JSON merge patch (RFC 7396). Objects are merged with those of the record.
//!
//! A patch of other fields is the same as an update of them: null clears, and what is absent stays.

use serde_json::Value as Json;
use std::sync::Arc;

use super::{
    update::{Changes, update},
    written::WrittenRecord,
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::rows::{Expected, Fields, Lock, Record, Rows, Target},
    resources::{Projection, Rule, Update},
};

/// Maximum attempts to merge a patch when other writes come between.
const ATTEMPTS: usize = 5;

/// Updates a live record, after merging JSON objects.
///
/// # Errors
/// As [`update`], and `Conflict` if other writes change the record at every attempt.
pub async fn patch(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    to: &'static Update,
    changes: Changes<'_>,
    projection: &'static Projection,
) -> Result<WrittenRecord, Error> {
    let is_object = |name| changes.fields.get(name).is_some_and(Json::is_object);
    let inputs = to.changes.iter().filter(|input| input.rule == Rule::Json);
    let merged: Vec<_> = inputs.map(|input| input.name).filter(|name| is_object(*name)).collect();
    for _ in 0..ATTEMPTS {
        let Some(record) = read(app, call, &target, to, &changes, &merged).await? else {
            // The update says why, or has nothing to merge.
            return update(app, call, target, to, changes, projection).await;
        };
        let fields = merge_fields(&record, &merged, changes.fields);
        let expected = Expected::OneOf(vec![record.version()]);
        let changes = Changes { fields: &fields, expected, ..changes.clone() };
        match update(app, call, target.clone(), to, changes, projection).await {
            Err(Error::VersionMismatch) => {}
            done => return done,
        }
    }
    Err(Error::Conflict)
}

/// The record, if the update changes it and merges something.
async fn read(
    app: &App,
    call: &Call,
    target: &Target,
    to: &'static Update,
    changes: &Changes<'_>,
    merged: &[&'static str],
) -> Result<Option<Record>, Error> {
    let (Some(key), false) = (&target.key, merged.is_empty()) else { return Ok(None) };
    let access = call.require(&to.permission)?;
    let (reader, projection) =
        (app.point_reader(call, 1).await?, target.resource.projection(merged));
    let row = Rows::live(key);
    let record = row.read(&*reader, target.resource, &projection, Lock::Unlocked).await?;
    Ok(record.filter(|record| {
        access.check(record.owner()).is_ok() && changes.expected.check(record.version()).is_ok()
    }))
}

fn merge_fields(record: &Record, merged: &[&str], changes: &Fields) -> Fields {
    let mut fields = changes.clone();
    for name in merged {
        if let Some(patch) = fields.get_mut(*name) {
            *patch = merge(record.value(name).to_json(), patch.take());
        }
    }
    fields
}

/// Merges a patch into a value (RFC 7396, 2).
pub fn merge(target: Json, patch: Json) -> Json {
    let Json::Object(patch) = patch else { return patch };
    let mut fields = match target {
        Json::Object(fields) => fields,
        _ => Fields::new(),
    };
    for (name, value) in patch {
        let old = fields.remove(&name).unwrap_or_default();
        if !value.is_null() {
            fields.insert(name, merge(old, value));
        }
    }
    fields.into()
}
