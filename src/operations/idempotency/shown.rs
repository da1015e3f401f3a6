//! What a stored response shows. It is replayed only to a caller who may still see that (D26).

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use super::request::problem;
use crate::{
    app::App,
    auth::{Call, Caller, EVERY},
    error::Error,
    kinds::{self, permission_names},
    operations::records::read::with_ids,
};

/// The records that a response shows, and what its caller held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shown {
    /// The ids of the records, by kind.
    pub records: BTreeMap<String, BTreeSet<i64>>,
    /// The names of the permissions.
    pub permissions: BTreeSet<String>,
}

impl Shown {
    /// What the response to a caller shows, once its work has ended.
    pub fn of(app: &App, caller: &Caller) -> Self {
        let answered = app.answered().into_iter();
        Self {
            records: answered.map(|(kind, ids)| (kind.to_owned(), ids)).collect(),
            permissions: caller.permissions.names().map(str::to_owned).collect(),
        }
    }

    /// Checks that the caller has lost no permission, and that no record has been purged.
    ///
    /// # Errors
    /// `Forbidden` for a lost permission, `Invalid` for a purged record.
    pub async fn check(&self, app: &App, call: &Call) -> Result<(), Error> {
        let is_lost =
            |name: &&str| self.permissions.contains(*name) && !call.permissions.covers(name);
        let known = permission_names().into_iter().chain([EVERY]);
        let required: Vec<_> = known.filter(is_lost).collect();
        if !required.is_empty() {
            return Err(Error::Forbidden { required });
        }
        for (kind, ids) in &self.records {
            let Some(resource) = kinds::named(kind) else { continue };
            let ids: Vec<i64> = ids.iter().copied().collect();
            let rows = with_ids(resource, &ids, app.database.backend());
            let id = resource.projection(&[resource.columns.id]);
            let reader = app.point_reader(call, ids.len()).await?;
            if resource.read(&*reader, &id, rows).await?.len() < ids.len() {
                return Err(problem("was used for a record that has been purged since"));
            }
        }
        Ok(())
    }
}
