//! The table of operations.
//!
//! REST routes, GraphQL root fields, the OpenAPI document, directives and the authorisation tests are
//! made from it.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    account_queries::{
        access_tokens, grants, permission_names, role, role_events, role_members, roles,
    },
    accounts::accounts,
    action::Action,
    adopted::{
        adopted_rows, adopted_tables, create_adopted_row, create_typed_row, removals, removed_rows,
        row_history, typed_row, typed_rows, undo_removals, update_adopted_row, update_typed_row,
    },
    by_id::{delete_by_id, hold, purge_by_id, release, restore_by_id, revert},
    many::{
        delete_many, import, mark_all_read, mark_read, purge_many, restore_many, send_many, undo,
    },
    matching::{
        cancel, delete_matching, empty_trash, restore_matching, restore_trash, undo_matching,
    },
    queries::{
        inbox, list, node, nodes, operation, record_as_of, record_events, restore_preview,
        translation_bundle, trash, trash_summary, view, viewer,
    },
    records::{create, delete, replace, restore, rotate, update},
};
use crate::{kinds::registered, resources::Resource, views::typed_tables};

static ACTIONS: LazyLock<Vec<Action>> = LazyLock::new(|| {
    // Roles have operations of their own, which take their permissions.
    let records = || registered().iter().filter(|it| !it.permits);
    let each = |entry: fn(&'static Resource) -> Option<Action>| records().filter_map(entry);
    let any =
        |entry: fn(&'static Resource) -> Option<Action>| registered().iter().filter_map(entry);
    Vec::from([viewer(), node(), nodes()])
        .into_iter()
        .chain(records().map(view))
        .chain(registered().iter().map(list))
        .chain([trash(), trash_summary(), restore_preview(), record_events(), record_as_of()])
        .chain([
            operation(),
            adopted_tables(),
            adopted_rows(),
            removals(),
            removed_rows(),
            row_history(),
        ])
        .chain(typed_tables().iter().flat_map(|it| [typed_rows(it), typed_row(it)]))
        .chain(registered().iter().find_map(translation_bundle))
        .chain([permission_names(), roles(), role()])
        .chain([role_members(), role_events(), grants(), access_tokens(), inbox()])
        .chain(each(delete))
        .chain(each(restore))
        .chain(each(replace))
        .chain(each(update))
        .chain(each(create))
        .chain(each(rotate))
        .chain([delete_by_id(), restore_by_id(), purge_by_id()])
        .chain([hold(), release(), revert()])
        .chain([delete_many(), restore_many(), purge_many()])
        .chain(any(delete_matching))
        .chain(any(restore_matching))
        .chain([restore_trash(), empty_trash(), undo(), undo_matching(), cancel()])
        .chain([undo_removals(), create_adopted_row(), update_adopted_row()])
        .chain(typed_tables().iter().filter_map(create_typed_row))
        .chain(typed_tables().iter().filter_map(update_typed_row))
        .chain([mark_read(), mark_all_read()])
        .chain(each(send_many))
        .chain(each(import))
        .chain(accounts())
        .collect()
});

/// All operations, in the order of the schema.
pub fn actions() -> &'static [Action] {
    &ACTIONS
}

/// The operation of that name, which is a root field in GraphQL.
pub fn root_field(name: &str) -> Option<&'static Action> {
    static ROOT_FIELDS: LazyLock<HashMap<&str, &Action>> =
        LazyLock::new(|| ACTIONS.iter().map(|action| (action.name.as_str(), action)).collect());
    ROOT_FIELDS.get(name).copied()
}
