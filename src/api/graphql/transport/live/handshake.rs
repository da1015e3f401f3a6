//! The handshake of a WebSocket, over HTTP/1 (RFC 6455) and HTTP/2 (RFC 8441).

use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode, Version,
        header::{
            CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL,
            SEC_WEBSOCKET_VERSION, UPGRADE,
        },
        request::Parts,
    },
    response::Response,
};
use hyper::{ext::Protocol, upgrade::OnUpgrade};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::{legacy, parts::Parted, protocol::PROTOCOL};
use crate::{
    api::{graphql::transport::http::refused, http::values},
    error::Error,
};

/// What HTTP calls the protocol.
const WEBSOCKET: &str = "websocket";

/// A request for a WebSocket.
pub struct Handshake {
    /// The subprotocol that both sides speak.
    pub protocol: Option<&'static str>,
    /// `None` on HTTP/2.
    key: Option<HeaderValue>,
    upgrade: OnUpgrade,
}

impl Handshake {
    /// Accepts it, and serves the WebSocket once the connection is handed over.
    pub fn accept<F: Future<Output = ()> + Send>(
        self,
        serve: impl FnOnce(Parted) -> F + Send + 'static,
    ) -> Response {
        tokio::spawn(async move {
            if let Ok(upgraded) = self.upgrade.await {
                serve(Parted::new(upgraded)).await;
            }
        });
        let mut response = Response::new(Body::empty());
        let accepted = self.key.and_then(|key| derive_accept_key(key.as_bytes()).try_into().ok());
        if let Some(accepted) = accepted {
            *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
            let headers = response.headers_mut();
            headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
            headers.insert(UPGRADE, HeaderValue::from_static(WEBSOCKET));
            headers.insert(SEC_WEBSOCKET_ACCEPT, accepted);
        }
        let protocol = self.protocol.map(HeaderValue::from_static);
        response.headers_mut().extend(protocol.map(|it| (SEC_WEBSOCKET_PROTOCOL, it)));
        response
    }
}

impl<S: Sync> FromRequestParts<S> for Handshake {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let error = || Error::bad_request("Only WebSocket connections are accepted here").into();
        let refused = || refused(&error());
        let headers = &parts.headers;
        let key =
            headers.get(SEC_WEBSOCKET_KEY).filter(|_| parts.version < Version::HTTP_2).cloned();
        let is_asked = match &key {
            Some(_) => has(headers, CONNECTION, "upgrade") && has(headers, UPGRADE, WEBSOCKET),
            // Only requests of HTTP/2 have it.
            None => parts.extensions.get().is_some_and(|it: &Protocol| it.as_str() == WEBSOCKET),
        };
        if !is_asked || !has(headers, SEC_WEBSOCKET_VERSION, "13") {
            return Err(refused());
        }
        let offered = |it: &&str| has(headers, SEC_WEBSOCKET_PROTOCOL, it);
        let protocol = [PROTOCOL, legacy::PROTOCOL].into_iter().find(offered);
        let upgrade = parts.extensions.remove().ok_or_else(refused)?;
        Ok(Self { protocol, key, upgrade })
    }
}

fn has(headers: &HeaderMap, name: HeaderName, value: &str) -> bool {
    values(headers, name).any(|it| it.trim().eq_ignore_ascii_case(value))
}
