//! Authenticates the client of a WebSocket.

use axum::http::HeaderMap;
use engine::transport::{Close, Fields};

use crate::{
    api::{
        graphql::transport::api::GraphqlApi,
        http::{Allowance, bearer, call, credential},
    },
    auth::Api,
    error::Error,
    operations::callers::Session,
};

/// Authenticates the client by `connection_init`, or by its `Authorization` header.
///
/// # Errors
/// How to close the WebSocket without a valid credential, or over the rate limit.
pub async fn authenticated(
    api: &GraphqlApi,
    headers: &HeaderMap,
    allowance: Allowance,
    payload: &Fields,
) -> Result<(Session, Allowance), Close> {
    let sent = payload.get("Authorization").or_else(|| payload.get("authorization"));
    let credential = match sent {
        Some(sent) => sent.as_str().and_then(bearer),
        None => credential(headers),
    };
    let credential = credential.ok_or(Close::UNAUTHORIZED)?;
    let allowance = allowance.with_credential(&api.app, credential, Api::Graphql);
    let allowance = allowance.await.map_err(|_| Close::RATE_LIMITED)?;
    match call(&api.app, credential, headers, Api::Graphql).await {
        Ok(call) => Ok((Session::new(&api.app, call, api.timeouts.check), allowance)),
        Err(Error::Unauthenticated) => Err(Close::UNAUTHORIZED),
        Err(_) => Err(Close::UNAVAILABLE),
    }
}
