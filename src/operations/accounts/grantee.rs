//! What permissions are granted to: accounts and roles.

use entity::{Timestamp, role, role_permission, user, user_permission, user_role};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityName, EntityTrait,
    ExprTrait, IdenStatic, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait, Value,
    sea_query::{Condition, Expr, Query},
};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use tokio::task::yield_now;

use super::names::{GrantAction, GrantField, Grants, role_ids};
use crate::{
    error::{Error, Refusal},
    kinds::{accounts, roles},
    operations::{
        audit::{Action, AuditWriter, RecordChange},
        callers::has_address,
        rows::{insert_rows, read::numbered_by, run},
    },
};

/// What permissions are granted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grantee {
    /// An account, by its email address.
    Account,
    /// A role, by its name. It has permissions and no roles.
    Role,
}

impl Grantee {
    /// The error for a name that nothing has.
    pub(super) fn missing(self, name: &str) -> Error {
        Error::NotFound(match self {
            Self::Account => Refusal::NoAddress { address: name.to_owned() },
            Self::Role => Refusal::NoRoles { names: format!("{name:?}") },
        })
    }

    /// The grants as events show them.
    pub(super) fn to_json(self, grants: &Grants) -> Json {
        match self {
            Self::Account => json!({ "permissions": grants.permissions, "roles": grants.roles }),
            Self::Role => json!({ "permissions": grants.permissions }),
        }
    }

    /// The condition that a row has the name. The row is an account, deleted or not, or a role: a
    /// deleted one can only lose grants.
    pub(super) fn named(self, name: &str, action: GrantAction, backend: DbBackend) -> Expr {
        match (self, action) {
            (Self::Account, _) => has_address(name, backend),
            (Self::Role, GrantAction::Revoke) => role::Column::Name.eq(name),
            (Self::Role, GrantAction::Grant) => {
                role::Column::Name.eq(name).and(role::Column::DeletedAt.is_null())
            }
        }
    }

    /// Counts a change, and locks the row until the transaction ends. Concurrent changes don't mix.
    /// Returns its id; `None`: there is no such row.
    pub(super) async fn lock(
        self,
        transaction: &DatabaseTransaction,
        this: Expr,
        at: Timestamp,
    ) -> Result<Option<i64>, DbErr> {
        // Both tables name these columns alike.
        use role::Column::{Id, UpdatedAt, Version};
        let mut update = Query::update();
        match self {
            Self::Account => update.table(user::Entity),
            Self::Role => update.table(role::Entity),
        };
        update
            .value(UpdatedAt, at)
            .value(Version, Expr::col(Version).add(1))
            .and_where(this)
            .returning_col(Id);
        let rows = run(transaction, &update).await?;
        rows.first().map(|row| row.try_get_by_index(0)).transpose()
    }

    /// The fields of its grants.
    pub(crate) const fn fields(self) -> &'static [GrantField] {
        match self {
            Self::Account => &GrantField::ALL,
            Self::Role => &[GrantField::Permissions],
        }
    }

    /// The table of a field, with its columns. The first says whose the grants are, the second has
    /// them.
    pub(crate) fn table(self, field: GrantField) -> (&'static str, [&'static str; 2]) {
        use role_permission::Column as OfRole;
        use user_permission::Column as OfAccount;
        match (field, self) {
            (GrantField::Permissions, Self::Account) => (
                user_permission::Entity.table_name(),
                [OfAccount::UserId, OfAccount::Permission].map(|it| it.as_str()),
            ),
            (GrantField::Permissions, Self::Role) => (
                role_permission::Entity.table_name(),
                [OfRole::RoleId, OfRole::Permission].map(|it| it.as_str()),
            ),
            (GrantField::Roles, _) => (
                user_role::Entity.table_name(),
                [user_role::Column::UserId, user_role::Column::RoleId].map(|it| it.as_str()),
            ),
        }
    }

    /// What each is granted in a field, deleted roles included. With `of` only those of these ids.
    pub(crate) async fn names(
        self,
        connection: &impl ConnectionTrait,
        field: GrantField,
        of: Option<&[i64]>,
    ) -> Result<BTreeMap<i64, BTreeSet<String>>, DbErr> {
        let backend = connection.get_database_backend();
        let select = match field {
            GrantField::Permissions => {
                let (table, [owner, name]) = self.table(field);
                let these = of.map(|of| numbered_by(owner, of, backend));
                let these = Condition::all().add_option(these);
                Query::select().columns([owner, name]).from(table).cond_where(these).take()
            }
            GrantField::Roles => user_role::Entity::find()
                .select_only()
                .column(user_role::Column::UserId)
                .column(role::Column::Name)
                .join(JoinType::InnerJoin, user_role::Relation::Role.def())
                .apply_if(of, |rows, of| {
                    rows.filter(user_role::Column::UserId.is_in(of.iter().copied()))
                })
                .into_query(),
        };
        let mut names = BTreeMap::<i64, BTreeSet<String>>::new();
        for (index, row) in run(connection, &select).await?.iter().enumerate() {
            // 500 roles have 50,000 names, and others wait for the core.
            if index % 1_000 == 999 {
                yield_now().await;
            }
            names.entry(row.try_get_by_index(0)?).or_default().insert(row.try_get_by_index(1)?);
        }
        Ok(names)
    }

    /// The grants of each, deleted roles included. With `of` only those of that id.
    pub(super) async fn grants(
        self,
        connection: &impl ConnectionTrait,
        of: Option<i64>,
    ) -> Result<BTreeMap<i64, Grants>, DbErr> {
        let mut grants = BTreeMap::<i64, Grants>::new();
        for field in self.fields() {
            for (id, names) in
                self.names(connection, *field, of.as_ref().map(std::slice::from_ref)).await?
            {
                *grants.entry(id).or_default().field_mut(*field) = names;
            }
        }
        Ok(grants)
    }

    /// Adds or removes grants, and records them and no others, however many there are.
    pub(super) async fn change(
        self,
        transaction: &DatabaseTransaction,
        writer: &AuditWriter,
        (id, name): (i64, &str),
        action: GrantAction,
        changed: &Grants,
        at: Timestamp,
    ) -> Result<(), Error> {
        match action {
            GrantAction::Grant => self.grant(transaction, id, changed).await?,
            GrantAction::Revoke => self.revoke(transaction, id, changed).await?,
        }
        let [before, after] = match action {
            GrantAction::Grant => [&Grants::default(), changed],
            GrantAction::Revoke => [changed, &Grants::default()],
        };
        let change = (Action::Updated, Some(self.to_json(before)), self.to_json(after));
        Ok(self.record(transaction, writer, (id, name), at, change).await?)
    }

    /// Records a change of its values, which are none before it was created.
    ///
    /// A role's name is among them, because lists of events show it; the same is no difference.
    pub(super) async fn record(
        self,
        transaction: &DatabaseTransaction,
        writer: &AuditWriter,
        (id, name): (i64, &str),
        at: Timestamp,
        (action, before, after): (Action, Option<Json>, Json),
    ) -> Result<(), DbErr> {
        let named = |mut values: Json| {
            if let (Self::Role, Json::Object(values)) = (self, &mut values) {
                values.entry(roles().label).or_insert_with(|| name.into());
            }
            values
        };
        let (kind, owner) = match self {
            Self::Account => (accounts().name, Some(id)),
            Self::Role => (roles().name, None),
        };
        let (before, after) = (before.map(named), named(after));
        let change = RecordChange { of: (id, owner), action, before, after };
        writer.record(transaction, kind, at, [change]).await
    }

    /// Adds grants that it doesn't have.
    pub(super) async fn grant(
        self,
        transaction: &DatabaseTransaction,
        id: i64,
        grants: &Grants,
    ) -> Result<(), Error> {
        let roles = role_ids(transaction, &grants.roles).await?;
        let roles = roles.into_iter().map(Into::into).collect();
        let permissions: Vec<Value> =
            grants.permissions.iter().map(|name| name.as_str().into()).collect();
        for (field, values) in [(GrantField::Permissions, permissions), (GrantField::Roles, roles)]
        {
            let (table, columns) = self.table(field);
            let rows = values.into_iter().map(|value| vec![id.into(), value]);
            insert_rows(transaction, table, &columns, rows).await?;
        }
        Ok(())
    }

    /// Removes grants that it has.
    pub(super) async fn revoke(
        self,
        transaction: &DatabaseTransaction,
        id: i64,
        grants: &Grants,
    ) -> Result<(), DbErr> {
        let (table, [owner, name]) = self.table(GrantField::Permissions);
        let permissions = Query::delete()
            .from_table(table)
            .and_where(Expr::col(owner).eq(id))
            .and_where(Expr::col(name).is_in(&grants.permissions))
            .take();
        transaction.execute(&permissions).await?;
        if self == Self::Account {
            let roles = role::Entity::find()
                .select_only()
                .column(role::Column::Id)
                .filter(role::Column::Name.is_in(&grants.roles))
                .into_query();
            let its = user_role::Column::UserId.eq(id);
            let these = its.and(user_role::Column::RoleId.in_subquery(roles));
            user_role::Entity::delete_many().filter(these).exec(transaction).await?;
        }
        Ok(())
    }
}

/// Inserts a role without permissions, and returns its id.
pub(super) async fn insert_role(
    transaction: &DatabaseTransaction,
    name: &str,
    is_active: bool,
    at: Timestamp,
) -> Result<i64, DbErr> {
    let row = role::ActiveModel {
        name: Set(name.to_owned()),
        is_active: Set(is_active),
        created_at: Set(at),
        updated_at: Set(at),
        version: Set(1),
        ..Default::default()
    };
    Ok(row.insert(transaction).await?.id)
}
