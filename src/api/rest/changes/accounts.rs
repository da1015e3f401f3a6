//! Changes roles, grants and access tokens.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use crate::{
    api::rest::{
        responses::{created_at, versioned_within},
        views::{Accounts, Body, view_within},
    },
    app::App,
    auth::Call,
    error::Error,
    operations::accounts::{Changed, Request, run},
    resources::AccountAct,
    views::{ChangedGrants, NewToken, SignedOut},
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
        Changed::Role(role) => {
            versioned_within(call, status, role.version, &Body(&role, &Accounts::new()))
        }
        Changed::Grants(granted) => {
            view_within(call, status, &ChangedGrants { granted, user: None })
        }
        Changed::Token(token, Some(secret)) => view_within(call, status, &NewToken(token, secret)),
        Changed::Token(token, None) => view_within(call, status, &token),
        Changed::SignedOut(count) => view_within(call, status, &SignedOut(count)),
    }?;
    let path = path.filter(|_| status == StatusCode::CREATED);
    response.headers_mut().extend(path.and_then(created_at));
    Ok(response)
}
