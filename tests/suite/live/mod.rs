//! Live connections: WebSockets and streamed responses, over a real listener.

mod credentials;
mod documents;
mod ended;
mod events;
mod json;
mod protocol;
mod rest;
mod shutdown;
mod socket;
pub mod stream;
pub mod subscriptions;

use std::{net::SocketAddr, sync::Arc};

use reinstate::{
    api::graphql::{Settings, transport::live::Timeouts},
    server::{self, Limits},
};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use self::socket::Socket;
use crate::support::{Engine, TestApp};

/// A service with a server, and a token with all permissions.
async fn serve() -> (TestApp, String, Server) {
    serve_with(Timeouts::default()).await
}

/// [`serve`] with other timeouts.
async fn serve_with(timeouts: Timeouts) -> (TestApp, String, Server) {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    let server = Server::start(&app, Settings { timeouts, ..Settings::default() }).await;
    (app, token, server)
}

/// A server on a port of its own, stopped on drop.
struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Server {
    async fn start(app: &TestApp, settings: Settings) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let app = Arc::clone(&app.state);
        let stopped = async move {
            let _ = stopped.await;
        };
        let serving = tokio::spawn(async move {
            server::serve(app, &settings, Limits::default(), listener, stopped).await;
        });
        Self { address, stop, serving }
    }

    /// A connection that offers the protocol and has not sent `connection_init`.
    async fn socket(&self) -> Socket {
        Socket::open(self.address, Some("graphql-transport-ws"), None).await
    }

    /// A connection, acknowledged if there is a token.
    async fn open(&self, token: Option<&str>) -> Socket {
        match token {
            Some(token) => self.connected(token).await,
            None => self.socket().await,
        }
    }

    /// An acknowledged connection.
    async fn connected(&self, token: &str) -> Socket {
        let mut socket = self.socket().await;
        socket.connect(token).await;
        socket
    }
}
