//! A socket, as the protocol sees it: messages in and out, and its end.

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::SinkExt;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};
use tungstenite::error::{Error as Fault, ProtocolError};

use super::{
    protocol::{Close, Incoming, Outgoing, read},
    timeouts::Pace,
};

/// How long the client may take to see that the socket is closed.
const FAREWELL: Duration = Duration::from_secs(1);
/// How many heartbeats a client may be silent for.
const SILENT_FOR: u32 = 3;

/// A socket.
pub struct Wire {
    socket: WebSocket,
    pace: Pace,
    /// When the client was last heard.
    heard: Instant,
}

/// How a socket ends.
#[derive(Debug)]
pub enum End {
    /// The client is gone.
    Gone,
    /// The client closes it.
    Left,
    /// The server closes it.
    Closed(Close),
}

impl From<Close> for End {
    fn from(close: Close) -> Self {
        Self::Closed(close)
    }
}

impl Wire {
    /// The wire over a socket that was just opened.
    pub fn new(socket: WebSocket, pace: Pace) -> Self {
        Self { socket, pace, heard: Instant::now() }
    }

    /// The next message.
    ///
    /// # Errors
    /// When there is none, or one that can't be understood.
    pub async fn receive(&mut self) -> Result<Incoming, End> {
        loop {
            let message = match self.socket.recv().await {
                Some(Ok(message)) => message,
                Some(Err(error)) => return Err(fault(error)),
                None => return Err(End::Gone),
            };
            self.heard = Instant::now();
            match message {
                Message::Text(text) => return Ok(read(&text)?),
                Message::Binary(_) => return Err(Close::malformed("it must be text").into()),
                Message::Close(_) => return Err(End::Left),
                // Below us, it is answered already, but the answer may not be on its way: who sends
                // on without taking answers waits here, or they would pile up.
                Message::Ping(_) => match timeout(self.pace.send, self.socket.flush()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) | Err(_) => return Err(End::Gone),
                },
                Message::Pong(_) => {}
            }
        }
    }

    /// Sends a message, and waits until the client has room for the next one.
    ///
    /// # Errors
    /// When the client is gone, or takes nothing.
    pub async fn send(&mut self, message: &Outgoing<'_>) -> Result<(), End> {
        match serde_json::to_string(message) {
            Ok(text) => self.put(Message::Text(text.into())).await,
            Err(error) => {
                tracing::error!(%error, "a message could not be written");
                Err(End::Gone)
            }
        }
    }

    /// Wants a sign of life.
    ///
    /// # Errors
    /// When there was none for long.
    pub async fn beat(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > self.pace.heartbeat * SILENT_FOR {
            return Err(End::Gone);
        }
        self.put(Message::Ping(Vec::new().into())).await
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.pace.send, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }

    /// Ends the socket, and lets the client see why.
    pub async fn end(mut self, end: End) {
        let Close { code, reason } = match end {
            End::Closed(close) => close,
            End::Left => {
                // Reading on sends the answer to the client's close frame; without it the client
                // would take its own orderly end for a broken connection.
                let answered = async { while let Some(Ok(_)) = self.socket.recv().await {} };
                let _ = timeout(FAREWELL, answered).await;
                return;
            }
            End::Gone => return,
        };
        tracing::info!(code, reason = reason.as_ref(), "closed a socket");
        let frame = CloseFrame { code, reason: reason.into_owned().into() };
        let farewell = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_err() {
                return;
            }
            // What the client has sent meanwhile has to be read: a socket that is dropped with
            // something unread takes the close frame along.
            while let Some(Ok(_)) = self.socket.recv().await {}
            if code == Close::TOO_LARGE.code {
                // That is not read, so the client gets its time to see the frame instead.
                sleep(FAREWELL).await;
            }
        };
        let _ = timeout(FAREWELL, farewell).await;
    }
}

/// How a socket ends on which something went wrong.
fn fault(error: axum::Error) -> End {
    let error = error.into_inner();
    match error.downcast_ref::<Fault>() {
        Some(Fault::Capacity(_)) => Close::TOO_LARGE.into(),
        Some(Fault::Utf8(_)) => Close::NOT_TEXT.into(),
        Some(Fault::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => End::Gone,
        Some(Fault::Protocol(_)) => Close::BROKEN.into(),
        _ => End::Gone,
    }
}
