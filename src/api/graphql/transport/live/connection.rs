//! Sends and receives the messages of a WebSocket, and closes it.

use axum::body::Bytes;
use engine::transport::{
    BUFFER_BYTES, Close, Count, Incoming, Outgoing, PART_BYTES, Parted, read_message,
};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::{
    Frame,
    coding::{Data, OpCode},
};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{
    Error as SocketError, Message, Utf8Bytes, error::ProtocolError,
};

use super::active::Unsent;
use crate::{
    api::{
        graphql::transport::api::GraphqlApi,
        http::{BODY_BYTES, Timeouts, Upgrade, json},
    },
    app::{ByteLimit, BytePermit, ConcurrencyLimits, SERVER},
};

/// How long the client has to see the close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Heartbeats after which a silent client counts as gone.
const MISSED_HEARTBEATS: u32 = 3;

/// An open WebSocket.
pub struct Connection {
    socket: WebSocketStream<Parted<BytePermit>>,
    upgrade: Upgrade,
    timeouts: Timeouts,
    last_message: Instant,
    limits: Arc<ConcurrencyLimits>,
    messages: ByteLimit,
    /// A message that waits for its turn. Who waits may stop, and ask again.
    unparsed: Option<Utf8Bytes>,
    /// The account of its caller, once it is known.
    account: i64,
}

impl Count for BytePermit {
    fn add(&mut self, bytes: usize) -> bool {
        Self::add(self, bytes).is_ok()
    }

    fn release(&mut self) {
        Self::release(self);
    }
}

/// Why a WebSocket ends.
#[derive(Debug)]
pub enum End {
    /// The client is gone.
    Lost,
    /// The client closes it.
    ByClient,
    /// The server closes it.
    ByServer(Close),
}

impl From<Close> for End {
    fn from(close: Close) -> Self {
        Self::ByServer(close)
    }
}

impl Connection {
    /// Takes over a WebSocket that was just opened.
    pub async fn new(io: Upgraded, upgrade: Upgrade, api: &GraphqlApi) -> Self {
        // The write buffer takes memory only while there is something to write.
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER_BYTES)
            .write_buffer_size(PART_BYTES.into())
            .max_frame_size(Some(BODY_BYTES))
            .max_message_size(Some(BODY_BYTES));
        let parted = Parted::new(io, BODY_BYTES);
        let socket = WebSocketStream::from_raw_socket(parted, Role::Server, Some(config)).await;
        let (timeouts, limits) = (api.timeouts, Arc::clone(&api.app.concurrency));
        let (last_message, messages) = (Instant::now(), api.app.held_requests.clone());
        let (unparsed, account) = (None, SERVER);
        Self { socket, upgrade, timeouts, last_message, limits, messages, unparsed, account }
    }

    /// Notes that the client has introduced itself, with a credential of this account.
    pub fn introduce(&mut self, account: i64) {
        self.account = account;
        self.upgrade.introduced();
        self.socket.get_mut().count(self.messages.share(Some(account)).none());
    }

    /// Receives the next message.
    ///
    /// # Errors
    /// When the connection ends, or the message is not valid.
    pub async fn receive(&mut self) -> Result<Incoming, End> {
        if self.unparsed.is_none() {
            self.unparsed = Some(self.next_text().await?);
        }
        let bytes = self.unparsed.as_ref().map_or(0, |text| text.len());
        let _turn = self.limits.parser(self.account, bytes).await;
        Ok(read_message(&self.unparsed.take().unwrap_or_default(), json)?)
    }

    async fn next_text(&mut self) -> Result<Utf8Bytes, End> {
        loop {
            let message = match self.socket.next().await {
                Some(Ok(message)) => message,
                Some(Err(error)) => return Err(end_of(error)),
                None => return Err(End::Lost),
            };
            self.last_message = Instant::now();
            match message {
                Message::Text(text) => {
                    self.socket.get_mut().complete();
                    return Ok(text);
                }
                Message::Binary(_) => return Err(Close::malformed("it must be text").into()),
                Message::Close(_) => return Err(End::ByClient),
                // tungstenite has queued the pong. Flushing it here makes a client wait that sends
                // pings without reading pongs; otherwise they would pile up.
                Message::Ping(_) => self.flush().await?,
                Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Sends a message, and waits for room for the next one.
    ///
    /// # Errors
    /// When the client is gone, or doesn't read.
    pub async fn send(&mut self, message: &Outgoing<'_>) -> Result<(), End> {
        self.feed_text(message.text()).await?;
        self.flush().await
    }

    /// Sends outcomes of an operation, or its end. Their bytes are held until the client has room.
    ///
    /// # Errors
    /// When the client is gone, or doesn't read.
    pub async fn send_all(&mut self, id: &str, outcomes: Vec<Option<Unsent>>) -> Result<(), End> {
        let mut unsent = Vec::new();
        for outcome in outcomes {
            let bytes = outcome.as_ref().map_or(0, |it| it.outcome.size());
            let turn = self.limits.sender(self.account, bytes).await;
            let (text, held) = message(id, outcome);
            drop(turn);
            unsent.extend(held);
            self.feed_text(text).await?;
        }
        // What is held is released by then.
        self.flush().await
    }

    /// Sends a ping.
    ///
    /// # Errors
    /// When the client has been silent for too long.
    pub async fn heartbeat(&mut self) -> Result<(), End> {
        if self.last_message.elapsed() > self.timeouts.heartbeat * MISSED_HEARTBEATS {
            return Err(End::Lost);
        }
        self.feed(Message::Ping(Bytes::new())).await?;
        self.flush().await
    }

    /// Feeds a text in parts: the library keeps a buffer as large as the largest one.
    async fn feed_text(&mut self, text: String) -> Result<(), End> {
        let (mut bytes, mut kind) = (Bytes::from(text), Data::Text);
        loop {
            let part = bytes.split_to(bytes.len().min(PART_BYTES.into()));
            let frame = Frame::message(part, OpCode::Data(kind), bytes.is_empty());
            self.feed(Message::Frame(frame)).await?;
            if bytes.is_empty() {
                return Ok(());
            }
            kind = Data::Continue;
        }
    }

    async fn feed(&mut self, message: Message) -> Result<(), End> {
        let began = Instant::now();
        write_with_timeout(self.timeouts.send, &self.upgrade, self.socket.feed(message)).await?;
        self.note_room(began);
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), End> {
        let began = Instant::now();
        write_with_timeout(self.timeouts.send, &self.upgrade, self.socket.flush()).await?;
        self.note_room(began);
        Ok(())
    }

    /// Notes that there is room again. If that took long, the client has read, and isn't silent: what
    /// it sent meanwhile is not read yet.
    fn note_room(&mut self, began: Instant) {
        if began.elapsed() > self.timeouts.heartbeat {
            self.last_message = Instant::now();
        }
    }

    /// Closes the WebSocket, and gives the client time to see why.
    pub async fn close(mut self, end: End) {
        let Close { code, reason } = match end {
            End::ByServer(close) => close,
            End::ByClient => {
                // Reading on sends the answer to the client's close frame. Without it the client
                // would see its own orderly close as a broken connection.
                let answered = async { while let Some(Ok(_)) = self.socket.next().await {} };
                let _ = timeout(CLOSE_TIMEOUT, answered).await;
                return;
            }
            End::Lost => return,
        };
        tracing::info!(code, reason = reason.as_ref(), "closed a socket");
        let frame = CloseFrame { code: code.into(), reason: reason.into_owned().into() };
        let closed = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_err() {
                return;
            }
            // Messages that the client has sent meanwhile must be read: the close frame is lost when
            // a socket is dropped with unread data.
            while let Some(Ok(_)) = self.socket.next().await {}
            if code == Close::TOO_LARGE.code {
                // That message is never read, so the client gets time to see the frame instead.
                sleep(CLOSE_TIMEOUT).await;
            }
        };
        let _ = timeout(CLOSE_TIMEOUT, closed).await;
    }
}

/// The message about an operation's outcome or end. With it comes what counts its bytes.
fn message(id: &str, unsent: Option<Unsent>) -> (String, Option<BytePermit>) {
    match unsent {
        Some(Unsent { outcome, held }) if outcome.is_executed() => {
            (Outgoing::Next { id, payload: &outcome }.text(), held)
        }
        Some(Unsent { outcome, held }) => {
            (Outgoing::Error { id, payload: &outcome.errors }.text(), held)
        }
        None => (Outgoing::Complete { id }.text(), None),
    }
}

/// Writes as long as the client takes something within that time.
async fn write_with_timeout(
    within: Duration,
    upgrade: &Upgrade,
    write: impl Future<Output = Result<(), SocketError>>,
) -> Result<(), End> {
    let (mut write, mut until) = (pin!(write), Instant::now() + within);
    loop {
        match timeout_at(until, &mut write).await {
            Ok(written) => return written.map_err(|_| End::Lost),
            Err(_) => until = upgrade.blocked_since().ok_or(End::Lost)? + within,
        }
        if until <= Instant::now() {
            return Err(End::Lost);
        }
    }
}

/// How a WebSocket ends after an error.
fn end_of(error: SocketError) -> End {
    match error {
        SocketError::Capacity(_) => Close::TOO_LARGE.into(),
        SocketError::Utf8(_) => Close::NOT_TEXT.into(),
        SocketError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => End::Lost,
        SocketError::Protocol(_) => Close::BROKEN.into(),
        _ => End::Lost,
    }
}
