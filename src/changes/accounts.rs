//! Changes roles, grants and access tokens.

use std::sync::Arc;

use super::asked::{Asked, Reply};
use crate::{
    auth::Permission,
    error::Error,
    kinds::{GRANT, ROLES, TOKENS, accounts, roles},
    operations::{
        accounts::{self as granted, GrantAction, Request, VisibleRole},
        rows::{Record, State, Target, read::find, to_completion},
    },
    parameters::USER_ID,
    resources::Key,
    views::{ACCESS_TOKEN, ChangedGrants, ChangedRole, NewToken, RevokedToken, SignedOut},
};

/// Creates a role.
pub async fn create_role(mut asked: Asked<'_>) -> Result<Reply, Error> {
    let request = request(&mut asked, &ROLES.create, roles().name)?;
    to_completion(granted::create_role(request)).await.map(of_role)
}

/// Updates a role.
pub async fn update_role(mut asked: Asked<'_>) -> Result<Reply, Error> {
    let request = request(&mut asked, &ROLES.update, roles().name)?;
    to_completion(granted::update_role(request)).await.map(of_role)
}

/// Deletes a role.
pub async fn delete_role(mut asked: Asked<'_>) -> Result<Reply, Error> {
    let request = request(&mut asked, &ROLES.delete, roles().name)?;
    to_completion(granted::set_state(request, State::Deleted)).await.map(of_role)
}

/// Restores a role.
pub async fn restore_role(mut asked: Asked<'_>) -> Result<Reply, Error> {
    let request = request(&mut asked, &ROLES.restore, roles().name)?;
    to_completion(granted::set_state(request, State::Live)).await.map(of_role)
}

fn of_role(role: VisibleRole) -> Reply {
    Reply::at(format!("/api/v1/roles/{}", role.record.id()), ChangedRole(role))
}

/// Grants permissions and roles to an account or a role, or revokes them.
pub async fn change_grants(mut asked: Asked<'_>, to: GrantAction) -> Result<Reply, Error> {
    let request = request(&mut asked, &GRANT, roles().name)?;
    let granted = to_completion(granted::change_as(request, to)).await?;
    let user = match granted.account.filter(|_| (asked.shows)("user")) {
        Some(id) => account(&asked, id).await,
        None => None,
    };
    Ok(Reply::of(ChangedGrants { granted, user }))
}

/// An account.
///
/// Who may only grant to itself need not be able to view its account.
async fn account(asked: &Asked<'_>, id: i64) -> Option<Record> {
    let resource = accounts();
    let (target, projections) =
        (Target { resource, key: Some(Key::Id(id)) }, (asked.projections)());
    find(asked.app, asked.call, target, projections(resource)).await.unwrap_or_default()
}

/// Creates an access token.
pub async fn create_token(mut asked: Asked<'_>) -> Result<Reply, Error> {
    let request = request(&mut asked, &TOKENS.create, ACCESS_TOKEN)?;
    let (token, secret) = to_completion(granted::create_token(request)).await?;
    Ok(Reply::at(format!("/api/v1/access-tokens/{}", token.id), NewToken(token, secret)))
}

/// Turns a link into an access token.
pub async fn sign_in(asked: Asked<'_>) -> Result<Reply, Error> {
    let (app, call) = (Arc::clone(asked.app), Arc::clone(asked.call));
    let (token, secret) = to_completion(async move { granted::sign_in(&app, &call).await }).await?;
    Ok(Reply::of(NewToken(token, secret)))
}

/// Revokes an access token.
pub async fn revoke_token(mut asked: Asked<'_>) -> Result<Reply, Error> {
    let request = request(&mut asked, &TOKENS.revoke, ACCESS_TOKEN)?;
    to_completion(granted::revoke_token(request)).await.map(|token| Reply::of(RevokedToken(token)))
}

/// Signs an account out.
pub async fn sign_out(mut asked: Asked<'_>) -> Result<Reply, Error> {
    let request = request(&mut asked, &TOKENS.revoke, ACCESS_TOKEN)?;
    to_completion(granted::sign_out(request)).await.map(|count| Reply::of(SignedOut(count)))
}

/// What a request contains, once the caller holds the permission. Its id is that of a `named` thing.
fn request(
    asked: &mut Asked<'_>,
    permission: &'static Permission,
    named: &str,
) -> Result<Request, Error> {
    let mut fields = std::mem::take(&mut asked.fields);
    fields.extend(asked.arguments.int(USER_ID).map(|id| (USER_ID.to_owned(), id.into())));
    Ok(Request {
        app: Arc::clone(asked.app),
        call: Arc::clone(asked.call),
        access: asked.call.require(permission)?,
        id: asked.id_of(named),
        inputs: asked.inputs,
        fields,
        expected: std::mem::take(&mut asked.expected),
    })
}
