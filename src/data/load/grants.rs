//! Grants of the accounts and roles of rows.

use entity::role;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, Value as SqlValue,
    sea_query::{Expr, ExprTrait, Query},
};
use std::collections::{BTreeSet, HashMap};

use super::{
    batch::{BATCH, Batch},
    row::{LoadError, Row},
};
use crate::operations::{
    accounts::{GrantField, Grants},
    rows::insert_rows,
};

/// A field of grants, and the stored names in it.
pub(super) type Differing = (GrantField, BTreeSet<String>);

impl Batch<'_> {
    /// Grants permissions and roles to accounts and roles, by their ids. An error says in which row the
    /// grants are.
    pub(super) async fn grant(&self, of: &[(i64, usize, &Grants)]) -> Result<(), LoadError> {
        let names: BTreeSet<&str> =
            of.iter().flat_map(|(.., grants)| grants.roles.iter().map(String::as_str)).collect();
        let Some(grantee) = self.table.grantee else { return Ok(()) };
        let ids = self.role_ids(&Vec::from_iter(names)).await?;
        let (mut permissions, mut roles) = (Vec::new(), Vec::new());
        for (id, index, grants) in of {
            let pair = |value: SqlValue| vec![SqlValue::from(*id), value];
            permissions.extend(grants.permissions.iter().map(|name| pair(name.into())));
            for role in &grants.roles {
                let role = ids.get(role).ok_or_else(|| {
                    let place = self.table.place(*index);
                    LoadError(format!("{place}.roles: there is no role {role:?}"))
                })?;
                roles.push(pair((*role).into()));
            }
        }
        for (field, pairs) in [(GrantField::Permissions, permissions), (GrantField::Roles, roles)] {
            let (table, columns) = grantee.table(field);
            insert_rows(self.transaction, table, &columns, pairs).await?;
        }
        Ok(())
    }

    /// The ids of roles, deleted ones too, by their names.
    async fn role_ids(&self, names: &[&str]) -> Result<HashMap<String, i64>, DbErr> {
        let mut ids = HashMap::new();
        for batch in names.chunks(BATCH) {
            let these = role::Column::Name.is_in(batch.iter().copied());
            for role in role::Entity::find().filter(these).all(self.transaction).await? {
                ids.insert(role.name, role.id);
            }
        }
        Ok(ids)
    }

    /// The stored permissions and roles that differ from those of a row.
    pub(super) async fn differing(&self, row: &Row, id: i64) -> Result<Vec<Differing>, DbErr> {
        let mut differing = Vec::new();
        let Some(grantee) = self.table.grantee else { return Ok(differing) };
        for field in grantee.fields().iter().filter(|it| row.is_given(it.name())) {
            let mut names = grantee.names(self.transaction, *field, Some(&[id])).await?;
            let has = names.remove(&id).unwrap_or_default();
            differing.extend((*row.grants.field(*field) != has).then_some((*field, has)));
        }
        Ok(differing)
    }

    /// Replaces stored permissions and roles by those of a row.
    pub(super) async fn replace_grants(
        &self,
        row: &Row,
        id: i64,
        differing: &[Differing],
    ) -> Result<(), LoadError> {
        let Some(grantee) = self.table.grantee.filter(|_| !differing.is_empty()) else {
            return Ok(());
        };
        let mut grants = Grants::default();
        for (field, _) in differing {
            grants.field_mut(*field).clone_from(row.grants.field(*field));
            let (table, [column, _]) = grantee.table(*field);
            let theirs =
                Query::delete().from_table(table).and_where(Expr::col(column).eq(id)).take();
            self.transaction.execute(&theirs).await?;
        }
        self.grant(&[(id, row.index, &grants)]).await
    }
}
