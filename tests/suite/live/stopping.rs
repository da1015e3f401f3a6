//! A server that stops: sockets are told so, streams end, and it doesn't wait for its grace.

use std::time::{Duration, Instant};

use reinstate::graphql::Settings;

use super::Server;
use crate::support::{Engine, World};

#[tokio::test]
async fn sockets_are_closed() {
    let world = World::over(Engine::Sqlite).await.unwrap();
    let token = world.caller(1, &["*"]).await;
    let server = Server::over(&world, Settings::default()).await;
    let mut sockets = vec![server.socket().await, server.greeted(&token).await];
    // One that never looks: it is not waited for long.
    let _blind = server.greeted(&token).await;
    let started = Instant::now();
    server.stop.send(()).unwrap();
    for socket in &mut sockets {
        assert_eq!(socket.closed().await, (1001, "The server is stopping".to_owned()));
    }
    server.serving.await.unwrap().unwrap();
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
}
