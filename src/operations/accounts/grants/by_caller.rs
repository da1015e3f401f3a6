//! Grants and revokes, by callers.

use entity::user;
use sea_orm::{ColumnTrait, ExprTrait};
use std::{collections::BTreeSet, sync::Arc};

use super::change::{GrantChange, Granted};
use crate::{
    auth::{Call, Until},
    error::{Error, FieldError, Problem},
    kinds::{ROLES, accounts},
    operations::{
        accounts::{
            grantee::Grantee,
            names::{GrantAction, Grants, lock_roles},
            request::Request,
        },
        audit::AuditWriter,
        records::write::{MOST_NAMES, assigned, check, check_acts_as, names},
        rows::Value,
    },
    resources::Absent,
    store::database::Transaction,
};

/// The account or the role whose grants a request changes.
enum Target {
    Account(i64),
    Role(String),
}

/// Grants permissions and roles, or revokes them. Roles can only be granted to accounts.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Invalid`, and `NoAdministrator`; then nothing was written.
pub async fn change_as(request: Request, action: GrantAction) -> Result<Granted, Error> {
    let Request { app, call, inputs, fields, .. } = &request;
    if fields.get("role").is_some_and(|role| !role.is_null()) {
        call.require(&ROLES.update)?;
    }
    if let Some(account) = fields.get("user_id").and_then(serde_json::Value::as_i64) {
        check_acts_as(call, Some(account))?;
    }
    let checked = check(inputs, fields, Absent::Filled, call.user_id);
    let mut field_errors = checked.field_errors;
    let value = |name| assigned(&checked.assignments, name);
    let grants = Grants { permissions: names(value("permissions")), roles: names(value("roles")) };
    let target = match (value("user_id"), value("role")) {
        (Some(Value::Int(id)), Some(Value::Null)) => Some(Target::Account(*id)),
        (Some(Value::Null), Some(Value::Text(role))) => {
            if !grants.roles.is_empty() {
                field_errors.push(FieldError::new("roles", Problem::RoleOfRole));
            }
            Some(Target::Role(role.clone()))
        }
        (Some(_), Some(_)) => {
            field_errors.push(FieldError::new("user_id", Problem::AccountOrRole));
            None
        }
        _ => None,
    };
    let (Some(target), true) = (target, field_errors.is_empty()) else {
        return Err(Error::Invalid(field_errors));
    };
    let (grantee, name, this, missing) = match &target {
        Target::Account(id) => {
            let this = user::Column::Id.eq(*id);
            // A deleted account can only lose grants.
            let this = match action {
                GrantAction::Grant => this.and(user::Column::DeletedAt.is_null()),
                GrantAction::Revoke => this,
            };
            (Grantee::Account, "", this, accounts().not_found())
        }
        Target::Role(name) => {
            let this = Grantee::Role.named(name, action, app.database.backend());
            (Grantee::Role, name.as_str(), this, Error::not_found("Role"))
        }
    };
    let asked = GrantRequest { call, action, grantee, grants: &grants };
    let (writer, hidden) = (AuditWriter::new(app, call), missing.clone());
    let change = GrantChange { app, writer, grantee, name, this, missing, action, grants: &grants };
    let check = async |transaction: &Transaction, id: i64, before: &Grants| {
        let roles = lock_roles(transaction, &grants.roles, action).await?;
        let field_errors = asked.field_errors(id, before, roles.as_ref());
        // Names of roles can't be probed (D26).
        let is_probed = grantee == Grantee::Role
            && field_errors.iter().any(|error| error.field == "role")
            && call.require(&ROLES.view).is_err();
        if is_probed { Err(hidden) } else { Error::of_fields(field_errors) }
    };
    change.run("", check).await
}

/// What a caller wants to change of the grants of an account or a role.
struct GrantRequest<'c> {
    call: &'c Arc<Call>,
    action: GrantAction,
    grantee: Grantee,
    grants: &'c Grants,
}

impl GrantRequest<'_> {
    /// What is wrong with the request, once the grants are locked.
    fn field_errors(
        &self,
        id: i64,
        before: &Grants,
        by_roles: Option<&BTreeSet<String>>,
    ) -> Vec<FieldError> {
        let mut field_errors = Vec::new();
        let account = (self.grantee == Grantee::Account).then_some(id);
        let named = &self.grants.permissions;
        let lend = |field, problem, names: &BTreeSet<String>| {
            self.call.lend((field, problem), names, account, Until::Revoked).err()
        };
        field_errors.extend(lend("permissions", Problem::NotHeld, named));
        // A caller that changes a role must hold what it grants already.
        if account.is_none() {
            field_errors.extend(lend("role", Problem::RoleNotHeld, &before.permissions));
        }
        // An unknown role is refused alike, so that names can't be probed.
        field_errors.extend(match by_roles {
            Some(granted) => lend("roles", Problem::RolesNotHeld, granted),
            None => Some(FieldError::new("roles", Problem::RolesNotHeld)),
        });
        let grants = [
            ("permissions", &before.permissions, named),
            ("roles", &before.roles, &self.grants.roles),
        ];
        for (field, before, named) in grants {
            if self.action == GrantAction::Grant && before.union(named).count() > MOST_NAMES {
                field_errors.push(FieldError::new(field, Problem::Grants { most: MOST_NAMES }));
            }
        }
        if self.action == GrantAction::Revoke && field_errors.is_empty() {
            if !named.is_subset(&before.permissions) {
                field_errors.push(FieldError::new("permissions", Problem::NotGranted));
            }
            if !self.grants.roles.is_subset(&before.roles) {
                field_errors.push(FieldError::new("roles", Problem::NotGranted));
            }
        }
        field_errors
    }
}
