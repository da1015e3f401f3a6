//! Creates records for many accounts, for all or none: sends notifications.

use entity::{ColumnType, SoftDelete, role, user, user_role};
use sea_orm::{
    ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
    sea_query::Condition,
};
use serde_json::json;
use std::{collections::BTreeSet, sync::Arc};
use uuid::Uuid;

use super::{
    create::{ATTEMPTS, check_accounts},
    fields::{check, references, unknown_references},
};
use crate::{
    app::App,
    auth::{Access, Call},
    error::{Error, FieldError},
    operations::{
        accounts::is_visible_role,
        audit::{AuditWriter, InsertMany},
        records::{Assignment, Fields, Value, read::one_of, to_completion},
    },
    resources::{Absent, Create, Many, Resource, Rule},
};

/// Most records of one request.
const MOST: usize = 10_000;
/// Most bytes of text and JSON in all the records.
const MOST_BYTES: usize = 4 << 20;
/// Most records, and most of these bytes, in one transaction. Others wait for it.
const PART: usize = 1_000;
const PART_BYTES: usize = 1 << 20;
/// Most accounts that an error names.
const MOST_NAMED: usize = 10;

/// What is wrong with a role that doesn't exist, or that the caller may not view.
const UNKNOWN_ROLE: &str = "must be an existing role";

/// New records.
#[derive(Clone, Copy, Debug)]
pub struct CreatedMany {
    /// The number of records.
    pub count: usize,
    /// The id of the operation that created them.
    pub operation: Uuid,
}

/// Creates a record for each named account, or none. The fields name accounts or a role. An account
/// that is named twice gets one record.
///
/// Many records are written in parts, between which others write. An account that is deleted
/// meanwhile gets none.
///
/// # Errors
/// `Forbidden`, and `Invalid` with every invalid field; then nothing was written.
pub async fn create_many(
    app: &Arc<App>,
    call: &Arc<Call>,
    resource: &'static Resource,
    create: &'static Create,
    many: &'static Many,
    fields: &Fields,
) -> Result<CreatedMany, Error> {
    let access = call.require(&create.permission)?;
    check_accounts(access, create, fields)?;
    check_recipients(access, many, fields)?;
    let mut checked = check(&many.inputs, fields, Absent::Filled, call.user_id);
    let mut recipients = recipients(many, &mut checked.assignments, &mut checked.field_errors);
    if let Some(Recipients::Role(name)) = &recipients
        && !is_visible_role(app, call, name).await?
    {
        checked.field_errors.push(FieldError::new(many.role, UNKNOWN_ROLE));
        recipients = None;
    }
    let (app, call, common) = (Arc::clone(app), Arc::clone(call), checked.assignments);
    let writer = AuditWriter::new(&app, &call);
    to_completion(async move {
        // What is wrong with the recipients now, and with what all the records refer to.
        let problems = async |recipients: Option<&Recipients>| {
            let mut field_errors = match recipients {
                Some(recipients) => recipients.field_errors(&app, &call, many, &common).await?,
                None => Vec::new(),
            };
            let reader = app.point_reader(&call, 1).await?;
            let unknown = unknown_references(&*reader, resource, &create.inputs, &common).await?;
            field_errors.extend(unknown);
            Ok::<_, Error>(field_errors)
        };
        let recipients = match recipients {
            Some(recipients) if checked.field_errors.is_empty() => recipients,
            recipients => {
                let more = problems(recipients.as_ref()).await?;
                return Err(Error::Invalid([checked.field_errors, more].concat()));
            }
        };
        for _ in 0..ATTEMPTS {
            let found = recipients.find(&app, &call).await?;
            if let Some(field_error) = recipients.wrong_number(many, found.as_deref()) {
                return Err(Error::Invalid(vec![field_error]));
            }
            let ids = found.unwrap_or_default();
            if too_large(many, &common, ids.len()).is_none() {
                let account = InsertMany::first(app.database.backend(), ColumnType::BigInt);
                let others = references(&create.inputs, &common)
                    .map(|(name, value)| (*name, resource.bind(name, value.clone())));
                let all = others.chain([(many.owner, account)]);
                let all = all.map(|(name, value)| resource.is_live(name, value));
                let mut making = InsertMany {
                    resource,
                    at: app.clock.now(),
                    assignments: &common,
                    columns: &[many.owner, resource.key_column],
                    rows: json!([]),
                    condition: all.fold(Condition::all(), Condition::add),
                };
                let mut count = 0;
                for part in ids.chunks(part(&app, &common, ids.len())) {
                    making.rows = part.iter().map(|id| json!([id, Uuid::new_v4()])).collect();
                    let transaction = writer.begin().await?;
                    let made = writer.insert_many(&transaction, &making).await?;
                    let made = usize::try_from(made).unwrap_or_default();
                    if count == 0 && made < part.len() {
                        transaction.rollback().await?;
                        break;
                    }
                    transaction.commit().await?;
                    app.written(resource.stale);
                    count += made;
                }
                if count > 0 {
                    return Ok(CreatedMany { count, operation: writer.operation });
                }
            }
            // The records are too large, or an account was missing during the insert. One that has
            // lost the role meanwhile is no recipient of the next attempt.
            Error::of_fields(problems(Some(&recipients)).await?)?;
        }
        Err(Error::Conflict)
    })
    .await
}

/// Checks that the access covers the recipients. With the `.own` permission it covers only the
/// caller.
fn check_recipients(access: Access, many: &Many, fields: &Fields) -> Result<(), Error> {
    let named = fields.get(many.accounts).and_then(serde_json::Value::as_array);
    let mut ids = named.into_iter().flatten().filter_map(serde_json::Value::as_i64);
    ids.try_for_each(|id| access.check(Some(id)))?;
    match fields.get(many.role) {
        Some(role) if !role.is_null() => access.check(None),
        _ => Ok(()),
    }
}

/// The accounts that get a record.
enum Recipients {
    /// These accounts.
    Accounts(Vec<i64>),
    /// The accounts that have the role.
    Role(String),
}

/// Takes the recipients out of the assignments; `None`: they are invalid.
fn recipients(
    many: &Many,
    assignments: &mut Vec<Assignment>,
    field_errors: &mut Vec<FieldError>,
) -> Option<Recipients> {
    let mut take = |name: &str| {
        let place = assignments.iter().position(|(known, _)| *known == name)?;
        Some(assignments.remove(place).1)
    };
    let (accounts, role) = (take(many.accounts), take(many.role));
    let mut both = |problem: &str, other: &str| {
        field_errors.push(FieldError::new(many.accounts, format!("{problem} a role{other}")));
        field_errors.push(FieldError::new(many.role, format!("{problem} accounts{other}")));
    };
    match (accounts, role) {
        (Some(Value::Null), Some(Value::Null)) => {
            both("must be given where", " are not");
            None
        }
        (Some(Value::Json(_)), Some(Value::Text(_))) => {
            both("must not be given together with", "");
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
    async fn find(&self, app: &App, call: &Call) -> Result<Option<Vec<i64>>, Error> {
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

    /// The error for a wrong number of accounts, or a missing role.
    fn wrong_number(&self, many: &Many, found: Option<&[i64]>) -> Option<FieldError> {
        let problem = match (found.map(<[_]>::len), self) {
            (None, _) => UNKNOWN_ROLE.to_owned(),
            (Some(0), Self::Accounts(_)) => "must name at least one account".to_owned(),
            (Some(0), Self::Role(_)) => "must be a role that accounts have".to_owned(),
            (Some(count), Self::Accounts(_)) if count > MOST => {
                format!("must name at most {MOST} accounts")
            }
            (Some(count), Self::Role(_)) if count > MOST => {
                format!("must be a role that at most {MOST} accounts have")
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
    async fn field_errors(
        &self,
        app: &App,
        call: &Call,
        many: &Many,
        common: &[Assignment],
    ) -> Result<Vec<FieldError>, Error> {
        let found = self.find(app, call).await?;
        if let Some(field_error) = self.wrong_number(many, found.as_deref()) {
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

/// How many records one transaction writes. A unit of work is one anyway.
fn part(app: &App, common: &[Assignment], count: usize) -> usize {
    let bytes: usize = common.iter().map(|(_, value)| value.bytes()).sum();
    match app.database.is_scoped() {
        true => count.max(1),
        false => (PART_BYTES / bytes.max(1)).clamp(1, PART),
    }
}

/// The error that the records are too large, on the longest value.
fn too_large(many: &Many, common: &[Assignment], count: usize) -> Option<FieldError> {
    let is_choice = |name: &str| {
        many.inputs.iter().any(|input| input.name == name && matches!(input.rule, Rule::Choice(_)))
    };
    let counted = common.iter().filter(|(name, _)| !is_choice(name));
    let lengths: Vec<_> = counted.map(|(name, value)| (*name, value.bytes())).collect();
    let bytes: usize = lengths.iter().map(|(_, bytes)| bytes).sum();
    let (longest, _) = lengths.into_iter().max_by_key(|(_, bytes)| *bytes)?;
    let most = MOST_BYTES.checked_div(count)?;
    (bytes > most).then(|| {
        let problem = "must be shorter: what is for each of";
        FieldError::new(
            longest,
            format!("{problem} {count} accounts may have {most} bytes, and has {bytes}"),
        )
    })
}

/// The error that these are not existing accounts; `None` without any.
fn not_accounts(field: &str, unknown: &[i64]) -> Option<FieldError> {
    let named: Vec<String> = unknown.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    let more = match unknown.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let problem = format!("must be existing accounts, unlike {}{more}", named.join(", "));
    (!unknown.is_empty()).then(|| FieldError::new(field, problem))
}
