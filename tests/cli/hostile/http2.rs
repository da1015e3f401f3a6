//! Malformed HTTP/2 with prior knowledge.

use std::time::Duration;

use axum::{body::Bytes, http::Request};
use h2::{Reason, RecvStream, SendStream, client::SendRequest, ext::Protocol};
use serde_json::json;
use tokio::time::{sleep, timeout};

use super::Target;
use crate::support::{
    Connection, block_on, http2,
    socket::{LAST, TEXT, frame as message},
};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// `GET /livez` in HPACK: two fields from the static table, two with literal values.
const LIVE: &[u8] = b"\x82\x86\x44\x06/livez\x41\x01a";

/// Opens a connection and sends preface and settings.
fn open(target: &Target) -> Connection {
    let mut connection = target.open();
    connection.write_timeout(Duration::from_millis(300));
    connection.try_write(PREFACE);
    connection.try_write(&frame(SETTINGS, 0, 0, b""));
    connection
}

#[test]
fn malformed_frames_end_the_connection() {
    let target = Target::new(&[]);
    let long = vec![0; 20_000];
    let header = |name: &str, value: &str| {
        let (name, value) = (name.as_bytes(), value.as_bytes());
        let lengths = |length: usize| u8::try_from(length).unwrap();
        [LIVE, &[0, lengths(name.len())], name, &[lengths(value.len())], value].concat()
    };
    let opened =
        |stream: u32, block: &[u8]| frame(HEADERS, END_STREAM | END_HEADERS, stream, block);
    let cases = [
        ("a frame past 16 KiB", frame(HEADERS, END_HEADERS, 1, &long)),
        ("no HPACK", opened(1, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff")),
        ("an index past the table", opened(1, b"\xff\x80\x80\x80\x01")),
        ("an even stream", opened(2, LIVE)),
        ("stream 0", opened(0, LIVE)),
        ("a continuation of nothing", frame(CONTINUATION, END_HEADERS, 1, LIVE)),
        ("a stream that goes back", [opened(5, LIVE), opened(3, LIVE)].concat()),
        ("half a setting", frame(SETTINGS, 0, 0, b"abc")),
        ("a long ping", frame(PING, 0, 0, b"abcdefghi")),
        (
            "a window past 31 bits",
            [frame(8, 0, 0, &[0x7f, 0xff, 0xff, 0xff]), frame(8, 0, 0, &[0x7f, 0xff, 0xff, 0xff])]
                .concat(),
        ),
        ("a window that grows by nothing", frame(8, 0, 0, &[0; 4])),
        ("a reset of nothing", frame(RST_STREAM, 0, 7, &[0; 4])),
    ];
    for (case, bytes) in &cases {
        let mut connection = open(&target);
        connection.try_write(bytes);
        let read = connection.rest();
        // The last is GOAWAY with an error code.
        assert!(read.windows(2).any(|window| window == [7, 0]), "{case}: {read:?}");
    }
    // Malformed requests, each on a stream.
    for (name, value) in [
        ("connection", "close"),
        ("transfer-encoding", "chunked"),
        ("te", "gzip"),
        ("Upper", "a"),
        ("a b", "c"),
        (":path", "/readyz"),
        (":unknown", "a"),
        ("content-length", "9"),
        ("content-length", "x"),
    ] {
        let mut connection = open(&target);
        connection.try_write(&opened(1, &header(name, value)));
        connection.try_write(&frame(PING, 0, 0, b"12345678"));
        let read = connection.read_some(Duration::from_millis(200));
        let status_200 = read.windows(10).any(|window| window[3] == HEADERS && window[9] == 0x88);
        assert!(!status_200, "{name}: {value} is served");
    }
    println!("{} connections", cases.len() + 9);
    target.assert_unharmed();
}

/// Streams that are opened and reset at once (CVE-2023-44487), headers without end
/// (CVE-2024-27316), pings and settings without end.
#[test]
fn floods_of_frames_take_no_memory() {
    let target = Target::new(&[]);
    let stream = |place: u32| 2 * place + 1;
    let resets = |place: u32| {
        [
            frame(HEADERS, END_STREAM | END_HEADERS, stream(place), LIVE),
            frame(RST_STREAM, 0, stream(place), &8_u32.to_be_bytes()),
        ]
        .concat()
    };
    let piece = [b"\x00\x04long\x7f\x81\x7f".as_slice(), &vec![b'a'; 16_256]].concat();
    let flood = |name: &str, of: &dyn Fn(u32) -> Vec<u8>, ends: bool| {
        let mut connection = open(&target);
        let taken = (0..20_000).take_while(|place| connection.try_write(&of(*place))).count();
        assert!(taken < 20_000 || !ends, "{name}: all of it was taken");
        assert!(target.growth() < super::GROWTH, "{name}: {}", target.growth());
        target.assert_serves();
    };
    flood("resets", &resets, false);
    flood(
        "headers",
        &|place| frame(if place == 0 { HEADERS } else { CONTINUATION }, 0, 1, &piece),
        true,
    );
    let empty = |place| match place {
        0 => frame(HEADERS, 0, 1, b""),
        _ => frame(CONTINUATION, 0, 1, b"").repeat(10),
    };
    flood("empty headers", &empty, false);
    flood("pings", &|_| frame(PING, 0, 0, b"12345678").repeat(100), false);
    flood("settings", &|_| frame(SETTINGS, 0, 0, b"").repeat(100), false);
    target.assert_unharmed();
}

/// Hundreds of streams on a connection, many of them concurrently.
#[test]
fn streams_are_served_within_the_limit() {
    let target = Target::new(&[]);
    block_on(async {
        let requests = http2::open(target.server.address).await;
        let mut requests = requests.ready().await.unwrap();
        for _ in 0..5 {
            let mut responses = Vec::new();
            for _ in 0..100 {
                requests = requests.ready().await.unwrap();
                let request = Request::get("http://a/livez").body(()).unwrap();
                responses.push(requests.send_request(request, true).unwrap().0);
            }
            for response in responses {
                assert_eq!(response.await.unwrap().status(), 200);
            }
        }
        // Headers over the limit are refused on their stream, and the connection stays open.
        let long =
            Request::get("http://a/livez").header("x", "a".repeat(100_000)).body(()).unwrap();
        requests = requests.ready().await.unwrap();
        let refused = requests.send_request(long, true).unwrap().0.await;
        match refused {
            Ok(response) => assert_eq!(response.status(), 431),
            Err(error) => assert_ne!(error.reason(), Some(Reason::INTERNAL_ERROR), "{error}"),
        }
    });
    target.assert_unharmed();
}

/// Opens a WebSocket on a stream, or returns the status.
async fn socket(requests: &SendRequest<Bytes>) -> Result<(SendStream<Bytes>, RecvStream), u16> {
    let mut requests = requests.clone().ready().await.unwrap();
    // The server says that it takes them in its first frame.
    while !requests.is_extended_connect_protocol_enabled() {
        sleep(Duration::from_millis(5)).await;
    }
    let mut request = Request::connect("http://localhost/graphql/ws")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-protocol", "graphql-transport-ws")
        .body(())
        .unwrap();
    request.extensions_mut().insert(Protocol::from_static("websocket"));
    let (response, sending) = requests.send_request(request, false).unwrap();
    let response = response.await.unwrap();
    match response.status().as_u16() {
        200 => Ok((sending, response.into_body())),
        status => Err(status),
    }
}

/// Who opens WebSockets and doesn't introduce itself keeps nobody else from opening some, and can send
/// little on each connection.
#[test]
fn unintroduced_sockets_keep_no_others_out() {
    let target = Target::new(&[]);
    block_on(async {
        let mut silent = Vec::new();
        let mut refused = 0;
        for _ in 0..5 {
            let requests = http2::open(target.server.address).await;
            for _ in 0..20 {
                match socket(&requests).await {
                    Ok(open) => silent.push(open),
                    Err(status) => {
                        assert_eq!(status, 503);
                        refused += 1;
                    }
                }
            }
        }
        assert!(silent.len() >= 20 && refused > 0, "{} open, {refused} refused", silent.len());

        let requests = http2::open(target.server.address).await;
        let (mut sending, mut receiving) = socket(&requests).await.unwrap();
        let payload = json!({ "authorization": format!("Bearer {}", target.token) });
        let init = json!({ "type": "connection_init", "payload": payload }).to_string();
        sending.send_data(message(LAST | TEXT, init.as_bytes()).into(), false).unwrap();
        let answer = timeout(Duration::from_secs(10), receiving.data()).await.unwrap();
        let answer = String::from_utf8_lossy(&answer.unwrap().unwrap()).into_owned();
        assert!(answer.contains("connection_ack"), "{answer}");

        // Its own messages are not limited then, those of another socket beside it are.
        let (mut flooding, mut ended) = socket(&requests).await.unwrap();
        let large = json!({ "type": "ping", "payload": { "x": "x".repeat(200_000) } }).to_string();
        flooding.send_data(message(LAST | TEXT, large.as_bytes()).into(), false).unwrap();
        let closed = async {
            let mut received = Vec::new();
            while let Some(Ok(part)) = ended.data().await {
                received.extend_from_slice(&part);
            }
            received
        };
        let closed = timeout(Duration::from_secs(10), closed).await.expect("it is closed");
        assert!(!String::from_utf8_lossy(&closed).contains("pong"), "{closed:?}");
        sending.send_data(message(LAST | TEXT, br#"{"type":"ping"}"#).into(), false).unwrap();
        let answer = timeout(Duration::from_secs(10), receiving.data()).await.unwrap();
        assert!(String::from_utf8_lossy(&answer.unwrap().unwrap()).contains("pong"));
    });
    let log = target.server.stop();
    assert!(!log.contains("panicked"), "{log}");
}
