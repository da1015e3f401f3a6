//! The views that are types of GraphQL, by their names.

use std::{collections::HashMap, sync::LazyLock};

use super::{About, Holds, Outcomes, View, Viewer, VisibleEvent};
use crate::operations::{
    accounts::{IssuedToken, VisibleRole},
    bulk::{Changed, OperationSummary, RestorePreview},
    records::AsOf,
    trash::Summary,
};

/// The view with that name. It is a type of GraphQL.
pub fn named(name: &str) -> Option<&'static About> {
    static VIEWS: LazyLock<HashMap<&str, &About>> = LazyLock::new(|| {
        let views: [fn() -> &'static About; 9] = [
            VisibleRole::about,
            IssuedToken::about,
            Viewer::about,
            VisibleEvent::about,
            OperationSummary::about,
            AsOf::about,
            Summary::about,
            RestorePreview::about,
            Outcomes::about,
        ];
        let mut named = HashMap::new();
        add(&mut named, Changed::about());
        views.into_iter().for_each(|about| add(&mut named, about()));
        named
    });
    VIEWS.get(name).copied()
}

/// Adds a view, and those in it.
fn add(named: &mut HashMap<&str, &About>, about: &'static About) {
    named.insert(about.type_name, about);
    for member in &about.members {
        if let Holds::View(about) | Holds::Views(about) = member.shape.holds {
            add(named, about());
        }
    }
}
