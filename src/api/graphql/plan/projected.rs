//! What is read of the records that a field selects.

use super::notes::{AccountDetail, Field, Selection};
use crate::resources::{SUMMARIES, snake_case};

/// Whether a part of records is selected anywhere within, by its name in projections.
pub fn shows_within(field: &Field, name: &str) -> bool {
    let selection = &field.selection;
    match name {
        SUMMARIES => selection.any_within(&|it| it.notes.account == AccountDetail::Summary),
        name => selection.has_within(name),
    }
}

/// The fields that are selected of a record in a payload, by REST's names.
pub fn selected(payload: &Selection, name: &str) -> Vec<String> {
    let record = payload.fields().filter(|field| field.name == name);
    let fields = record.flat_map(|field| field.selection.fields());
    let shown = fields.filter(|field| !field.is_type_name);
    shown.map(|field| snake_case(&field.name)).collect()
}
