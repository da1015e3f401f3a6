//! Loads the records that objects refer to.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::{
    api::graphql::{
        execute::{Batch, Graphql, Request, Values},
        plan::{Field, shows_within},
    },
    error::Error,
    operations::rows::read::{FoundRecord, find_all},
    resources::Resource,
};

/// Records of a kind, with what fields select of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Records(pub &'static Resource);

impl Batch<Graphql> for Records {
    /// The id, and the number of the field.
    type Key = (i64, usize);
    type Value = FoundRecord;

    async fn load(self, request: &Request<'_>, keys: &[Self::Key]) -> Values<Self> {
        let (Self(resource), Request { app, call, plan, .. }) = (self, request);
        let (ids, numbers): (BTreeSet<i64>, BTreeSet<usize>) = keys.iter().copied().unzip();
        let ids: Vec<i64> = ids.into_iter().collect();
        let fields: Vec<&Field> = numbers.into_iter().filter_map(|it| plan.field(it)).collect();
        let is_shown = |name: &str| fields.iter().any(|field| shows_within(field, name));
        let projection = resource.projection_with(is_shown);
        let found: HashMap<i64, FoundRecord> =
            match find_all(app, call, resource, &ids, projection).await {
                Err(error @ Error::Forbidden { .. }) => {
                    ids.into_iter().map(|id| (id, Err(error.clone()))).collect()
                }
                found => {
                    let found = found?.into_iter();
                    found.map(|(id, record)| (id, record.map(|it| it.map(Arc::new)))).collect()
                }
            };
        Ok(keys.iter().filter_map(|key| Some((*key, found.get(&key.0)?.clone()))).collect())
    }
}
