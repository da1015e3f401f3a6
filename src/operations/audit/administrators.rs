//! Keeps the last account that holds every permission. This is a constraint over several tables.

use entity::{SoftDelete, role, role_permission, user, user_permission, user_role};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, DbErr, EntityTrait, ExprTrait, IdenStatic,
    JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait,
    sea_query::{Expr, SelectStatement, UnionType},
};

use super::{Action, Change};
use crate::{
    auth::EVERY,
    error::Refusal,
    operations::rows::{Record, Value, constant, read::numbered_by},
    store::database::lock_key,
};

/// The advisory lock of transactions that may end an administrator. Any constant works.
const LOCK: i64 = 0x7265_696e_6164_6d69;

impl Change<'_> {
    /// Whether the change ends what accounts may do: accounts themselves, or roles.
    pub(super) fn ends_access(&self) -> bool {
        let deactivates =
            || self.assignments.iter().any(|(_, value)| matches!(value, Value::Bool(false)));
        let decides = self.resource.is_account() || self.resource.permits;
        decides && (self.action == Action::Deleted || deactivates())
    }
}

/// Checks that other administrators remain when these accounts can't act any more, or these roles
/// grant nothing.
pub(super) async fn check_ended(
    transaction: &impl ConnectionTrait,
    ended: &[Record],
) -> Result<(), DbErr> {
    let ids: Vec<i64> = ended.iter().map(Record::id).collect();
    let these =
        |column: &'static str| numbered_by(column, &ids, transaction.get_database_backend());
    let were = if ended.first().is_some_and(|it| it.resource.permits) {
        let every = role_permission::Column::Permission.eq(EVERY);
        let these = these(role_permission::Column::RoleId.as_str());
        let found = role_permission::Entity::find().filter(these).filter(every);
        found.one(transaction).await?.is_some()
    } else {
        // An inactive account that was deleted was none before.
        let could_act = user::Column::DeletedAt.is_null().or(user::Column::IsActive.eq(true));
        let these = these(user::Column::Id.as_str());
        let found = user::Entity::find().filter(these).filter(could_act);
        let found = found.filter(user::Column::Id.in_subquery(holders()));
        found.one(transaction).await?.is_some()
    };
    if were { check_administrators(transaction).await } else { Ok(()) }
}

/// Checks that a live, active account still holds every permission.
///
/// Of concurrent changes one is checked at a time: the next one sees what the one before has
/// committed. SQLite has one writer.
pub(crate) async fn check_administrators(transaction: &impl ConnectionTrait) -> Result<(), DbErr> {
    if transaction.get_database_backend() == DbBackend::Postgres {
        let lock = format!("SELECT pg_advisory_xact_lock({})", lock_key(LOCK));
        transaction.execute_unprepared(&lock).await?;
    }
    match has_administrator(transaction).await? {
        true => Ok(()),
        // As the database would report a constraint, for which callers roll back.
        false => Err(DbErr::Custom(Refusal::NoAdministrator.to_string())),
    }
}

/// Whether a live, active account holds every permission.
pub(crate) async fn has_administrator(connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
    let administrators = user::Entity::find_live()
        .filter(user::Column::IsActive.eq(true))
        .filter(user::Column::Id.in_subquery(holders()));
    Ok(administrators.one(connection).await?.is_some())
}

/// The accounts that hold every permission, directly or through a live role.
fn holders() -> SelectStatement {
    // Literals, because engines don't match partial indexes with parameters.
    let every = |column: Expr| column.eq(constant(EVERY));
    let through_roles = user_role::Entity::find()
        .select_only()
        .column(user_role::Column::UserId)
        .join(JoinType::InnerJoin, user_role::Relation::Role.def())
        .join(JoinType::InnerJoin, role_permission::Relation::Role.def().rev())
        .filter(role::Entity::is_granting())
        .filter(Condition::all().add(every(role_permission::Column::Permission.into_expr())));
    let mut holders = user_permission::Entity::find()
        .select_only()
        .column(user_permission::Column::UserId)
        .filter(Condition::all().add(every(user_permission::Column::Permission.into_expr())));
    QueryTrait::query(&mut holders).union(UnionType::Distinct, through_roles.into_query()).take()
}
