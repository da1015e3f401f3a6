//! The metrics of the service, in the OpenMetrics text format of Prometheus.
//!
//! Each label has a bounded set of values: operations and codes of this program, never anything that
//! a client chose. `docs/reference/operations.md` describes each metric; a test compares them.

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
    labels::{DurationLabels, Labels, OperationLabels, REASONS, ResponseLabels},
    meter::{CacheSizes, Meter, Pool},
    process::Process,
};
use crate::auth::Api;

/// Upper bounds of the duration buckets, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// Panics of this process, in any task or thread.
pub static PANICS: LazyLock<Counter> = LazyLock::new(Counter::default);

/// A gauge with a fraction.
type FloatGauge = Gauge<f64, std::sync::atomic::AtomicU64>;

/// The metrics of the service.
pub struct Metrics {
    registry: Registry,
    operations: Family<OperationLabels, Counter>,
    durations: Family<DurationLabels, Histogram, fn() -> Histogram>,
    responses: Family<ResponseLabels, Counter>,
    /// Requests without a response yet.
    pub in_flight: Gauge,
    /// Open connections, WebSockets included.
    pub connections: Gauge,
    /// Most open connections.
    pub connection_limit: Gauge,
    /// Slow statements that run.
    pub slow_statements: Gauge,
    /// Open WebSockets.
    pub sockets: Gauge,
    /// Active subscriptions, over WebSockets and server-sent events.
    pub subscriptions: Gauge,
    held: Family<Labels<1>, Gauge>,
    held_limit: Family<Labels<1>, Gauge>,
    rejected: Family<Labels<1>, Counter>,
    limited: Family<Labels<2>, Counter>,
    hits: Family<Labels<1>, Counter>,
    misses: Family<Labels<1>, Counter>,
    entries: Family<Labels<1>, Gauge>,
    cache_sizes: CacheSizes,
    pool: Family<Labels<2>, Gauge>,
    pool_limit: Family<Labels<1>, Gauge>,
    list_reads: Family<Labels<1>, Counter>,
    events_behind: Gauge,
    events_lag: FloatGauge,
    process: Process,
}

impl Metrics {
    /// Metrics of a process that started at this Unix time, in seconds.
    #[must_use]
    pub fn new(start_time: i64) -> Arc<Self> {
        let mut metrics = Self {
            registry: Registry::default(),
            operations: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            responses: Family::default(),
            in_flight: Gauge::default(),
            connections: Gauge::default(),
            connection_limit: Gauge::default(),
            slow_statements: Gauge::default(),
            sockets: Gauge::default(),
            subscriptions: Gauge::default(),
            held: Family::default(),
            held_limit: Family::default(),
            rejected: Family::default(),
            limited: Family::default(),
            hits: Family::default(),
            misses: Family::default(),
            entries: Family::default(),
            cache_sizes: CacheSizes::default(),
            pool: Family::default(),
            pool_limit: Family::default(),
            list_reads: Family::default(),
            events_behind: Gauge::default(),
            events_lag: FloatGauge::default(),
            process: Process::new(start_time),
        };
        metrics.register();
        Arc::new(metrics)
    }

    /// Registers the metrics. The encoder adds `_total` to the names of counters.
    fn register(&mut self) {
        let registry = self.registry.sub_registry_with_prefix("reinstate");
        let operations = self.operations.clone();
        registry.register("operations", "Requested operations, by outcome", operations);
        registry.register(
            "request_duration_seconds",
            "Seconds from the head of a request to its response, by operation",
            self.durations.clone(),
        );
        registry.register("http_responses", "Responses, by status", self.responses.clone());
        for (name, help, gauge) in [
            ("requests_in_flight", "Requests without a response yet", &self.in_flight),
            ("connections_open", "Open connections, WebSockets included", &self.connections),
            ("connections_limit", "Most open connections", &self.connection_limit),
            ("slow_statements", "Slow statements that run", &self.slow_statements),
            ("sockets_open", "Open WebSockets", &self.sockets),
            ("subscriptions_open", "Active subscriptions", &self.subscriptions),
            (
                "events_behind",
                "Stored events that subscribers have not received yet, counted up to 1000",
                &self.events_behind,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
        let lag = self.events_lag.clone();
        registry.register("events_lag_seconds", "Age of the oldest of these events", lag);
        let held = self.held.clone();
        registry.register("held_bytes", "Bytes held of requests or responses in transit", held);
        let limit = self.held_limit.clone();
        registry.register("held_bytes_limit", "Most held bytes of requests or responses", limit);
        let rejected = self.rejected.clone();
        registry.register("documents_refused", "Rejected GraphQL documents, by reason", rejected);
        let limited = self.limited.clone();
        registry.register("rate_limited", "Requests that exceeded a rate limit", limited);
        registry.register("panics", "Panics", PANICS.clone());
        registry.register("cache_hits", "Lookups that a cache answered", self.hits.clone());
        let misses = self.misses.clone();
        registry.register("cache_misses", "Lookups that a cache did not answer", misses);
        registry.register("cache_entries", "Entries of a cache", self.entries.clone());
        let pool = self.pool.clone();
        registry.register("database_connections", "Database connections", pool);
        let limit = self.pool_limit.clone();
        registry.register("database_connections_limit", "Most connections of a pool", limit);
        let reads = self.list_reads.clone();
        registry.register("list_reads", "Lists read while there is a replica, by database", reads);
        let build = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the program", build);
        for reason in REASONS {
            self.rejected.get_or_create_owned(&[("reason", reason)]);
        }
        for database in ["replica", "primary"] {
            self.list_reads.get_or_create_owned(&[("database", database)]);
        }
        for face in [Api::Graphql, Api::Rest] {
            for by in ["address", "credential"] {
                self.limited.get_or_create_owned(&[("face", face.name()), ("by", by)]);
            }
        }
        self.process.register(&mut self.registry);
    }

    /// Counts an operation with its outcome.
    pub fn count_operation(&self, face: Api, operation: Arc<str>, outcome: &'static str) {
        self.operations.get_or_create(&OperationLabels { face, operation, outcome }).inc();
    }

    /// Counts a response.
    pub fn count_response(&self, face: Api, status: u16) {
        self.responses.get_or_create(&ResponseLabels { face, status }).inc();
    }

    /// Records the duration of a request.
    pub fn observe_duration(&self, face: Api, operation: Arc<str>, duration: Duration) {
        let labels = DurationLabels { face, operation };
        self.durations.get_or_create(&labels).observe(duration.as_secs_f64());
    }

    /// Counts a rejected GraphQL document.
    pub fn refused(&self, reason: &'static str) {
        self.rejected.get_or_create(&[("reason", reason)]).inc();
    }

    /// Counts a request that exceeded the rate limit of its address or credential.
    pub fn count_rate_limited(&self, face: Api, by: &'static str) {
        self.limited.get_or_create(&[("face", face.name()), ("by", by)]).inc();
    }

    /// The gauges of held bytes of a kind, and of their limit.
    #[must_use]
    pub fn held_bytes(&self, of: &'static str) -> (Gauge, Gauge) {
        let label = [("of", of)];
        (self.held.get_or_create_owned(&label), self.held_limit.get_or_create_owned(&label))
    }

    /// The meter of a cache.
    #[must_use]
    pub fn meter(&self, cache: &'static str) -> Meter {
        let label = [("cache", cache)];
        Meter::new(self.hits.get_or_create_owned(&label), self.misses.get_or_create_owned(&label))
    }

    /// Adds a cache whose size is read at each scrape.
    pub fn watch(&self, cache: &'static str, entries: impl Fn() -> u64 + Send + Sync + 'static) {
        self.cache_sizes.insert(cache, Box::new(entries));
    }

    /// Sets the state of the connection pools.
    pub fn pools(&self, pools: &[Pool]) {
        for pool in pools {
            for (state, count) in
                [("idle", pool.idle), ("used", pool.size.saturating_sub(pool.idle))]
            {
                let labels = [("pool", pool.name), ("state", state)];
                self.pool.get_or_create(&labels).set(i64::from(count));
            }
            self.pool_limit.get_or_create(&[("pool", pool.name)]).set(i64::from(pool.limit));
        }
    }

    /// Counts a list read from the replica or, when that is behind, from the primary.
    pub fn count_list_read(&self, is_replica: bool) {
        let database = if is_replica { "replica" } else { "primary" };
        self.list_reads.get_or_create(&[("database", database)]).inc();
    }

    /// Sets how many events subscribers have not received yet, and the seconds since the oldest.
    pub fn behind(&self, events: usize, seconds: f64) {
        self.events_behind.set(i64::try_from(events).unwrap_or(i64::MAX));
        self.events_lag.set(seconds);
    }

    /// Encodes all metrics as text.
    ///
    /// # Errors
    /// When the encoder fails.
    pub fn text(&self) -> Result<String, fmt::Error> {
        self.cache_sizes.for_each(|cache, entries| {
            let entries = i64::try_from(entries).unwrap_or(i64::MAX);
            self.entries.get_or_create(&[("cache", cache)]).set(entries);
        });
        self.process.update();
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
