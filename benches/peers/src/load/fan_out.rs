//! Many subscribers of the same changes: how many arrive, and how late.

use serde_json::json;
use std::{
    io::ErrorKind,
    net::TcpStream,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};
use tungstenite::{Error, Message, WebSocket};

use crate::{
    Outcome,
    arguments::Arguments,
    http::{Connection, request},
    samples::Samples,
    sockets::subscribe,
};

const DOCUMENT: &str = "subscription { recordChanged(kinds: [NOTIFICATION]) { event { action } \
    record { databaseId ... on Notification { title isRead } } } }";

/// Connections that send.
const SENDERS: usize = 8;

/// How long a subscriber waits without an event before it gives up.
const PATIENCE: Duration = Duration::from_secs(5);

/// The title of each notification is when it was due, so that latency counts from there.
pub fn run(arguments: &Arguments) -> Outcome {
    let subscribers: usize = arguments.option("subscribers", 100)?;
    let rate: f64 = arguments.option("rate", 500.0)?;
    let events = (rate * arguments.option("seconds", 10.0)?) as usize;
    let sockets =
        (0..subscribers).map(|_| subscribe(arguments, DOCUMENT)).collect::<Outcome<Vec<_>>>()?;
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    let samples = thread::scope(|scope| {
        let receivers: Vec<_> = sockets
            .into_iter()
            .map(|socket| scope.spawn(move || receive(socket, events, started)))
            .collect();
        let senders: Vec<_> = (0..SENDERS)
            .map(|_| scope.spawn(|| send(arguments, &next, events, rate, started)))
            .collect();
        for sender in senders {
            sender.join().map_err(|_| "a thread panicked")??;
        }
        let mut all = Samples::default();
        for receiver in receivers {
            all.extend(receiver.join().map_err(|_| "a thread panicked")??);
        }
        Outcome::Ok(all)
    })?;
    let delivered = samples.count();
    let (p50, p99) = samples.percentiles();
    println!(
        "{}",
        json!({ "expected": events * subscribers, "delivered": delivered, "p50": p50, "p99": p99 })
    );
    Ok(())
}

/// Sends notifications at the rate, together with the other senders.
fn send(
    arguments: &Arguments,
    next: &AtomicUsize,
    events: usize,
    rate: f64,
    started: Instant,
) -> Outcome {
    let mut connection = Connection::open(&arguments.address)?;
    loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        if place >= events {
            return Ok(());
        }
        let due = Duration::from_secs_f64(place as f64 / rate);
        thread::sleep(due.saturating_sub(started.elapsed()));
        let title = due.as_micros().to_string();
        let body = json!({ "user_id": 2, "type": "info", "title": title, "message": "text" });
        let request =
            request("POST", "/api/v1/notifications", &arguments.authorization, &body.to_string());
        let answer = connection.send(&request)?;
        if answer.status != 201 {
            return Err(format!("a notification was answered {}", answer.status).into());
        }
    }
}

/// Receives events until all have arrived, or none arrives for long.
fn receive(mut socket: WebSocket<TcpStream>, events: usize, started: Instant) -> Outcome<Samples> {
    socket.get_ref().set_read_timeout(Some(PATIENCE))?;
    let mut samples = Samples::default();
    while samples.count() < events {
        let message = match socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(_) => continue,
            Err(Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                break;
            }
            Err(Error::ConnectionClosed | Error::Protocol(_)) => break,
            Err(error) => return Err(error.into()),
        };
        let now = started.elapsed();
        let title = message.split_once(r#""title":""#).and_then(|(_, rest)| rest.split_once('"'));
        let Some(due) = title.and_then(|(title, _)| title.parse().ok()) else {
            return Err(format!("unexpected message: {}", message.as_str()).into());
        };
        samples.add(now.saturating_sub(Duration::from_micros(due)));
    }
    Ok(samples)
}
