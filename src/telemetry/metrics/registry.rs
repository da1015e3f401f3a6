//! The metrics of the service, in the OpenMetrics text format of Prometheus.
//!
//! Each label has a bounded set of values: operations and codes of this program, never anything that
//! a client chose. `docs/reference/operations.md` describes each metric; a test compares them.

use database::PoolUsage;
use engine::guard::RejectionReason;
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::{Metric, Registry},
};
use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, LazyLock, Mutex},
    time::Duration,
};

use super::{
    labels::{DurationLabels, Labels, OperationLabels, ResponseLabels},
    process::Process,
};
use crate::{auth::Api, lock::lock};

/// Upper bounds of the duration buckets, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// Panics of this process, in any task or thread.
pub static PANICS: LazyLock<Counter> = LazyLock::new(Counter::default);
/// Rows that this process could not read, and left out.
pub static UNREADABLE_ROWS: LazyLock<Counter> = LazyLock::new(Counter::default);
/// Restarts of this process's background tasks, by their name.
pub static BACKGROUND_RESTARTS: LazyLock<Family<Labels<1>, Counter>> =
    LazyLock::new(Family::default);

/// A gauge with a fraction.
type FloatGauge = Gauge<f64, std::sync::atomic::AtomicU64>;

/// Returns the number of entries of a cache.
type Count = Box<dyn Fn() -> u64 + Send + Sync>;

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
    /// The sizes of caches, by name, read at each scrape.
    cache_sizes: Mutex<BTreeMap<&'static str, Count>>,
    pool: Family<Labels<2>, Gauge>,
    pool_limit: Family<Labels<1>, Gauge>,
    list_reads: Family<Labels<1>, Counter>,
    events_behind: Gauge,
    events_lag: FloatGauge,
    process: Process,
}

impl Metrics {
    /// Metrics of a process that started at this Unix time, in seconds.
    pub fn new(start_time: i64) -> Arc<Self> {
        let mut registry = Registry::default();
        let process = Process::new(&mut registry, start_time);
        let own = registry.sub_registry_with_prefix("reinstate");
        own.register("panics", "Panics", PANICS.clone());
        let help = "Rows that could not be read, and were left out";
        own.register("unreadable_rows", help, UNREADABLE_ROWS.clone());
        let help = "Restarts of background tasks that panicked";
        own.register("background_restarts", help, BACKGROUND_RESTARTS.clone());
        let build = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        own.register("build", "The version of the program", build);
        let durations = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> _);
        own.register(
            "request_duration_seconds",
            "Seconds from the head of a request to its response, by operation",
            durations.clone(),
        );
        let metrics = Self {
            durations,
            operations: add(own, "operations", "Requested operations, by outcome"),
            responses: add(own, "http_responses", "Responses, by status"),
            in_flight: add(own, "requests_in_flight", "Requests without a response yet"),
            connections: add(own, "connections_open", "Open connections, WebSockets included"),
            connection_limit: add(own, "connections_limit", "Most open connections"),
            slow_statements: add(own, "slow_statements", "Slow statements that run"),
            sockets: add(own, "sockets_open", "Open WebSockets"),
            subscriptions: add(own, "subscriptions_open", "Active subscriptions"),
            events_behind: add(
                own,
                "events_behind",
                "Stored events that subscribers have not received yet, counted up to 1000",
            ),
            events_lag: add(own, "events_lag_seconds", "Age of the oldest of these events"),
            held: add(own, "held_bytes", "Bytes held of requests, responses or subscriptions"),
            held_limit: add(own, "held_bytes_limit", "Most held bytes of each"),
            rejected: add(own, "documents_refused", "Rejected GraphQL documents, by reason"),
            limited: add(own, "rate_limited", "Requests that exceeded a rate limit"),
            hits: add(own, "cache_hits", "Lookups that a cache answered"),
            misses: add(own, "cache_misses", "Lookups that a cache did not answer"),
            entries: add(own, "cache_entries", "Entries of a cache"),
            pool: add(own, "database_connections", "Database connections"),
            pool_limit: add(own, "database_connections_limit", "Most connections of a pool"),
            list_reads: add(own, "list_reads", "Lists read while there is a replica, by database"),
            cache_sizes: Mutex::default(),
            process,
            registry,
        };
        metrics.begin();
        Arc::new(metrics)
    }

    /// Lets counters whose labels are known begin at 0.
    fn begin(&self) {
        for reason in RejectionReason::all() {
            self.rejected.get_or_create_owned(&[("reason", reason.name())]);
        }
        for database in ["replica", "primary"] {
            self.list_reads.get_or_create_owned(&[("database", database)]);
        }
        for api in Api::ALL {
            for by in ["address", "credential"] {
                self.limited.get_or_create_owned(&[("api", api.name()), ("by", by)]);
            }
        }
    }

    /// Counts an operation with its outcome.
    pub fn count_operation(&self, api: Api, operation: Arc<str>, outcome: &'static str) {
        self.operations.get_or_create(&OperationLabels { api, operation, outcome }).inc();
    }

    /// Counts a response.
    pub fn count_response(&self, api: Api, status: u16) {
        self.responses.get_or_create(&ResponseLabels { api, status }).inc();
    }

    /// Records the duration of a request.
    pub fn observe_duration(&self, api: Api, operation: Arc<str>, duration: Duration) {
        let labels = DurationLabels { api, operation };
        self.durations.get_or_create(&labels).observe(duration.as_secs_f64());
    }

    /// Counts a rejected GraphQL document.
    pub fn refused(&self, reason: RejectionReason) {
        self.rejected.get_or_create(&[("reason", reason.name())]).inc();
    }

    /// Counts a request over its address's or credential's rate limit.
    pub fn count_rate_limited(&self, api: Api, by: &'static str) {
        self.limited.get_or_create(&[("api", api.name()), ("by", by)]).inc();
    }

    /// The gauges of held bytes of a kind, and of their limit.
    pub fn held_bytes(&self, of: &'static str) -> (Gauge, Gauge) {
        let label = [("of", of)];
        (self.held.get_or_create_owned(&label), self.held_limit.get_or_create_owned(&label))
    }

    /// Counts the lookups of a cache: whether a value was there.
    pub fn meter(&self, cache: &'static str) -> impl Fn(bool) + Send + Sync + use<> {
        let label = [("cache", cache)];
        let hits = self.hits.get_or_create_owned(&label);
        let misses = self.misses.get_or_create_owned(&label);
        move |is_hit| _ = if is_hit { hits.inc() } else { misses.inc() }
    }

    /// Adds a cache whose size is read at each scrape.
    pub fn watch(&self, cache: &'static str, entries: impl Fn() -> u64 + Send + Sync + 'static) {
        lock(&self.cache_sizes).insert(cache, Box::new(entries));
    }

    /// Sets the state of the connection pools.
    pub fn pools(&self, pools: &[PoolUsage]) {
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

    /// Counts a list read from the replica or, instead, the primary.
    pub fn count_list_read(&self, is_replica: bool) {
        let database = if is_replica { "replica" } else { "primary" };
        self.list_reads.get_or_create(&[("database", database)]).inc();
    }

    /// Sets how many events subscribers haven't received, and their delay. The delay is in seconds
    /// since the oldest.
    pub fn behind(&self, events: usize, seconds: f64) {
        self.events_behind.set(i64::try_from(events).unwrap_or(i64::MAX));
        self.events_lag.set(seconds);
    }

    /// Encodes all metrics as text.
    ///
    /// # Errors
    /// When the encoder fails.
    pub fn text(&self) -> Result<String, fmt::Error> {
        for (cache, count) in &*lock(&self.cache_sizes) {
            let entries = i64::try_from(count()).unwrap_or(i64::MAX);
            self.entries.get_or_create(&[("cache", *cache)]).set(entries);
        }
        self.process.update();
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// Adds a metric. The encoder adds `_total` to the names of counters.
fn add<M: Metric + Clone + Default>(to: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    to.register(name, help, metric.clone());
    metric
}
