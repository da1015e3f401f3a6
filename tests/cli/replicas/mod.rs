//! Three servers on one PostgreSQL.
//!
//! `WRITES=5000 cargo test --test cli replicas -- --nocapture` writes that often, and shows what was
//! measured; without it, a few hundred times.

mod invalidation;
mod proxy;
mod subscriber;

use std::{
    collections::{BTreeMap, HashSet},
    net::{SocketAddr, TcpStream},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use self::{
    proxy::Proxy,
    subscriber::{Delivered, Transport, follow},
};
use crate::support::{Folder, Server, attempt, skip, wait_until};

const SERVERS: usize = 3;
const WRITERS: usize = 6;
const SUBSCRIBERS: usize = 12;
/// The record that is written last.
const LAST: usize = WRITERS + 1;

/// Servers on one database. One group runs at a time, or PostgreSQL would run out of connections.
struct Servers {
    // Dropped before their database.
    servers: Vec<Server>,
    folder: Folder,
    token: String,
    _turn: MutexGuard<'static, ()>,
}

impl Servers {
    /// Starts them with these arguments; `None` without PostgreSQL.
    fn start(arguments: &[&str]) -> Option<Self> {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = Folder::postgres()?;
        let locales: Vec<_> = (1..=LAST)
            .map(|n| json!({ "id": n, "code": format!("x-{n}"), "name": "X", "native_name": "0" }))
            .collect();
        let token = folder.setup(json!({ "locales": locales }));
        let servers = (0..SERVERS).map(|_| Server::start(&folder, arguments)).collect();
        Some(Self { folder, servers, token, _turn: turn })
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    fn stop(self) {
        for server in self.servers {
            server.stop();
        }
    }

    /// Waits until each server has logged this many times that it hears the others.
    fn hear_each_other(&self, times: usize) {
        for server in &self.servers {
            let heard = || server.log().matches("wake-ups of other servers arrive").count();
            wait_until("wake-ups to arrive", || heard() >= times);
        }
    }
}

/// Updates a record through a server; returns whether that was acknowledged.
fn write(address: SocketAddr, token: &str, record: usize, number: i64, began: Instant) -> bool {
    let sent = began.elapsed().as_micros().to_string();
    let body = json!({ "sort_order": number, "native_name": sent });
    let line = format!("PATCH /api/v1/admin/locales/x-{record}");
    let bearer = format!("Bearer {token}");
    let within = Duration::from_secs(20);
    let response = attempt(address, &line, &[("authorization", &bearer)], &body, within);
    response.is_some_and(|response| response.starts_with("HTTP/1.1 200 "))
}

/// The number of writes.
fn writes() -> usize {
    std::env::var("WRITES").map_or(300, |writes| writes.parse().unwrap())
}

/// Writers write through all servers in turn, subscribers listen at all of them, and `event`
/// happens midway. Nothing is lost or delivered twice, and each record's changes are delivered in
/// order.
fn run(name: &str, servers: &mut Servers, mut happens: impl FnMut(&mut Servers)) {
    let (addresses, token) = (servers.addresses(), servers.token.clone());
    let (each, began) = (writes().div_ceil(WRITERS), Instant::now());
    let acknowledged = AtomicUsize::new(0);
    // The acknowledged writes of each writer: its record, and the number.
    let (delivered, known) = thread::scope(|scope| {
        let (addresses, token, acknowledged) = (&addresses, &token, &acknowledged);
        let subscribers: Vec<_> = (0..SUBSCRIBERS)
            .map(|place| {
                let transport = if place % 2 == 0 { Transport::Stream } else { Transport::Socket };
                let last = i64::try_from(LAST).unwrap();
                scope.spawn(move || follow(transport, addresses, place / 2, token, last, began))
            })
            .collect();
        let writers: Vec<_> = (1..=WRITERS)
            .map(|record| {
                scope.spawn(move || {
                    let mut known = Vec::new();
                    let mut number = 0;
                    while known.len() < each {
                        number += 1;
                        let server = record + usize::try_from(number).unwrap();
                        if write(addresses[server % SERVERS], token, record, number, began) {
                            known.push((i64::try_from(record).unwrap(), number));
                            acknowledged.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    known
                })
            })
            .collect();
        while acknowledged.load(Ordering::Relaxed) < writes() / 2 {
            thread::sleep(Duration::from_millis(5));
        }
        happens(servers);
        let known: Vec<Vec<(i64, i64)>> =
            writers.into_iter().map(|it| it.join().unwrap()).collect();
        assert!(write(addresses[0], token, LAST, 1, began));
        let delivered: Vec<Vec<Delivered>> =
            subscribers.into_iter().map(|it| it.join().unwrap()).collect();
        (delivered, known)
    });
    let took = began.elapsed();
    let stored = servers.folder.count("record_events WHERE kind = 'Locale'");
    let stored = usize::try_from(stored).unwrap();
    let (mut lost, mut twice) = (0, 0);
    for delivered in &delivered {
        let events: HashSet<i64> = delivered.iter().map(|delivered| delivered.event).collect();
        twice += delivered.len() - events.len();
        lost += stored - events.len();
        let mut last = BTreeMap::new();
        let acknowledged: HashSet<_> = known.iter().flatten().collect();
        // What a killed server had begun may be written after later writes of the same writer.
        let in_order = |it: &&Delivered| acknowledged.contains(&(it.record, it.number));
        for delivered in delivered.iter().filter(in_order) {
            let before = last.insert(delivered.record, delivered.number).unwrap_or(0);
            assert!(before < delivered.number, "{name}: {delivered:?} after {before}");
        }
        let of_it: HashSet<_> = delivered.iter().map(|it| (it.record, it.number)).collect();
        lost += known.iter().flatten().filter(|write| !of_it.contains(*write)).count();
    }
    let mut late: Vec<Duration> =
        delivered.iter().flatten().map(|delivered| delivered.after).collect();
    late.sort_unstable();
    let (median, most) = (late[late.len() / 2], late[late.len() * 99 / 100]);
    println!(
        "{name}: {stored} writes through {SERVERS} servers in {took:.1?}, {SUBSCRIBERS} \
         subscribers: \
         lost {lost}, twice {twice}; from request to subscriber {} ms (median), {} ms (99 %)",
        median.as_millis(),
        most.as_millis()
    );
    assert_eq!((lost, twice), (0, 0), "{name}");
}

/// A server is killed midway; its subscribers reconnect to others.
#[test]
fn nothing_is_lost_when_a_replica_is_killed() {
    let Some(mut servers) = Servers::start(&[]) else { return };
    servers.hear_each_other(1);
    run("kill -9 of one, NOTIFY", &mut servers, |servers| {
        let mut killed = servers.servers.pop().unwrap();
        killed.kill();
    });
    servers.stop();
}

/// The broker is unavailable for two seconds.
#[test]
fn nothing_is_lost_while_the_broker_is_gone() {
    let broker = ([127, 0, 0, 1], 4222).into();
    if TcpStream::connect_timeout(&broker, Duration::from_secs(1)).is_err() {
        return skip("NATS on 127.0.0.1:4222");
    }
    let proxy = Proxy::before(broker);
    let url = format!("nats://{}", proxy.address);
    let Some(mut servers) = Servers::start(&["--broker-url", &url]) else { return };
    servers.hear_each_other(1);
    run("broker away for 2 s, NATS", &mut servers, |servers| {
        proxy.cut();
        thread::sleep(Duration::from_secs(2));
        proxy.mend();
        servers.hear_each_other(2);
    });
    servers.stop();
}

/// Servers start and serve without their broker.
#[test]
fn servers_serve_without_their_broker() {
    let Some(servers) = Servers::start(&["--broker-url", "nats://user:hunter2@127.0.0.1:1"]) else {
        return;
    };
    let (began, number) = (Instant::now(), AtomicI64::new(0));
    let (addresses, token) = (servers.addresses(), servers.token.clone());
    let last = i64::try_from(LAST).unwrap();
    thread::scope(|scope| {
        let delivered =
            scope.spawn(|| follow(Transport::Socket, &addresses, 1, &token, last, began));
        // The subscription starts now, so changes are made until it delivers one.
        wait_until("the other server to send an event", || {
            let number = number.fetch_add(1, Ordering::Relaxed) + 1;
            assert!(write(addresses[0], &token, LAST, number, began));
            thread::sleep(Duration::from_millis(200));
            delivered.is_finished()
        });
        assert!(delivered.join().unwrap().last().unwrap().number > 0);
    });
    for server in &servers.servers {
        let log = server.log();
        assert_eq!(log.matches("wake-ups of other servers don't arrive").count(), 1, "{log}");
        assert!(!log.contains("hunter2"), "{log}");
    }
    servers.stop();
}
