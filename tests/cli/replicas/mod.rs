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
    subscriber::{Told, Way, follow},
};
use crate::support::{Folder, Server, attempt, wait_for};

const SERVERS: usize = 3;
const WRITERS: usize = 6;
const SUBSCRIBERS: usize = 12;
/// The record that is written last.
const LAST: usize = WRITERS + 1;

/// Servers on a database of their own; one fleet at a time, or PostgreSQL would run out of
/// connections.
struct Fleet {
    // They end before their database does.
    servers: Vec<Server>,
    folder: Folder,
    token: String,
    _turn: MutexGuard<'static, ()>,
}

impl Fleet {
    /// Starts them with these arguments; `None` without a PostgreSQL.
    fn start(arguments: &[&str]) -> Option<Self> {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = Folder::of_each_engine().into_iter().find(Folder::is_postgres)?;
        let locales: Vec<_> = (1..=LAST)
            .map(|n| json!({ "id": n, "code": format!("x-{n}"), "name": "X", "native_name": "0" }))
            .collect();
        folder.seed(&json!({ "locales": locales,
            "users": [{ "id": 1, "email": "a@example.com", "permissions": ["*"] }] }));
        let token = folder.token(&["a@example.com"]);
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

    /// Waits until each server has told that it hears the others, so many times.
    fn hear_each_other(&self, times: usize) {
        for server in self.servers.iter() {
            wait_for("wake-ups to arrive", || {
                let arrive = server.log().matches("wake-ups of other servers arrive").count();
                (arrive >= times).then_some(())
            });
        }
    }
}

/// Changes a record through a server; whether that was acknowledged.
fn write(address: SocketAddr, token: &str, record: usize, number: i64, began: Instant) -> bool {
    let sent = began.elapsed().as_micros().to_string();
    let body = json!({ "sort_order": number, "native_name": sent });
    let path = format!("/api/v1/admin/locales/x-{record}");
    let bearer = format!("Bearer {token}");
    let within = Duration::from_secs(20);
    let answer = attempt(address, "PATCH", &path, &[("authorization", &bearer)], &body, within);
    answer.is_some_and(|answer| answer.starts_with(b"HTTP/1.1 200 "))
}

/// How many writes there are to be.
fn writes() -> usize {
    std::env::var("WRITES").map_or(300, |writes| writes.parse().unwrap())
}

/// Writers write through all servers in turn, subscribers follow at all of them, and in the middle
/// of it something happens. Nothing is lost, nothing told twice, and each record's changes are told
/// in order.
fn run(name: &str, fleet: &mut Fleet, mut happens: impl FnMut(&mut Fleet)) {
    let (addresses, token) = (fleet.addresses(), fleet.token.clone());
    let (each, began) = (writes().div_ceil(WRITERS), Instant::now());
    let acknowledged = AtomicUsize::new(0);
    // What each writer was acknowledged of its record.
    let (told, known) = thread::scope(|scope| {
        let (addresses, token, acknowledged) = (&addresses, &token, &acknowledged);
        let subscribers: Vec<_> = (0..SUBSCRIBERS)
            .map(|place| {
                let way = if place % 2 == 0 { Way::Stream } else { Way::Socket };
                let last = i64::try_from(LAST).unwrap();
                scope.spawn(move || follow(way, addresses, place / 2, token, last, began))
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
                            known.push(number);
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
        happens(fleet);
        let known: Vec<Vec<i64>> = writers.into_iter().map(|it| it.join().unwrap()).collect();
        assert!(write(addresses[0], token, LAST, 1, began));
        let told: Vec<Vec<Told>> = subscribers.into_iter().map(|it| it.join().unwrap()).collect();
        (told, known)
    });
    let took = began.elapsed();
    let stored = "SELECT COUNT(*) FROM record_events WHERE kind = 'Locale'";
    let stored = usize::try_from(fleet.folder.number(stored)).unwrap();
    let (mut lost, mut twice) = (0, 0);
    for told in &told {
        let events: HashSet<i64> = told.iter().map(|told| told.event).collect();
        twice += told.len() - events.len();
        lost += stored - events.len();
        let mut last = BTreeMap::new();
        for told in told {
            let before = last.insert(told.record, told.number).unwrap_or(0);
            assert!(before < told.number, "{name}: {told:?} after {before}");
        }
        for (place, known) in known.iter().enumerate() {
            let record = i64::try_from(place + 1).unwrap();
            let of_it: HashSet<i64> =
                told.iter().filter(|told| told.record == record).map(|told| told.number).collect();
            lost += known.iter().filter(|number| !of_it.contains(number)).count();
        }
    }
    let mut late: Vec<Duration> = told.iter().flatten().map(|told| told.after).collect();
    late.sort_unstable();
    let (median, most) = (late[late.len() / 2], late[late.len() * 99 / 100]);
    println!(
        "{name}: {stored} writes through {SERVERS} servers in {took:.1?}, {SUBSCRIBERS} subscribers: \
         lost {lost}, twice {twice}; from request to subscriber {} ms (median), {} ms (99 %)",
        median.as_millis(),
        most.as_millis()
    );
    assert_eq!((lost, twice), (0, 0), "{name}");
}

/// A server is killed in the midst of it; who followed there goes on elsewhere.
#[test]
fn nothing_is_lost_when_a_replica_is_killed() {
    let Some(mut fleet) = Fleet::start(&[]) else { return };
    fleet.hear_each_other(1);
    run("kill -9 of one, NOTIFY", &mut fleet, |fleet| {
        let mut killed = fleet.servers.pop().unwrap();
        killed.signal("KILL");
        assert_eq!(killed.ended().code(), None);
    });
    fleet.stop();
}

/// The address of a NATS that runs; `None` without one, which is said in a line and is an error in
/// CI.
fn broker() -> Option<SocketAddr> {
    let address = ([127, 0, 0, 1], 4222).into();
    if TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok() {
        return Some(address);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "CI needs a NATS");
    eprintln!("skipped: there is no NATS on {address}");
    None
}

/// The broker is gone for two seconds.
#[test]
fn nothing_is_lost_while_the_broker_is_gone() {
    let Some(broker) = broker() else { return };
    let proxy = Proxy::before(broker);
    let url = format!("nats://{}", proxy.address);
    let Some(mut fleet) = Fleet::start(&["--broker-url", &url]) else { return };
    fleet.hear_each_other(1);
    run("broker away for 2 s, NATS", &mut fleet, |fleet| {
        proxy.cut();
        thread::sleep(Duration::from_secs(2));
        proxy.mend();
        fleet.hear_each_other(2);
    });
    fleet.stop();
}

/// A broker that was never there is no reason not to serve.
#[test]
fn servers_serve_without_their_broker() {
    let Some(fleet) = Fleet::start(&["--broker-url", "nats://user:hunter2@127.0.0.1:1"]) else {
        return;
    };
    let began = Instant::now();
    let last = AtomicI64::new(0);
    let (addresses, token) = (fleet.addresses(), fleet.token.clone());
    thread::scope(|scope| {
        let told = scope.spawn(|| {
            let told =
                follow(Way::Socket, &addresses, 1, &token, i64::try_from(LAST).unwrap(), began);
            last.store(told.last().unwrap().number, Ordering::SeqCst);
        });
        // It begins now, so it is written to until it has heard of it.
        let mut number = 0;
        wait_for("the other server to tell", || {
            number += 1;
            assert!(write(addresses[0], &token, LAST, number, began));
            thread::sleep(Duration::from_millis(200));
            told.is_finished().then_some(())
        });
    });
    assert!(last.load(Ordering::SeqCst) > 0);
    for server in &fleet.servers {
        let log = server.log();
        assert_eq!(log.matches("wake-ups of other servers don't arrive").count(), 1, "{log}");
        assert!(!log.contains("hunter2"), "{log}");
    }
    fleet.stop();
}
