//! Changes roles, grants and access tokens.

use axum::{
    http::{StatusCode, header::ETAG},
    response::Response,
};
use std::sync::Arc;

use crate::{
    api::{
        http::tag,
        rest::{
            account_bodies::{AccessToken, GrantChange, NewAccessToken, Role, SignedOut},
            reads::PathParameters,
            responses::{created_at, json_within},
        },
    },
    app::App,
    auth::Call,
    error::Error,
    operations::{
        accounts::{Changed, Request, run},
        records::{Expected, Fields},
    },
    resources::AccountAct,
};

/// Runs an operation.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    act: &'static AccountAct,
    path: &PathParameters,
    fields: Fields,
    expected: Expected,
) -> Result<Response, Error> {
    // What can't be read is nowhere to be found.
    let id = path.get("id").and_then(|text| text.parse().ok());
    let changed = run(app, call, act, Request { id, fields, expected }).await?;
    let status = status(act);
    let (path, version) = match &changed {
        Changed::Role(role) => (Some(format!("/api/v1/roles/{}", role.id)), Some(role.version)),
        Changed::Token(token, _) => (Some(format!("/api/v1/access-tokens/{}", token.id)), None),
        Changed::Grants(_) | Changed::SignedOut(_) => (None, None),
    };
    let mut response = match changed {
        Changed::Role(role) => json_within(call, status, &Role::from(role)),
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
    response.headers_mut().extend(version.map(|version| (ETAG, tag(version))));
    Ok(response)
}

/// The status of a successful response.
const fn status(act: &AccountAct) -> StatusCode {
    match act.change.creates() {
        true => StatusCode::CREATED,
        false => StatusCode::OK,
    }
}
