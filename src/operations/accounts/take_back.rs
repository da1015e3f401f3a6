//! Takes changes of roles and grants back, as callers change them.

use serde_json::{Value as Json, json};
use std::{collections::BTreeSet, sync::Arc};

use super::{
    grantee::Grantee,
    grants::change_as,
    names::{GrantAction, GrantField, Grants, KnownRole, known_roles},
    request::{GRANT_INPUTS, ROLE_INPUTS, Request},
    roles::{VisibleRole, read_role, update},
};
use crate::{
    app::App,
    auth::{Call, Permission, Until},
    error::{Error, FieldError, Problem},
    kinds::{GRANT, ROLES, accounts, roles},
    operations::{
        records::{FieldChange, TakenBack, earlier, write::check_acts_as},
        rows::{Expected, Fields, Lock, Projections, Rows, texts},
    },
    resources::{Input, Key, Resource},
};

/// Whether changes are of the grants of an account, or of a role.
pub(in crate::operations) fn are_of_grants(kind: &Resource, changes: &[FieldChange]) -> bool {
    let is_grant = |it: &FieldChange| GrantField::ALL.iter().any(|field| field.name() == it.name);
    kind.permits || kind.is_account() && changes.iter().any(is_grant)
}

/// Takes changes of a role or of an account's grants back, as far as they are still in place.
///
/// # Errors
/// Those of changing the role or the grants.
pub(in crate::operations) async fn take_back_grants(
    app: &Arc<App>,
    call: &Arc<Call>,
    (kind, id): (&'static Resource, i64),
    changes: &[FieldChange],
    projections: &Projections,
) -> Result<TakenBack, Error> {
    if kind.permits {
        return of_role(app, call, id, changes).await;
    }
    call.require(&GRANT)?;
    let reader = app.point_reader(call, 1).await?;
    let held = Grantee::Account.grants(&*reader, Some(id)).await?.remove(&id).unwrap_or_default();
    drop(reader);
    let [mut revoked, mut granted] = [Grants::default(), Grants::default()];
    for field in GrantField::ALL {
        let [lost, added] = difference(changes, field.name());
        *revoked.field_mut(field) = &added & held.field(field);
        *granted.field_mut(field) = &lost - held.field(field);
    }
    let mut changed = false;
    for (grants, action) in [(revoked, GrantAction::Revoke), (granted, GrantAction::Grant)] {
        if !grants.is_empty() {
            let fields = [
                ("user_id", json!(id)),
                (GrantField::Permissions.name(), json!(grants.permissions)),
                (GrantField::Roles.name(), json!(grants.roles)),
            ];
            let fields = fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
            let request = request(app, call, &GRANT, &GRANT_INPUTS, fields)?;
            change_as(request, action).await?;
            changed = true;
        }
    }
    let (key, projection) = (Key::Id(id), projections(accounts()));
    let reader = app.point_reader(call, 1).await?;
    let record = Rows::of(&key).read(&*reader, accounts(), projection, Lock::Unlocked).await?;
    let record = record.ok_or_else(|| accounts().not_found())?;
    Ok(TakenBack { record, changed, conflict: None })
}

/// The roles that changes of grants concern, with what these grant now.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub(in crate::operations) async fn roles_of_changes<'c>(
    app: &App,
    call: &Call,
    changes: impl IntoIterator<Item = ((&'static Resource, i64), &'c [FieldChange])>,
) -> Result<Vec<KnownRole>, Error> {
    let (mut ids, mut names) = (BTreeSet::new(), BTreeSet::new());
    for ((kind, id), changes) in changes {
        if kind.permits {
            ids.insert(id);
        } else if kind.is_account() {
            names.extend(difference(changes, GrantField::Roles.name()).into_iter().flatten());
        }
    }
    if ids.is_empty() && names.is_empty() {
        return Ok(Vec::new());
    }
    let reader = app.point_reader(call, ids.len() + names.len()).await?;
    let roles = known_roles(&*reader, &ids, &names).await?;
    app.spend_read(call, roles.iter().flat_map(|it| &it.permissions).map(String::len).sum())?;
    Ok(roles)
}

/// The error that taking such changes back would have for what they give and take; `roles` are those of the
/// changes.
///
/// # Errors
/// `Forbidden`, and `Invalid` for permissions that the caller may not lend.
pub(in crate::operations) fn may_take_back_grants(
    call: &Call,
    (kind, id): (&Resource, i64),
    changes: &[FieldChange],
    roles: &[KnownRole],
) -> Result<(), Error> {
    let to = kind.is_account().then_some(id);
    call.require(if kind.permits { &ROLES.update } else { &GRANT })?;
    to.map_or(Ok(()), |account| check_acts_as(call, Some(account)))?;
    let invalid = |error| Error::Invalid(vec![error]);
    let lend = |field: GrantField, problem, names: &BTreeSet<String>| {
        call.lend((field.name(), problem), names, to, Until::Revoked).map_err(invalid)
    };
    let [lost, added] = difference(changes, GrantField::Permissions.name());
    lend(GrantField::Permissions, Problem::NotHeld, &(&lost | &added))?;
    let [lost, added] = difference(changes, GrantField::Roles.name());
    let named = &lost | &added;
    // Who changes a role must hold what it grants already.
    let is_meant =
        |it: &&KnownRole| if kind.permits { it.id == id } else { named.contains(&it.name) };
    let meant: Vec<_> = roles.iter().filter(is_meant).collect();
    if !kind.permits && meant.len() < named.len() {
        return Err(invalid(FieldError::new(GrantField::Roles.name(), Problem::RolesNotHeld)));
    }
    let granted = meant.iter().flat_map(|it| &it.permissions).cloned().collect();
    lend(GrantField::Roles, Problem::RolesNotHeld, &granted)?;
    Ok(())
}

async fn of_role(
    app: &Arc<App>,
    call: &Arc<Call>,
    id: i64,
    changes: &[FieldChange],
) -> Result<TakenBack, Error> {
    let found = read_role(&*app.point_reader(call, 1).await?, id).await?;
    let VisibleRole { record, permissions } = found.ok_or_else(|| roles().not_found())?;
    let permits = GrantField::Permissions.name();
    let [lost, added] = difference(changes, permits);
    let others: Vec<_> = changes.iter().filter(|it| it.name != permits).cloned().collect();
    let (mut fields, conflict) = earlier(&others, |name| record.value(name).to_json());
    let names = &(&permissions - &added) | &lost;
    if names != permissions {
        fields.insert(permits.to_owned(), json!(names));
    }
    if fields.is_empty() {
        return Ok(TakenBack { record, changed: false, conflict });
    }
    let request = request(app, call, &ROLES.update, &ROLE_INPUTS, fields)?;
    let expected = Expected::OneOf(vec![record.version()]);
    let role = update(Request { id: Some(id), expected, ..request }).await?;
    Ok(TakenBack { record: role.record, changed: true, conflict: None })
}

/// The names that a field lost, and those that it gained.
fn difference(changes: &[FieldChange], field: &str) -> [BTreeSet<String>; 2] {
    let change = changes.iter().find(|it| it.name == field);
    let names = |json: &Json| texts(json).map(str::to_owned).collect::<BTreeSet<_>>();
    let [before, after] = change.map(|it| [&it.before, &it.after].map(names)).unwrap_or_default();
    [&before - &after, &after - &before]
}

fn request(
    app: &Arc<App>,
    call: &Arc<Call>,
    permission: &'static Permission,
    inputs: &'static [Input],
    fields: Fields,
) -> Result<Request, Error> {
    let (app, access) = (Arc::clone(app), call.require(permission)?);
    let call = Arc::clone(call);
    Ok(Request { app, call, access, id: None, inputs, fields, expected: Expected::Any })
}
