//! The round trips to PostgreSQL that operations take: one each, without a transaction around it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};
use url::Url;

use crate::support::{Engine, TestApp, fixture, uuid};

const SEND: &str = "/api/v1/notifications";

/// The code of the first message of a connection that is not encrypted.
const STARTUP: [u8; 4] = 196_608_i32.to_be_bytes();

/// Forwards what a client sends, and counts the messages that execute something: `Bind` for a prepared
/// statement, and `Query`, such as `BEGIN`. A connection prepares each statement once, and the pool
/// pings a connection that is returned; neither belongs to an operation.
async fn forward(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    count: Arc<AtomicUsize>,
) -> std::io::Result<()> {
    let mut is_started = false;
    loop {
        let mut message = Vec::new();
        if is_started {
            message.push(from.read_u8().await?);
            count.fetch_add(usize::from([b'B', b'Q'].contains(&message[0])), Ordering::SeqCst);
        }
        let length = from.read_u32().await?;
        message.extend(length.to_be_bytes());
        let mut body = vec![0; length as usize - 4];
        from.read_exact(&mut body).await?;
        is_started |= body.starts_with(&STARTUP);
        message.extend(body);
        to.write_all(&message).await?;
    }
}

/// A proxy in front of the server of that URL: the URL through it, and the count of round trips.
async fn proxy(url: &str) -> (String, Arc<AtomicUsize>) {
    let mut url = Url::parse(url).unwrap();
    let server = (url.host_str().unwrap().to_owned(), url.port().unwrap_or(5432));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
    url.query_pairs_mut().append_pair("sslmode", "disable");
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (from, mut back) = client.into_split();
            let (mut answers, to) = TcpStream::connect(&server).await.unwrap().into_split();
            tokio::spawn(forward(from, to, Arc::clone(&counted)));
            tokio::spawn(async move { copy(&mut answers, &mut back).await });
        }
    });
    // A space in a parameter is `%20` for the driver.
    (url.as_str().replace('+', "%20"), count)
}

#[tokio::test]
async fn an_operation_takes_one_round_trip() {
    let Some(direct) = TestApp::start(Engine::Postgres).await else { return };
    let token = direct.caller(1, &["*"]).await;
    let record = |id: i64| json!({ "id": id, "uuid": uuid(id), "user_id": 1, "title": "a" });
    direct.load(fixture("reports", [record(1), record(2)])).await;
    let (url, count) = proxy(&direct.url).await;
    let app = direct.behind(url).await;
    let send = "mutation { sendNotification(input: { userId: 1, type: INFO, title: \"a\", \
         message: \"b\" }) { notification { title } } }";
    let create = "mutation { createApiKey(input: { name: \"a\", permissions: [] }) \
         { apiKey { name } } }";
    let of = |name: &str, id: i64| {
        format!("mutation {{ {name}(uuid: \"{}\") {{ report {{ title }} }} }}", uuid(id))
    };
    let (app, token) = (&app, &token);
    let graphql = |document: String| async move { app.query(token, &document).await };
    let path = |id: i64| format!("/api/v1/reports/{}/restore", uuid(id));
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    for case in ["delete", "restore", "delete", "REST restore", "send", "REST send", "create"] {
        // The first time prepares the statement.
        for (id, round_trips) in [(1, None), (2, Some(1))] {
            // The credential is cached for a second.
            graphql("{ viewer { permissions } }".to_owned()).await.data();
            let before = count.load(Ordering::SeqCst);
            let response = match case {
                "delete" => graphql(of("deleteReport", id)).await,
                "restore" => graphql(of("restoreReport", id)).await,
                "REST restore" => app.post_empty(token, &path(id)).await,
                "send" => graphql(send.to_owned()).await,
                "REST send" => app.post(token, SEND, &body).await,
                _ => graphql(create.to_owned()).await,
            };
            assert!(response.status.is_success(), "{case}: {}", response.text);
            assert!(response.body.get("errors").is_none(), "{case}: {}", response.text);
            let taken = count.load(Ordering::SeqCst) - before;
            assert!(round_trips.is_none_or(|expected| taken == expected), "{case}: {taken}");
        }
    }
}
