//! Roles as callers view them.

use entity::{role, user_role};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, ExprTrait, IdenStatic, QueryFilter,
    QuerySelect, QueryTrait,
    sea_query::{Expr, Order, SubQueryStatement},
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, LazyLock},
};

use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::{accounts, roles},
    operations::{
        accounts::{grantee::Grantee, names::GrantField},
        callers::visible,
        rows::{
            Record,
            read::{Filter, ListQuery, Sort, Trashed, Visibility, numbered_by},
            run,
        },
    },
    resources::Projection,
};

/// The table of roles.
const ROLES_TABLE: &str = "roles";
/// Bytes of a role or of one of its permissions, beside its text.
const ITEM: usize = 64;
/// The table of their permissions.
const PERMISSIONS_TABLE: &str = "role_permissions";

/// A role with its permissions.
#[derive(Clone, Debug)]
pub struct VisibleRole {
    /// The record, with all columns.
    pub record: Record,
    /// The names of its permissions, sorted.
    pub permissions: BTreeSet<String>,
}

/// A part of the list of roles.
#[derive(Debug, Default)]
pub struct RolePage {
    /// The roles, by name.
    pub roles: Vec<VisibleRole>,
    /// Whether there are more behind them.
    pub more: bool,
}

/// A page of the roles that the caller may view, by name, behind the role with the id `after`. With the
/// permission to view roles they are all, otherwise those of its own account. Deleted ones are for those
/// who may view and restore roles (D9).
///
/// # Errors
/// `Forbidden` for a deleted caller (D2); `TooExpensive`.
pub async fn visible_roles(
    app: &App,
    call: &Call,
    trashed: Trashed,
    size: u64,
    after: Option<i64>,
) -> Result<RolePage, Error> {
    let visible = visible(call)?;
    let deleted_at = role::Column::DeletedAt;
    let state = match (trashed, may_view_deleted(call)) {
        (Trashed::With, true) => None,
        (Trashed::Only, true) => Some(deleted_at.is_not_null()),
        (Trashed::Only, false) => return Ok(RolePage::default()),
        _ => Some(deleted_at.is_null()),
    };
    let mut rows = 0;
    for table in [ROLES_TABLE, PERMISSIONS_TABLE] {
        rows += app.table_sizes.of(&app.database, table).await?;
    }
    // Where a role stands in the order is shown to those who may view it.
    let place = after.map(|id| {
        let name = role::Entity::find().select_only().column(role::Column::Name);
        let name = name.filter(visible.clone()).filter(role::Column::Id.eq(id)).into_query();
        role::Column::Name.into_expr().gt(Expr::from(SubQueryStatement::from(name)))
    });
    let condition = visible.add_option(state).add_option(place);
    let reader = app.reader(call, rows).await?;
    let mut roles = read(&*reader, condition, Some(size + 1), Some((app, call))).await?;
    let more = roles.len() as u64 > size;
    roles.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    Ok(RolePage { roles, more })
}

/// The role with that id, if the caller may view it.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2); `TooExpensive`.
pub async fn role(app: &App, call: &Call, id: i64) -> Result<Option<VisibleRole>, Error> {
    let condition = visible(call)?.add(role::Column::Id.eq(id));
    let found =
        read(&*app.point_reader(call, 1).await?, condition, None, Some((app, call))).await?.pop();
    Ok(found.filter(|role| !role.record.is_deleted() || may_view_deleted(call)))
}

/// The live accounts that have a role, the oldest first.
pub fn members(role: i64) -> ListQuery {
    ListQuery {
        resource: accounts(),
        trashed: Trashed::Without,
        filter: Some(Filter::HasRole(role)),
        order: vec![Sort::by_id(accounts(), false)],
    }
}

/// Whether deleted roles are shown. The trash is for those who may restore (D9).
pub(super) fn may_view_deleted(caller: &Caller) -> bool {
    Visibility::of(caller, roles()).is_ok_and(|it| it.includes_trash())
}

/// The roles of accounts, deleted ones too, by the account. The caller's permission is checked
/// before.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn roles_of(
    app: &App,
    call: &Call,
    accounts: &[i64],
) -> Result<HashMap<i64, Vec<Arc<VisibleRole>>>, Error> {
    let reader = &*app.point_reader(call, accounts.len()).await?;
    let of_these =
        numbered_by(user_role::Column::UserId.as_str(), accounts, app.database.backend());
    let pairs = user_role::Entity::find().filter(of_these).all(reader).await?;
    app.spend_read(call, pairs.len() * size_of::<user_role::Model>())?;
    let ids: BTreeSet<i64> = pairs.iter().map(|pair| pair.role_id).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let these = numbered_by(role::Column::Id.as_str(), &ids, app.database.backend());
    let mut found: HashMap<i64, Vec<Arc<VisibleRole>>> = HashMap::new();
    for role in read(reader, these, None, Some((app, call))).await? {
        let role = Arc::new(role);
        for pair in pairs.iter().filter(|pair| pair.role_id == role.record.id()) {
            found.entry(pair.user_id).or_default().push(Arc::clone(&role));
        }
    }
    Ok(found)
}

/// Reads a role, whatever its state.
pub(in crate::operations::accounts) async fn read_role(
    connection: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<VisibleRole>, Error> {
    let these = Condition::all().add(role::Column::Id.eq(id));
    Ok(read(connection, these, None, None).await?.pop())
}

/// Reads roles with their permissions, by name; all or the first ones.
async fn read(
    connection: &impl ConnectionTrait,
    condition: Condition,
    first: Option<u64>,
    of: Option<(&App, &Call)>,
) -> Result<Vec<VisibleRole>, Error> {
    static WHOLE: LazyLock<Projection> = LazyLock::new(|| roles().projection(&roles().whole()));
    let mut select = roles().select(&WHOLE, condition);
    select.order_by((roles().table.name, roles().label), Order::Asc);
    if let Some(first) = first {
        select.limit(first);
    }
    let records = roles().records(&WHOLE, &run(connection, &select).await?);
    let ids: Vec<i64> = records.iter().map(Record::id).collect();
    let field = GrantField::Permissions;
    let mut permissions = Grantee::Role.names(connection, field, Some(&ids)).await?;
    let names = permissions.values().flatten().count();
    if let Some((app, call)) = of {
        call.budget.spend_rows((records.len() + names) as u64)?;
        // A role, and each of its permissions, has about so many bytes beside its text.
        let texts = records.iter().map(Record::bytes);
        let texts = texts.chain(permissions.values().flatten().map(String::len));
        app.spend_read(call, texts.map(|bytes| ITEM + bytes).sum())?;
    }
    let role = |record: Record| {
        let permissions = permissions.remove(&record.id()).unwrap_or_default();
        VisibleRole { record, permissions }
    };
    Ok(records.into_iter().map(role).collect())
}
