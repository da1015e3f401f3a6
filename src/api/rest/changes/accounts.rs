//! Changes roles, grants and access tokens.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use crate::{
    api::rest::{
        account_bodies::{AccessToken, GrantChange, NewAccessToken, Role, SignedOut},
        responses::{created_at, json_within, versioned_within},
    },
    app::App,
    auth::Call,
    error::Error,
    operations::accounts::{Changed, Request, run},
    resources::AccountAct,
};

/// Runs an operation.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    act: &'static AccountAct,
    status: StatusCode,
    request: Request,
) -> Result<Response, Error> {
    let changed = run(app, call, act, request).await?;
    let path = match &changed {
        Changed::Role(role) => Some(format!("/api/v1/roles/{}", role.id)),
        Changed::Token(token, _) => Some(format!("/api/v1/access-tokens/{}", token.id)),
        Changed::Grants(_) | Changed::SignedOut(_) => None,
    };
    let mut response = match changed {
        Changed::Role(role) => versioned_within(call, status, role.version, &Role::from(role)),
        Changed::Grants(granted) => json_within(call, status, &GrantChange::from(granted)),
        Changed::Token(token, Some(secret)) => {
            let value = secret.reveal().to_owned();
            json_within(call, status, &NewAccessToken { value, access_token: token.into() })
        }
        Changed::Token(token, None) => json_within(call, status, &AccessToken::from(token)),
        Changed::SignedOut(revoked_count) => {
            json_within(call, status, &SignedOut { revoked_count })
        }
    }?;
    let path = path.filter(|_| status == StatusCode::CREATED);
    response.headers_mut().extend(path.and_then(created_at));
    Ok(response)
}
