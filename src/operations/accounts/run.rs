//! Runs any operation on roles, grants and access tokens, for both APIs.

use std::sync::Arc;

use super::{
    grants::{Granted, change_as},
    names::GrantAction,
    roles::{self, VisibleRole},
    tokens::{self, IssuedToken},
};
use crate::{
    app::App,
    auth::{Call, Secret},
    error::Error,
    operations::rows::{Expected, Fields, State, to_completion},
    resources::{AccountAct, AccountChange},
};

/// What a request for an operation contains. What the operation doesn't take is ignored.
#[derive(Debug, Default)]
pub struct Request {
    /// The id of the role or token. `None`: the request names none, or one that nothing can have.
    pub id: Option<i64>,
    /// The fields.
    pub fields: Fields,
    /// The expected version of the role.
    pub expected: Expected,
}

/// The result of an operation.
pub enum Changed {
    /// The role after it.
    Role(VisibleRole),
    /// What was granted or revoked.
    Grants(Granted),
    /// The next token, and its value if new. The value is shown only once.
    Token(IssuedToken, Option<Secret>),
    /// How many tokens were revoked.
    SignedOut(u64),
}

/// Runs an operation.
///
/// # Errors
/// Those of the operation: `Forbidden`, `NotFound`, `Invalid` with every invalid field,
/// `VersionMismatch`, and `NoAdministrator`; then nothing was written.
pub async fn run(
    app: &Arc<App>,
    call: &Arc<Call>,
    act: &'static AccountAct,
    request: Request,
) -> Result<Changed, Error> {
    use AccountChange as Change;
    let access = call.require(act.permission)?;
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    let inputs = act.body.as_ref().map_or(&[][..], |body| body.inputs);
    let Request { id, fields, expected } = request;
    to_completion(async move {
        let (app, call) = (&app, &call);
        let change_state = async |state| {
            roles::set_state(app, call, id, state, expected.clone()).await.map(Changed::Role)
        };
        let change_grants =
            async |action| change_as(app, call, action, inputs, &fields).await.map(Changed::Grants);
        match act.change {
            Change::CreateRole => {
                roles::create(app, call, inputs, &fields).await.map(Changed::Role)
            }
            Change::UpdateRole => {
                roles::update(app, call, id, inputs, &fields, &expected).await.map(Changed::Role)
            }
            Change::DeleteRole => change_state(State::Deleted).await,
            Change::RestoreRole => change_state(State::Live).await,
            Change::Grant => change_grants(GrantAction::Grant).await,
            Change::Revoke => change_grants(GrantAction::Revoke).await,
            Change::CreateToken => tokens::create(app, call, access, inputs, &fields)
                .await
                .map(|(token, secret)| Changed::Token(token, Some(secret))),
            Change::RevokeToken => {
                let revoked = tokens::revoke_one(app, call, access, id).await;
                revoked.map(|token| Changed::Token(token, None))
            }
            Change::SignOut => {
                tokens::sign_out(app, call, access, inputs, &fields).await.map(Changed::SignedOut)
            }
        }
    })
    .await
}
