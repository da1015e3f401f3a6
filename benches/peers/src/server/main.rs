//! The requests of the benchmark, answered by hand-written code: axum, sqlx and serde, one statement
//! for each request. It checks one token and knows neither permissions nor GraphQL.
//!
//!     DATABASE_URL=… TOKEN=… handwritten 127.0.0.1:18081

mod postgres;
mod rows;
mod sqlite;
mod store;
mod threads;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::post,
};
use rows::{NewNotification, NodeAnswer, NodesAnswer};
use serde::Deserialize;
use std::{env, error::Error, sync::Arc};
use store::Store;
use tokio::net::TcpListener;
use uuid::Uuid;

/// The part of a GraphQL request that differs between two requests.
#[derive(Deserialize)]
struct GraphQl {
    #[serde(rename = "operationName")]
    operation: Operation,
    variables: Variables,
}

#[derive(Deserialize)]
enum Operation {
    Page,
    Point,
}

#[derive(Deserialize)]
struct Variables {
    user: Option<i64>,
    uuid: Option<Uuid>,
}

struct App {
    store: Store,
    authorization: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let store = Store::open(&env::var("DATABASE_URL")?).await?;
    let authorization = format!("Bearer {}", env::var("TOKEN")?);
    let app = Arc::new(App { store, authorization });
    let router = Router::new()
        .route("/graphql", post(graphql))
        .route("/api/v1/notifications/{uuid}/restore", post(restore))
        .route("/api/v1/notifications", post(send))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), check_token))
        .with_state(app);
    let listener = TcpListener::bind(env::args().nth(1).ok_or("an address is required")?).await?;
    axum::serve(listener, router).await?;
    Ok(())
}

async fn check_token(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match request.headers().get(header::AUTHORIZATION) {
        Some(it) if it.as_bytes() == app.authorization.as_bytes() => next.run(request).await,
        _ => StatusCode::UNAUTHORIZED.into_response(),
    }
}

async fn graphql(State(app): State<Arc<App>>, body: Bytes) -> Result<Response, Response> {
    let request: GraphQl = serde_json::from_slice(&body).map_err(invalid)?;
    Ok(match request.operation {
        Operation::Page => {
            let user = request.variables.user.ok_or_else(|| invalid("user is required"))?;
            let nodes = app.store.page(user).await.map_err(failed)?;
            Json(NodesAnswer::of(&nodes)).into_response()
        }
        Operation::Point => {
            let uuid = request.variables.uuid.ok_or_else(|| invalid("uuid is required"))?;
            let node = app.store.point(uuid).await.map_err(failed)?;
            Json(NodeAnswer::of(node.as_ref())).into_response()
        }
    })
}

async fn restore(
    State(app): State<Arc<App>>,
    Path(uuid): Path<Uuid>,
) -> Result<Response, Response> {
    let restored = app.store.restore(uuid).await.map_err(failed)?;
    Ok(Json(restored.ok_or_else(|| StatusCode::NOT_FOUND.into_response())?).into_response())
}

async fn send(State(app): State<Arc<App>>, body: Bytes) -> Result<Response, Response> {
    let new: NewNotification = serde_json::from_slice(&body).map_err(invalid)?;
    if new.title.is_empty() || new.message.is_empty() {
        return Err(invalid("title and message are required"));
    }
    let sent = app.store.send(&new).await.map_err(failed)?;
    Ok((StatusCode::CREATED, Json(sent)).into_response())
}

fn invalid(error: impl ToString) -> Response {
    (StatusCode::BAD_REQUEST, error.to_string()).into_response()
}

fn failed(error: sqlx::Error) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
}
