//! The tables of the schema.

use entity::{
    Table, access_token, record_event, retired_api_key_value, role, role_permission,
    user_permission, user_role,
};

use sea_orm::IdenStatic;

use crate::kinds;

/// The tables of records, credentials, grants and events.
pub fn tables() -> Vec<Table> {
    kinds::registered().iter().map(|resource| resource.table.clone()).chain(others()).collect()
}

/// The tables whose ids the database generates, each with the column of the id.
pub fn with_id() -> impl Iterator<Item = (Table, &'static str)> {
    let id = role::Column::Id.as_str();
    let others = others().into_iter().filter(move |table| table.column(id).is_some());
    let kinds = kinds::registered().iter().map(|it| (it.table.clone(), it.columns.id));
    kinds.chain(others.map(move |table| (table, id)))
}

fn others() -> [Table; 7] {
    [
        Table::of::<role::Entity>(),
        Table::of::<access_token::Entity>(),
        Table::of::<retired_api_key_value::Entity>(),
        Table::of::<record_event::Entity>(),
        Table::of::<role_permission::Entity>(),
        Table::of::<user_permission::Entity>(),
        Table::of::<user_role::Entity>(),
    ]
}
