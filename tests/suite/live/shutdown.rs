//! Shutdown: connections get a close code, streams end, and neither delays it until the grace
//! period ends.

use std::time::{Duration, Instant};

use reinstate::api::graphql::Settings;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::Server;
use crate::support::{Engine, TestApp};

const FOLLOW: &str = "subscription { recordChanged { position } }";

#[tokio::test]
async fn sockets_are_closed_and_streams_end() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut sockets = [server.socket().await, server.connected(&token).await];
    sockets[1].subscribe("a", FOLLOW).await;
    // A client that never reads: the server doesn't wait long for it.
    let _blind = server.connected(&token).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let body = json!({ "query": FOLLOW }).to_string();
    let request = format!(
        "POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         accept: text/event-stream\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut read = String::new();
    while !read.ends_with(":\n\n\r\n") {
        let mut bytes = [0; 1024];
        let count = stream.read(&mut bytes).await.unwrap();
        assert!(count > 0, "{read}");
        read.push_str(std::str::from_utf8(&bytes[..count]).unwrap());
    }
    let started = Instant::now();
    server.stop.send(()).unwrap();
    for socket in &mut sockets {
        assert_eq!(socket.closed().await, (1001, "The server is stopping".to_owned()));
    }
    // The body ends cleanly. The operation is not complete, so a client reconnects.
    let mut rest = String::new();
    timeout(Duration::from_secs(4), stream.read_to_string(&mut rest)).await.unwrap().unwrap();
    assert_eq!(rest, "0\r\n\r\n");
    server.serving.await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
}
