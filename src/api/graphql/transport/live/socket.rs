//! GraphQL over WebSocket.

use async_graphql::ServerError;
use axum::{
    extract::{
        State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::HeaderMap,
    response::Response,
};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tracing::{Instrument, Span};

use super::{
    io::{End, Wire},
    protocol::{Close, Incoming, Outgoing, PROTOCOL},
    running::Running,
    session::Session,
};
use crate::{
    api::{
        graphql::{
            resolve,
            transport::{
                executor::{Api, Asked},
                http::{Body, refused},
                parameters::Parameters,
            },
        },
        http::{Allowance, BODY_BYTES, Stopping, bearer, call, credential},
    },
    auth::Via,
    error::Error,
    operations::records::Fields,
    telemetry::{
        metrics::{Api as FaceLabel, Raised},
        request_log,
    },
};

/// Bytes that are read of a socket at once. Each has a buffer of so many, even if it is silent.
const BUFFER_BYTES: usize = 4 * 1024;
/// What opening a socket is told of as; what runs on it is told of for itself.
const SOCKET: &str = "socket";

/// `GET /graphql/ws`.
///
/// A connection is accepted whoever opens it and refused with a close code, since a browser shows a
/// page no status.
pub async fn open(
    State(api): State<Api>,
    stopping: Stopping,
    allowance: Allowance,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    request_log::asked_for([SOCKET.into()]);
    let Ok(upgrade) = upgrade else {
        return refused(&Error::bad_request("Only WebSocket connections are taken here").into());
    };
    let upgrade = upgrade.protocols([PROTOCOL]).max_message_size(BODY_BYTES);
    // Each message is flushed, so there is nothing to collect; messages are mostly short.
    let upgrade = upgrade.read_buffer_size(BUFFER_BYTES).write_buffer_size(0);
    // What runs on the socket is told of for itself, by the request that opened it.
    let (span, report) = (Span::current(), request_log::current());
    upgrade.max_frame_size(BODY_BYTES).on_upgrade(move |socket| {
        let offered = socket.protocol().is_some();
        let mut wire = Wire::new(socket, api.pace);
        let open = Raised::by_one(&api.app.metrics.sockets);
        let conversation = async move {
            let end = match offered {
                true => tokio::select! {
                    () = stopping.clone().begun() => Close::STOPPING.into(),
                    end = converse(&api, &headers, allowance, &mut wire) => end,
                },
                false => Close::OTHER_PROTOCOL.into(),
            };
            wire.end(end).await;
            drop(open);
            // Until now the server has to wait for this socket.
            drop(stopping);
        };
        async move {
            match report {
                Some(report) => report.on(conversation).await,
                None => conversation.await,
            }
        }
        .instrument(span)
    })
}

async fn converse(api: &Api, headers: &HeaderMap, allowance: Allowance, wire: &mut Wire) -> End {
    let introduction = match timeout(api.pace.introduction, introduced(wire)).await {
        Ok(Ok(introduction)) => introduction,
        Ok(Err(end)) => return end,
        Err(_) => return Close::TOO_LATE.into(),
    };
    let (session, allowance) = match admitted(api, headers, allowance, &introduction).await {
        Ok(admitted) => admitted,
        Err(close) => return close.into(),
    };
    tokio::select! {
        () = session.lost() => Close::UNAUTHORIZED.into(),
        end = talk(api, &session, &allowance, wire) => end,
    }
}

/// Waits for the client to introduce itself.
async fn introduced(wire: &mut Wire) -> Result<Fields, End> {
    loop {
        match wire.receive().await? {
            Incoming::Init(introduction) => return Ok(introduction),
            Incoming::Ping(payload) => wire.send(&Outgoing::Pong { payload }).await?,
            Incoming::Pong => {}
            Incoming::Subscribe { .. } | Incoming::Complete { .. } => {
                return Err(Close::UNAUTHORIZED.into());
            }
        }
    }
}

/// Finds out who the client is, by what it says or else by the header it came with.
async fn admitted(
    api: &Api,
    headers: &HeaderMap,
    allowance: Allowance,
    said: &Fields,
) -> Result<(Session, Allowance), Close> {
    let said = said.get("Authorization").or_else(|| said.get("authorization"));
    let credential = match said {
        Some(said) => said.as_str().and_then(bearer),
        None => credential(headers),
    };
    let credential = credential.ok_or(Close::UNAUTHORIZED)?;
    let allowance = allowance.introduced(credential, FaceLabel::Graphql);
    let allowance = allowance.map_err(|_| Close::TOO_OFTEN)?;
    match call(&api.app, credential, headers, Via::Graphql).await {
        Ok(call) => Ok((Session::new(api, call, credential), allowance)),
        Err(Error::Unauthenticated) => Err(Close::UNAUTHORIZED),
        Err(_) => Err(Close::UNAVAILABLE),
    }
}

/// Runs what the client asks for, until the socket ends.
async fn talk(api: &Api, session: &Session, allowance: &Allowance, wire: &mut Wire) -> End {
    let mut running = Running::default();
    let mut heartbeat = interval_at(Instant::now() + api.pace.heartbeat, api.pace.heartbeat);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    if let Err(end) = wire.send(&Outgoing::ConnectionAck).await {
        return end;
    }
    loop {
        // While one of these is answered none of the others goes on: that is what keeps a client
        // that sends without reading, or can't read fast enough, from taking memory.
        let step = tokio::select! {
            incoming = wire.receive() => match incoming {
                Ok(incoming) => heard(api, session, allowance, wire, &mut running, incoming).await,
                Err(end) => Err(end),
            },
            Some((id, outcome)) = running.next() => match outcome {
                Some(outcome) => {
                    let payload = Body::of(&outcome);
                    if payload.is_executed() {
                        wire.send(&Outgoing::Next { id: &id, payload }).await
                    } else {
                        running.stop(&id);
                        wire.send(&Outgoing::Error { id: &id, payload: &outcome.errors }).await
                    }
                }
                None => wire.send(&Outgoing::Complete { id: &id }).await,
            },
            _ = heartbeat.tick() => wire.beat().await,
        };
        if let Err(end) = step {
            return end;
        }
    }
}

async fn heard(
    api: &Api,
    session: &Session,
    allowance: &Allowance,
    wire: &mut Wire,
    running: &mut Running,
    incoming: Incoming,
) -> Result<(), End> {
    match incoming {
        Incoming::Init(_) => return Err(Close::AGAIN.into()),
        Incoming::Ping(payload) => wire.send(&Outgoing::Pong { payload }).await?,
        Incoming::Pong => {}
        Incoming::Complete { id } => running.stop(&id),
        Incoming::Subscribe { id, .. } if running.has(&id) => return Err(Close::taken(&id).into()),
        Incoming::Subscribe { id, .. } if running.is_full() => {
            let error = [resolve::too_many("Too many operations at once")];
            wire.send(&Outgoing::Error { id: &id, payload: &error }).await?;
        }
        Incoming::Subscribe { id, parameters } => match asked(api, allowance, *parameters) {
            Ok(asked) => running.start(id, api.run(&session.viewing(), asked)),
            Err(errors) => {
                wire.send(&Outgoing::Error { id: &id, payload: &errors }).await?;
            }
        },
    }
    Ok(())
}

/// What a message asks for, unless it is one too many.
fn asked(
    api: &Api,
    allowance: &Allowance,
    parameters: Parameters,
) -> Result<Asked, Vec<ServerError>> {
    allowance.take(FaceLabel::Graphql).map_err(|refusal| vec![resolve::limited(&refusal)])?;
    api.asked(parameters).map_err(|error| resolve::refused(&error).errors)
}
