//! The accounts that get one of many records.

use entity::{SoftDelete, role, user, user_role};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};
use std::collections::BTreeSet;

use crate::{
    app::{App, PART},
    auth::{Access, Call},
    error::{Error, FieldError, Problem},
    operations::rows::{Assignment, Fields, Value, read::one_of},
    resources::{Many, Rule},
};

/// Most records of one request.
pub(super) const MOST: usize = 10_000;
/// Most bytes of text and JSON in all the records.
const MOST_BYTES: usize = 4 << 20;
/// Most accounts that an error names.
const MOST_NAMED: usize = 10;

/// Checks that the access covers the recipients. With the `.own` permission it covers only the
/// caller.
pub(super) fn check_recipients(access: Access, many: &Many, fields: &Fields) -> Result<(), Error> {
    let named = fields.get(many.accounts).and_then(serde_json::Value::as_array);
    let mut ids = named.into_iter().flatten().filter_map(serde_json::Value::as_i64);
    ids.try_for_each(|id| access.check(Some(id)))?;
    match fields.get(many.role) {
        Some(role) if !role.is_null() => access.check(None),
        _ => Ok(()),
    }
}

/// The accounts that get a record.
pub(super) enum Recipients {
    /// These accounts.
    Accounts(Vec<i64>),
    /// The accounts that have the role.
    Role(String),
}

/// Takes the recipients out of the assignments; `None`: they are invalid.
pub(super) fn recipients(
    many: &Many,
    assignments: &mut Vec<Assignment>,
    field_errors: &mut Vec<FieldError>,
) -> Option<Recipients> {
    let mut take = |name: &str| {
        let place = assignments.iter().position(|(known, _)| *known == name)?;
        Some(assignments.remove(place).1)
    };
    let (accounts, role) = (take(many.accounts), take(many.role));
    let mut both = |problem: fn(&'static str) -> Problem| {
        field_errors.push(FieldError::new(many.accounts, problem("a role")));
        field_errors.push(FieldError::new(many.role, problem("accounts")));
    };
    match (accounts, role) {
        (Some(Value::Null), Some(Value::Null)) => {
            both(|other| Problem::Neither { other });
            None
        }
        (Some(Value::Json(_)), Some(Value::Text(_))) => {
            both(|other| Problem::Both { other });
            None
        }
        (Some(Value::Json(ids)), Some(Value::Null)) => {
            let ids = ids.parse();
            let ids = ids.as_array().into_iter().flatten().filter_map(serde_json::Value::as_i64);
            let ids = ids.collect::<BTreeSet<_>>();
            Some(Recipients::Accounts(ids.into_iter().collect()))
        }
        (Some(Value::Null), Some(Value::Text(role))) => Some(Recipients::Role(role)),
        _ => None,
    }
}

impl Recipients {
    /// Reads the accounts, at most one more than allowed. `None`: the role doesn't exist.
    pub async fn find(&self, app: &App, call: &Call) -> Result<Option<Vec<i64>>, Error> {
        let name = match self {
            Self::Accounts(ids) => return Ok(Some(ids.clone())),
            Self::Role(name) => name,
        };
        let connection = &*app.point_reader(call, MOST).await?;
        let role = role::Entity::find_live().filter(role::Column::Name.eq(name)).one(connection);
        let Some(role) = role.await? else { return Ok(None) };
        let ids = user_role::Entity::find()
            .select_only()
            .column(user_role::Column::UserId)
            .join(JoinType::InnerJoin, user_role::Relation::User.def())
            .filter(user_role::Column::RoleId.eq(role.id))
            .filter(user::Column::DeletedAt.is_null())
            .order_by_asc(user_role::Column::UserId)
            .limit(MOST as u64 + 1);
        Ok(Some(ids.into_tuple().all(connection).await?))
    }

    /// The error for a wrong number of accounts, of which a transaction has `room` for so many, or a
    /// missing role.
    pub fn wrong_number(
        &self,
        many: &Many,
        found: Option<&[i64]>,
        room: usize,
    ) -> Option<FieldError> {
        let problem = match (found.map(<[_]>::len), self) {
            (None, _) => Problem::NoRole,
            (Some(0), Self::Accounts(_)) => Problem::NoRecipient,
            (Some(0), Self::Role(_)) => Problem::UnusedRole,
            (Some(count), Self::Accounts(_)) if count > MOST => {
                Problem::NamesAtMost { most: MOST, what: "accounts" }
            }
            (Some(count), Self::Role(_)) if count > MOST => Problem::LargeRole { most: MOST },
            (Some(count), _) if count > room => {
                Problem::NoRoom { verb: "be", room, what: "accounts", count, most: PART }
            }
            _ => return None,
        };
        let field = match self {
            Self::Accounts(_) => many.accounts,
            Self::Role(_) => many.role,
        };
        Some(FieldError::new(field, problem))
    }

    /// The errors for the accounts now, and for all records' size.
    pub async fn field_errors(
        &self,
        app: &App,
        call: &Call,
        many: &Many,
        common: &[Assignment],
    ) -> Result<Vec<FieldError>, Error> {
        let found = self.find(app, call).await?;
        if let Some(field_error) = self.wrong_number(many, found.as_deref(), app.room()) {
            return Ok(vec![field_error]);
        }
        let count = found.map_or(0, |found| found.len());
        let mut field_errors: Vec<_> = too_large(many, common, count).into_iter().collect();
        let Self::Accounts(ids) = self else { return Ok(field_errors) };
        let values = ids.iter().map(|id| (*id).into()).collect();
        let these = one_of(user::Column::Id.into_expr(), values, app.database.backend());
        let live = user::Entity::find_live().select_only().column(user::Column::Id).filter(these);
        let live = live.into_tuple::<i64>().all(&*app.point_reader(call, ids.len()).await?).await?;
        let unknown: Vec<i64> = ids.iter().filter(|id| !live.contains(id)).copied().collect();
        field_errors.extend(not_accounts(many.accounts, &unknown));
        Ok(field_errors)
    }
}

/// The error that the records are too large, on the longest value.
pub(super) fn too_large(many: &Many, common: &[Assignment], count: usize) -> Option<FieldError> {
    let is_choice = |name: &str| {
        many.inputs.iter().any(|input| input.name == name && matches!(input.rule, Rule::Choice(_)))
    };
    let counted = common.iter().filter(|(name, _)| !is_choice(name));
    let lengths: Vec<_> = counted.map(|(name, value)| (*name, value.bytes())).collect();
    let bytes: usize = lengths.iter().map(|(_, bytes)| bytes).sum();
    let (longest, _) = lengths.into_iter().max_by_key(|(_, bytes)| *bytes)?;
    let most = MOST_BYTES.checked_div(count)?;
    (bytes > most).then(|| FieldError::new(longest, Problem::TooLarge { count, most, bytes }))
}

/// The error that these are not existing accounts; `None` without any.
fn not_accounts(field: &str, unknown: &[i64]) -> Option<FieldError> {
    let named: Vec<String> = unknown.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    let more = match unknown.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let ids = format!("{}{more}", named.join(", "));
    (!unknown.is_empty()).then(|| FieldError::new(field, Problem::NoAccounts { ids }))
}
