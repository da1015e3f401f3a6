//! The handshake of a WebSocket (RFC 6455).

use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{
            CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL,
            SEC_WEBSOCKET_VERSION, UPGRADE,
        },
        request::Parts,
    },
    response::Response,
};
use hyper::upgrade::{OnUpgrade, Upgraded};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::{accept::values, protocol::PROTOCOL};

/// What HTTP calls the protocol.
const WEBSOCKET: &str = "websocket";

/// A request for a WebSocket.
pub struct Handshake {
    /// Whether both sides speak the subprotocol.
    pub is_spoken: bool,
    /// What shows the client that its request was understood.
    accept: HeaderValue,
    upgrade: OnUpgrade,
}

impl Handshake {
    /// Accepts it, and serves the WebSocket once the connection is handed over.
    pub fn accept<F: Future<Output = ()> + Send>(
        self,
        serve: impl FnOnce(Upgraded) -> F + Send + 'static,
    ) -> Response {
        tokio::spawn(async move {
            if let Ok(upgraded) = self.upgrade.await {
                serve(upgraded).await;
            }
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static(WEBSOCKET));
        headers.insert(SEC_WEBSOCKET_ACCEPT, self.accept);
        if self.is_spoken {
            headers.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(PROTOCOL));
        }
        response
    }
}

impl<S: Sync> FromRequestParts<S> for Handshake {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, StatusCode> {
        let refused = || StatusCode::BAD_REQUEST;
        let headers = &parts.headers;
        let is_asked = parts.method == Method::GET
            && has(headers, CONNECTION, "upgrade")
            && has(headers, UPGRADE, WEBSOCKET)
            && has(headers, SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(SEC_WEBSOCKET_KEY).filter(|_| is_asked).ok_or_else(refused)?;
        let accept = derive_accept_key(key.as_bytes()).try_into().map_err(|_| refused())?;
        let is_spoken =
            values(headers, SEC_WEBSOCKET_PROTOCOL).any(|offer| offer.trim() == PROTOCOL);
        let upgrade = parts.extensions.remove().ok_or_else(refused)?;
        Ok(Self { is_spoken, accept, upgrade })
    }
}

fn has(headers: &HeaderMap, name: HeaderName, value: &str) -> bool {
    values(headers, name).any(|it| it.trim().eq_ignore_ascii_case(value))
}
