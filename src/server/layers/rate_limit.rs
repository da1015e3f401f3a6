//! Refusing whoever asks too often, before anything is done for it.

use axum::{extract::Request, middleware::Next, response::Response};

use crate::{
    api::http::Allowance,
    server::router::{api, refused_at},
};

/// The paths by which a supervisor asks how the server is.
const NEVER: [&str; 2] = ["/livez", "/readyz"];

/// Counts a request, and refuses it when it is one too many.
pub async fn within(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let taken = match request.extensions().get::<Allowance>() {
        Some(allowance) if !NEVER.contains(&path) => allowance.take(api(path)),
        _ => Ok(()),
    };
    match taken {
        Ok(()) => next.run(request).await,
        Err(refusal) => refused_at(path, &refusal),
    }
}
