//! The views that are types of GraphQL.

use adopt::Removed;
use std::{collections::BTreeMap, sync::LazyLock};

use super::{
    About, Described, Holds, NewNotification, Outcomes, RecordChange, Viewer, VisibleEvent,
    typed_tables,
};
use crate::operations::{
    accounts::IssuedToken,
    adopted::{BroughtBack, LabelledRow, ShownRow, TableCoverage},
    bulk::{Changed, OperationSummary, RestorePreview},
    records::{AsOf, Capabilities, Hold},
    trash::Summary,
};

/// The types by their names.
static TYPES: LazyLock<BTreeMap<&str, &About>> = LazyLock::new(|| {
    let views: [fn() -> &'static About; 15] = [
        IssuedToken::about,
        Viewer::about,
        VisibleEvent::about,
        OperationSummary::about,
        AsOf::about,
        Summary::about,
        Hold::about,
        RestorePreview::about,
        Capabilities::about,
        RecordChange::about,
        NewNotification::about,
        TableCoverage::about,
        Removed::about,
        LabelledRow::about,
        ShownRow::about,
    ];
    let mut types = BTreeMap::new();
    views.into_iter().for_each(|about| add(&mut types, about()));
    typed_tables().iter().for_each(|table| add(&mut types, &table.row));
    // Payloads have types of their own.
    [Changed::about(), Outcomes::about(), BroughtBack::about()]
        .into_iter()
        .for_each(|it| add_nested(&mut types, it));
    types
});

/// The descriptions of the types.
pub fn types() -> impl Iterator<Item = &'static About> {
    TYPES.values().copied()
}

/// The view whose type in GraphQL has that name.
pub fn named(name: &str) -> Option<&'static About> {
    TYPES.get(name).copied()
}

fn add(types: &mut BTreeMap<&str, &About>, about: &'static About) {
    types.insert(about.type_name, about);
    add_nested(types, about);
}

/// Adds the views in a view.
fn add_nested(types: &mut BTreeMap<&str, &About>, about: &'static About) {
    for member in &about.members {
        match member.shape.holds {
            Holds::View(about) | Holds::Views(about) => add(types, about()),
            Holds::Columns(about) => add(types, about),
            _ => {}
        }
    }
}
