//! What operators measure: numbers that are counted as things happen, and written down in the text
//! format of Prometheus (OpenMetrics) when they are asked for.
//!
//! Each label has a bounded number of values: names of operations and codes that this program knows,
//! and nothing that a client chose. `docs/operations.md` describes each metric; a test compares.

use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::Registry,
};
use std::{
    fmt,
    sync::{Arc, LazyLock},
    time::Duration,
};

use super::{
    labels::{self, Api, Asked, By, Cached, Done, Pooled, Reason, Status, Used},
    meter::{Meter, Pool, Watched},
    process,
};

/// Upper bounds of the classes of durations, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// Panics of this process, wherever they happen.
pub static PANICS: LazyLock<Counter> = LazyLock::new(Counter::default);

/// A number that has a fraction.
type Fraction = Gauge<f64, std::sync::atomic::AtomicU64>;

/// The metrics of an application.
pub struct Metrics {
    registry: Registry,
    operations: Family<Done, Counter>,
    durations: Family<Asked, Histogram, fn() -> Histogram>,
    responses: Family<Status, Counter>,
    /// Requests that are not answered yet.
    pub in_flight: Gauge,
    /// Connections that are open, sockets included.
    pub connections: Gauge,
    /// Most connections that may be.
    pub connection_limit: Gauge,
    /// Sockets that are open.
    pub sockets: Gauge,
    /// Subscriptions that run, on sockets and as streams.
    pub subscriptions: Gauge,
    refused: Family<Reason, Counter>,
    limited: Family<By, Counter>,
    hits: Family<Cached, Counter>,
    misses: Family<Cached, Counter>,
    entries: Family<Cached, Gauge>,
    watched: Watched,
    pool: Family<Used, Gauge>,
    pool_limit: Family<Pooled, Gauge>,
    events_behind: Gauge,
    events_lag: Fraction,
    process: process::Process,
}

impl Metrics {
    /// All at nothing, of a process that began then (seconds since 1970).
    #[must_use]
    pub fn new(began: i64) -> Arc<Self> {
        let mut metrics = Self {
            registry: Registry::default(),
            operations: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            responses: Family::default(),
            in_flight: Gauge::default(),
            connections: Gauge::default(),
            connection_limit: Gauge::default(),
            sockets: Gauge::default(),
            subscriptions: Gauge::default(),
            refused: Family::default(),
            limited: Family::default(),
            hits: Family::default(),
            misses: Family::default(),
            entries: Family::default(),
            watched: Watched::default(),
            pool: Family::default(),
            pool_limit: Family::default(),
            events_behind: Gauge::default(),
            events_lag: Fraction::default(),
            process: process::Process::began(began),
        };
        metrics.register();
        Arc::new(metrics)
    }

    /// Names them. Counters get `_total` added.
    fn register(&mut self) {
        let registry = self.registry.sub_registry_with_prefix("reinstate");
        registry.register(
            "operations",
            "Operations asked for, by what became of them",
            self.operations.clone(),
        );
        registry.register(
            "request_duration_seconds",
            "Seconds from the head of a request to its answer, by operation",
            self.durations.clone(),
        );
        registry.register("http_responses", "Answers, by their status", self.responses.clone());
        for (name, help, gauge) in [
            ("requests_in_flight", "Requests not answered yet", &self.in_flight),
            ("connections_open", "Connections, sockets included", &self.connections),
            ("connections_limit", "Most connections at once", &self.connection_limit),
            ("sockets_open", "WebSockets", &self.sockets),
            ("subscriptions_open", "Subscriptions that run", &self.subscriptions),
            (
                "events_behind",
                "Events stored and not passed on to subscribers yet, counted up to 1000",
                &self.events_behind,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
        let lag = self.events_lag.clone();
        registry.register("events_lag_seconds", "Age of the oldest of those events", lag);
        let refused = self.refused.clone();
        registry.register("documents_refused", "GraphQL documents refused, by reason", refused);
        registry.register("rate_limited", "Requests past a rate limit", self.limited.clone());
        registry.register("panics", "Panics, wherever they happened", PANICS.clone());
        registry.register("cache_hits", "Values found in a cache", self.hits.clone());
        registry.register("cache_misses", "Values not found in a cache", self.misses.clone());
        registry.register("cache_entries", "Values in a cache", self.entries.clone());
        let pool = self.pool.clone();
        registry.register("database_connections", "Connections to the database", pool);
        let limit = self.pool_limit.clone();
        registry.register("database_connections_limit", "Most of a pool", limit);
        let build = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the program", build);
        for reason in labels::REASONS {
            self.refused.get_or_create_owned(&Reason { reason });
        }
        for api in [Api::Graphql, Api::Rest] {
            for by in ["address", "credential"] {
                self.limited.get_or_create_owned(&By { api, by });
            }
        }
        self.process.register(&mut self.registry);
    }

    /// Counts what was asked for and what became of it.
    pub fn count(&self, api: Api, operation: Arc<str>, outcome: &'static str) {
        self.operations.get_or_create(&Done { api, operation, outcome }).inc();
    }

    /// Counts an answer.
    pub fn answered(&self, api: Api, status: u16) {
        self.responses.get_or_create(&Status { api, status }).inc();
    }

    /// Measures how long a request for an operation took.
    pub fn took(&self, api: Api, operation: Arc<str>, duration: Duration) {
        self.durations.get_or_create(&Asked { api, operation }).observe(duration.as_secs_f64());
    }

    /// Counts a document that was refused for a reason.
    pub fn refused(&self, reason: &'static str) {
        self.refused.get_or_create(&Reason { reason }).inc();
    }

    /// Counts a request that was past the limit of an address or a credential.
    pub fn limited(&self, api: Api, by: &'static str) {
        self.limited.get_or_create(&By { api, by }).inc();
    }

    /// What counts how a cache is used.
    #[must_use]
    pub fn meter(&self, cache: &'static str) -> Meter {
        let label = Cached { cache };
        Meter::new(self.hits.get_or_create_owned(&label), self.misses.get_or_create_owned(&label))
    }

    /// Lets the number of entries of a cache be asked for.
    pub fn watch(&self, cache: &'static str, entries: impl Fn() -> u64 + Send + Sync + 'static) {
        self.watched.insert(cache, Box::new(entries));
    }

    /// Takes down how the connections to the database are used.
    pub fn pools(&self, pools: &[Pool]) {
        for pool in pools {
            for (state, count) in
                [("idle", pool.idle), ("used", pool.size.saturating_sub(pool.idle))]
            {
                let label = Used { pool: pool.name, state };
                self.pool.get_or_create(&label).set(i64::from(count));
            }
            let label = Pooled { pool: pool.name };
            self.pool_limit.get_or_create(&label).set(i64::from(pool.limit));
        }
    }

    /// Takes down how far behind those who pass events on are: how many events, and the age of the
    /// oldest in seconds.
    pub fn behind(&self, events: usize, seconds: f64) {
        self.events_behind.set(i64::try_from(events).unwrap_or(i64::MAX));
        self.events_lag.set(seconds);
    }

    /// All of them, as text.
    ///
    /// # Errors
    /// When they can't be written as text.
    pub fn text(&self) -> Result<String, fmt::Error> {
        self.watched.each(|cache, entries| {
            let entries = i64::try_from(entries).unwrap_or(i64::MAX);
            self.entries.get_or_create(&Cached { cache }).set(entries);
        });
        self.process.look();
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
