//! Which changes of records a subscriber follows.

use std::collections::BTreeSet;

use crate::operations::audit::read::viewable;
use crate::{auth::Caller, error::Error, kinds, resources::Resource, store::feed::Filter};

/// Which changes of records a subscriber follows; by default all that it may view.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// The kinds that are named; `None`: any.
    kinds: Option<Vec<&'static Resource>>,
    /// The records that are named; `None`: any.
    records: Option<BTreeSet<(&'static str, i64)>>,
}

impl Followed {
    /// Those of these kinds and of these records.
    pub fn new(
        kinds: Option<Vec<&'static Resource>>,
        records: Option<Vec<(&'static Resource, i64)>>,
    ) -> Self {
        let of_records = records.iter().flatten().map(|(resource, _)| *resource);
        let kinds = match kinds {
            Some(kinds) => Some(kinds.into_iter().chain(of_records).collect()),
            None => records.is_some().then(|| of_records.collect()),
        };
        let names = |records: Vec<(&'static Resource, i64)>| {
            records.into_iter().map(|(resource, id)| (resource.name, id)).collect()
        };
        Self { kinds, records: records.map(names) }
    }

    /// What a caller is sent of them.
    ///
    /// # Errors
    /// `Forbidden` without the permission to view all of the kinds, or any kind.
    pub fn filter(&self, caller: &Caller) -> Result<Filter, Error> {
        caller.refuse_deleted()?;
        let all = || kinds::registered().iter().collect();
        let kinds = self.kinds.clone().unwrap_or_else(all);
        for kind in self.kinds.iter().flatten() {
            caller.require(&kind.view)?;
        }
        let filter = Filter { records: self.records.clone(), ..viewable(caller, &kinds) };
        if filter.kinds.is_empty() {
            let names = kinds.iter().flat_map(|resource| resource.view.names());
            return Err(Error::Forbidden { required: names.collect() });
        }
        Ok(filter)
    }
}
