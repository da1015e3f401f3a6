//! Records that a request selects, and what is read of each.

use std::sync::{Arc, LazyLock};

use crate::{
    kinds,
    resources::{Projection, Resource},
};

/// A record of a request, by its id. `None`: the client sent no id of a record.
pub type Selection = Option<(&'static Resource, i64)>;

/// The projection for each kind.
pub type Projections = Arc<dyn Fn(&'static Resource) -> &'static Projection + Send + Sync>;

/// The projections of records of which only the ids are wanted, and who may view them.
pub fn ids_only() -> Projections {
    static OF_KINDS: OfKinds =
        LazyLock::new(|| each(|kind| kind.projection(&[]).with_access(kind)));
    Arc::new(|resource| &OF_KINDS[resource.kind_index()])
}

/// The projections of records of which only the names are wanted. They read labels, too.
pub fn names_only() -> Projections {
    static OF_KINDS: OfKinds =
        LazyLock::new(|| each(|kind| kind.projection(&[kind.label]).with_access(kind)));
    Arc::new(|resource| &OF_KINDS[resource.kind_index()])
}

/// A projection for each registered kind.
type OfKinds = LazyLock<Vec<Projection>>;

fn each(projection: fn(&Resource) -> Projection) -> Vec<Projection> {
    kinds::registered().iter().map(projection).collect()
}
