//! GraphQL over WebSocket: graphql-transport-ws.

use async_graphql::ServerError;
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use engine::transport::{Close, Fields, Handshake, Incoming, Outgoing, Parameters};
use std::convert::Infallible;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tracing::{Instrument, Span};

use super::{
    active::{ActiveOperations, Unsent, spawned},
    authenticate::authenticated,
    connection::{Connection, End},
};
use crate::{
    api::{
        graphql::{
            error::{limited, too_many},
            transport::{api::GraphqlApi, executor::Operation, response::refused},
        },
        http::{Allowance, ExtensionOrDefault, Stopping, Upgrade},
    },
    auth::Api,
    error::Error,
    operations::callers::Session,
    telemetry::{metrics::GaugeGuard, request_log},
};

/// The operation in the request log for opening a WebSocket. Its operations are logged separately.
const SOCKET: &str = "socket";

/// `GET /graphql/ws`.
///
/// Every connection is accepted first and rejected with a close code: browsers don't show scripts
/// the status of a rejected upgrade.
pub async fn open(
    State(api): State<GraphqlApi>,
    ExtensionOrDefault(stopping): ExtensionOrDefault<Stopping>,
    ExtensionOrDefault(taken): ExtensionOrDefault<Upgrade>,
    ExtensionOrDefault(allowance): ExtensionOrDefault<Allowance>,
    headers: HeaderMap,
    handshake: Result<Handshake, StatusCode>,
) -> Response {
    request_log::set_operations([SOCKET.into()]);
    let Ok(handshake) = handshake else {
        let error = Error::bad_request("Only WebSocket connections are accepted here");
        return refused(&error.into());
    };
    taken.begin();
    // Operations are logged separately, with the request that opened the WebSocket.
    let (span, report) = (Span::current(), request_log::current());
    let is_spoken = handshake.is_spoken;
    handshake.accept(move |io| {
        // Boxed, since the task would otherwise hold room for each place it is moved to.
        let conversation = Box::pin(async move {
            let _open = GaugeGuard::new(&api.app.metrics.sockets);
            let mut connection = Connection::new(io, taken.clone(), &api).await;
            let serve = async {
                if is_spoken {
                    run(&api, &headers, allowance, &mut connection).await
                } else {
                    Err(Close::SUBPROTOCOL.into())
                }
            };
            let end = tokio::select! {
                () = stopping.clone().begun() => Close::STOPPING.into(),
                Err(end) = serve => end,
            };
            connection.close(end).await;
            // The server waits for this WebSocket until here when it stops.
            drop(stopping);
        });
        async move {
            match report {
                Some(report) => report.scope(conversation).await,
                None => conversation.await,
            }
        }
        .instrument(span)
    })
}

async fn run(
    api: &GraphqlApi,
    headers: &HeaderMap,
    allowance: Allowance,
    connection: &mut Connection,
) -> Result<Infallible, End> {
    let initialised = timeout(api.timeouts.introduction, initialised(connection));
    let payload = initialised.await.map_err(|_| Close::INIT_TIMEOUT)??;
    let (session, allowance) = authenticated(api, headers, allowance, &payload).await?;
    connection.introduce(session.account());
    tokio::select! {
        () = session.expired() => Err(Close::UNAUTHORIZED.into()),
        end = serve(api, &session, &allowance, connection) => end,
    }
}

/// Waits for `connection_init`, and returns its payload.
async fn initialised(connection: &mut Connection) -> Result<Fields, End> {
    loop {
        match connection.receive().await? {
            Incoming::Init(payload) => return Ok(payload),
            Incoming::Ping(payload) => connection.send(&Outgoing::Pong { payload }).await?,
            Incoming::Pong => {}
            Incoming::Subscribe { .. } | Incoming::Complete { .. } => {
                return Err(Close::UNAUTHORIZED.into());
            }
        }
    }
}

/// Runs the operations of the client until the WebSocket ends.
async fn serve(
    api: &GraphqlApi,
    session: &Session,
    allowance: &Allowance,
    connection: &mut Connection,
) -> Result<Infallible, End> {
    let mut active = ActiveOperations::default();
    let mut heartbeat =
        interval_at(Instant::now() + api.timeouts.heartbeat, api.timeouts.heartbeat);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    connection.send(&Outgoing::ConnectionAck).await?;
    loop {
        // Only one branch runs at a time, so a client that sends without reading, or reads slowly,
        // takes no memory.
        tokio::select! {
            incoming = connection.receive() => {
                handle(api, session, allowance, connection, &mut active, incoming?).await?;
            }
            Some((id, mut outcomes)) = active.next() => {
                // An error ends the operation, without `complete`.
                let is_error = |it: &Option<Unsent>| {
                    it.as_ref().is_some_and(|it| !it.outcome.is_executed())
                };
                if let Some(error) = outcomes.iter().position(is_error) {
                    outcomes.truncate(error + 1);
                    active.stop(&id);
                }
                connection.send_all(&id, outcomes).await?;
            }
            _ = heartbeat.tick() => connection.heartbeat().await?,
        }
    }
}

async fn handle(
    api: &GraphqlApi,
    session: &Session,
    allowance: &Allowance,
    connection: &mut Connection,
    active: &mut ActiveOperations,
    incoming: Incoming,
) -> Result<(), End> {
    match incoming {
        Incoming::Init(_) => return Err(Close::INIT_AGAIN.into()),
        Incoming::Ping(payload) => connection.send(&Outgoing::Pong { payload }).await?,
        Incoming::Pong => {}
        Incoming::Complete { id } => active.stop(&id),
        Incoming::Subscribe { id, .. } if active.has(&id) => return Err(Close::taken(&id).into()),
        Incoming::Subscribe { id, .. } if active.is_full() => {
            let error = [too_many("Too many operations at once")];
            connection.send(&Outgoing::Error { id: &id, payload: &error }).await?;
        }
        Incoming::Subscribe { id, parameters } => {
            match look_up(api, session, allowance, *parameters).await {
                Ok(operation) => {
                    let outcomes = api.run(&session.current_call(), operation);
                    active.start(id, spawned(outcomes, session));
                }
                Err(errors) => {
                    connection.send(&Outgoing::Error { id: &id, payload: &errors }).await?;
                }
            }
        }
    }
    Ok(())
}

/// Looks up the operation of a message, within the rate limit.
async fn look_up(
    api: &GraphqlApi,
    session: &Session,
    allowance: &Allowance,
    parameters: Parameters,
) -> Result<Operation, Vec<ServerError>> {
    allowance.take(Api::Graphql).map_err(|error| vec![limited(&error)])?;
    let operation = api.look_up(session.account(), parameters).await;
    operation.map_err(|error| vec![(&error).into()])
}
