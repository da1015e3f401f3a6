//! The order, fields and deletion state of a list.

use super::query::Query;
use crate::{
    operations::records::read::{Sort, Trashed},
    resources::{Field, Resource},
};

/// The fields to sort by.
pub fn sorts(resource: &Resource) -> impl Iterator<Item = Sort> {
    let id = Sort::by_id(resource, false);
    let listed = resource.fields.iter().filter(|field| field.listed).map(|field| {
        let Field { name, column_type, nullable, .. } = *field;
        Sort { field: name, column_type, nullable, descending: false }
    });
    [id].into_iter().chain(listed)
}

/// Whether deleted ones are listed.
pub fn trashed(query: &Query) -> Trashed {
    match query.text("trashed") {
        Some("with") => Trashed::With,
        Some("only") => Trashed::Only,
        _ => Trashed::Without,
    }
}

/// The fields of the records in a response.
pub fn shown_fields(resource: &Resource, query: &Query) -> Vec<&'static str> {
    let whole = resource.whole();
    match query.texts("fields") {
        Some(texts) => whole.into_iter().filter(|name| texts.contains(name)).collect(),
        None => whole,
    }
}

/// The order of a list. The id comes last, in the direction of the first field, so that the order is
/// total.
pub fn order(resource: &Resource, query: &Query) -> Vec<Sort> {
    let mut order: Vec<Sort> = Vec::new();
    for text in query.texts("order").unwrap_or_default() {
        let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let sort = sorts(resource).find(|sort| sort.field == name);
        // A field that is repeated has no effect.
        let sort = sort.filter(|sort| order.iter().all(|known| known.field != sort.field));
        order.extend(sort.map(|sort| Sort { descending, ..sort }));
    }
    let id = resource.columns.id;
    if order.iter().all(|sort| sort.field != id) {
        let descending = order.first().is_some_and(|sort| sort.descending);
        order.extend(sorts(resource).take(1).map(|sort| Sort { descending, ..sort }));
    }
    order
}
