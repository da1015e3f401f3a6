//! Requests from a file, as fast as they are answered or at a rate.

use serde_json::json;
use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::{
    Outcome,
    arguments::Arguments,
    http::{Connection, request},
    samples::Samples,
};

/// What all connections share.
struct Load {
    requests: Vec<Vec<u8>>,
    next: AtomicUsize,
    /// Each request is sent at most once.
    once: bool,
    /// The time between two requests, if there is a rate.
    interval: Option<Duration>,
    started: Instant,
    ends: Instant,
    status: u16,
    begins: Vec<u8>,
}

/// Each line of the file is a method, a path and a body, separated by tabs. The answers must have the
/// status `--status`, and begin with `--begins`.
pub fn run(arguments: &Arguments) -> Outcome {
    let text = fs::read_to_string(arguments.file.as_deref().ok_or("a file is required")?)?;
    let requests = text
        .lines()
        .skip(arguments.option("skip", 0)?)
        .take(arguments.option("most", usize::MAX)?)
        .map(|line| {
            let mut parts = line.splitn(3, '\t');
            let mut next = || parts.next().unwrap_or_default();
            request(next(), next(), &arguments.authorization, next())
        })
        .collect();
    let rate: f64 = arguments.option("rate", 0.0)?;
    let connections: usize = arguments.option("connections", 32)?;
    let opened = (0..connections)
        .map(|_| Connection::open(&arguments.address))
        .collect::<Outcome<Vec<_>>>()?;
    let started = Instant::now();
    let load = Load {
        requests,
        next: AtomicUsize::new(0),
        once: arguments.option("once", false)?,
        interval: (rate > 0.0).then(|| Duration::from_secs_f64(1.0 / rate)),
        started,
        ends: started + Duration::from_secs_f64(arguments.option("seconds", 2.0)?),
        status: arguments.option("status", 200)?,
        begins: arguments.option("begins", String::new())?.into_bytes(),
    };
    let samples = thread::scope(|scope| {
        let threads: Vec<_> =
            opened.into_iter().map(|connection| scope.spawn(|| load.run(connection))).collect();
        let mut all = Samples::default();
        for thread in threads {
            all.extend(thread.join().map_err(|_| "a thread panicked")??);
        }
        Outcome::Ok(all)
    })?;
    let seconds = started.elapsed().as_secs_f64();
    let count = samples.count();
    let (p50, p99) = samples.percentiles();
    println!("{}", json!({ "requests": count, "seconds": seconds, "p50": p50, "p99": p99 }));
    Ok(())
}

impl Load {
    /// Sends requests on one connection until the time is over.
    fn run(&self, mut connection: Connection) -> Outcome<Samples> {
        let mut samples = Samples::default();
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            if self.once && place >= self.requests.len() {
                return Ok(samples);
            }
            // At a rate, latency counts from when the request was due, so that a server that stalls
            // is not spared what would have come meanwhile.
            let due = match self.interval {
                Some(interval) => {
                    let due = self.started + interval.mul_f64(place as f64);
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    due
                }
                None => Instant::now(),
            };
            if due >= self.ends {
                return Ok(samples);
            }
            let answer = connection.send(&self.requests[place % self.requests.len()])?;
            samples.add(due.elapsed());
            if answer.status != self.status || !answer.body.starts_with(&self.begins) {
                let body = String::from_utf8_lossy(answer.body);
                return Err(format!("unexpected answer: {} {body:.500}", answer.status).into());
            }
        }
    }
}
