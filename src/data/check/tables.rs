//! The tables of the schema.

use entity::{
    Table, access_token, record_event, retired_api_key_value, role, role_permission,
    user_permission, user_role,
};

use crate::kinds;

/// The tables of records, credentials, grants and events.
pub fn tables() -> Vec<Table> {
    let others = [
        Table::of::<role::Entity>(),
        Table::of::<access_token::Entity>(),
        Table::of::<retired_api_key_value::Entity>(),
        Table::of::<record_event::Entity>(),
        Table::of::<role_permission::Entity>(),
        Table::of::<user_permission::Entity>(),
        Table::of::<user_role::Entity>(),
    ];
    kinds::registered().iter().map(|resource| resource.table.clone()).chain(others).collect()
}

/// The tables whose ids the database generates.
pub fn with_id() -> impl Iterator<Item = Table> {
    tables().into_iter().filter(|table| table.column("id").is_some())
}
