//! Defines the settings. A field is a setting, with its flag, variable, default and help.
//!
//! The doc comment of a field is its help and its text in docs/reference/configuration.md. A variable whose
//! value is hidden holds a secret, which can also be read from a file (`NAME_FILE`).

use clap::{Args, builder::NonEmptyStringValueParser as NonEmpty};
use humantime::Duration;
use std::path::PathBuf;

use super::{
    clients::{Browsers, Budgets, RateLimits},
    graphql::GraphQl,
    values::{account_claim, at_most_a_day, positive, retention, sqlite_synchronous},
};
use crate::{
    app::Retention,
    auth::jwt::By,
    server::Limits,
    store::database::{POSTGRES_CONNECTIONS, Synchronous},
    telemetry::LogFormat,
};

/// All settings of `serve`.
#[derive(Args)]
pub struct Settings {
    /// Addresses and wake-ups.
    #[command(flatten)]
    pub server: Server,
    /// The database.
    #[command(flatten)]
    pub database: Database,
    /// Logs.
    #[command(flatten)]
    pub logging: Logging,
    /// Traces.
    #[command(flatten)]
    pub traces: Traces,
    /// Connections and timeouts.
    #[command(flatten)]
    pub connections: Connections,
    /// What a request may cost.
    #[command(flatten)]
    pub budgets: Budgets,
    /// Retention of deleted records.
    #[command(flatten)]
    pub deleted_records: DeletedRecords,
    /// Rate limits.
    #[command(flatten)]
    pub rate_limits: RateLimits,
    /// Pages of other origins.
    #[command(flatten)]
    pub browsers: Browsers,
    /// GraphQL limits and trusted documents.
    #[command(flatten)]
    pub graphql: GraphQl,
    /// The identity provider.
    #[command(flatten)]
    pub identity_provider: IdentityProvider,
}

/// The database, which every command that reads or writes records takes.
#[derive(Args)]
#[command(next_help_heading = "Database")]
pub struct Database {
    /// The database: `sqlite://FILE?mode=rwc` or `postgres://USER:PASSWORD@HOST/NAME`.
    #[arg(
        long,
        env,
        value_name = "URL",
        default_value = "sqlite://reinstate.db?mode=rwc",
        hide_env_values = true
    )]
    pub database_url: String,
    /// Maximum connections to PostgreSQL for requests. Three more are for credentials and
    /// background work, and as many again go to a replica.
    #[arg(long, env, value_name = "N", default_value_t = POSTGRES_CONNECTIONS as u16, value_parser = clap::value_parser!(u16).range(1..))]
    pub database_connections: u16,
    /// When SQLite has a change on the disk. `full`: before the change is acknowledged. `normal`:
    /// shortly after, so that a power failure can lose the last changes.
    #[arg(long, env, value_name = "WHEN", default_value = "full", value_parser = sqlite_synchronous())]
    pub sqlite_synchronous: Synchronous,
}

/// The server's address, also for commands that ask it.
#[derive(Args)]
#[command(next_help_heading = "Server")]
pub struct Listen {
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: String,
}

/// Addresses, and how servers reach each other.
#[derive(Args)]
#[command(next_help_heading = "Server")]
pub struct Server {
    /// The address of both APIs.
    #[command(flatten)]
    pub address: Listen,
    /// Address and port for `GET /metrics`, such as `127.0.0.1:9090`. Without it metrics are not
    /// served.
    #[arg(long, env, value_name = "ADDRESS")]
    pub metrics_listen: Option<String>,
    /// Broker for wake-ups between servers of one PostgreSQL database, instead of `DATABASE_URL`.
    /// It is NATS, `nats://USER:PASSWORD@HOST:PORT` or `tls://…`, several separated by commas; or
    /// the database itself, `postgres://…`, where `DATABASE_URL` names a pooler.
    #[arg(long, env, value_name = "URL", hide_env_values = true)]
    pub broker_url: Option<String>,
    /// A streaming replica of the PostgreSQL database. Lists, the trash and histories are read from
    /// it while it has caught up: `postgres://USER:PASSWORD@HOST/NAME`.
    #[arg(long, env, value_name = "URL", hide_env_values = true)]
    pub database_read_url: Option<String>,
    /// Tables of other programs in the same database whose deleted rows are shown and brought back:
    /// the file that `adopt` wrote and that was applied. It is read again on SIGHUP.
    #[arg(long, env, value_name = "FILE")]
    pub kinds: Option<PathBuf>,
    /// Loads demo data into an empty database. Prints a token and requests to try.
    #[arg(long, env)]
    pub demo: bool,
}

/// What the server logs, and how.
#[derive(Args)]
#[command(next_help_heading = "Logs")]
pub struct Logging {
    /// What to log: a level or directives. The levels are error, warn, info, debug and trace.
    /// Directives look like `warn,reinstate=debug`. Libraries never log below info, because they
    /// would log secrets.
    #[arg(long, env, value_name = "FILTER", default_value = "info,sea_orm_migration=warn")]
    pub rust_log: String,
    /// Format of the log lines.
    #[arg(long, env, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// Where spans are sent: the variables of OpenTelemetry.
#[derive(Args)]
#[command(next_help_heading = "Traces")]
pub struct Traces {
    /// Base URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`. Request spans are
    /// sent to `/v1/traces` below it (OTLP over HTTP). Without it nothing is traced.
    #[arg(long, env, value_name = "URL", hide_env_values = true)]
    pub otel_exporter_otlp_endpoint: Option<String>,
    /// Headers for the collector: `NAME=VALUE`, separated by commas, values percent-encoded.
    #[arg(long, env, value_name = "HEADERS", hide_env_values = true)]
    pub otel_exporter_otlp_headers: Option<String>,
    /// Name of this service in traces. By default `service.name` in `OTEL_RESOURCE_ATTRIBUTES`, or
    /// `reinstate`.
    #[arg(long, env, value_name = "NAME")]
    pub otel_service_name: Option<String>,
    /// Which traces are sent: `always_on`, `always_off` or `traceidratio`. With `parentbased_`
    /// before one of these, the client's `traceparent` decides where there is one. By default
    /// `parentbased_always_on`.
    #[arg(long, env, value_name = "SAMPLER")]
    pub otel_traces_sampler: Option<String>,
    /// Share of traces that `traceidratio` sends, from 0 to 1. By default 1.
    #[arg(long, env, value_name = "RATIO")]
    pub otel_traces_sampler_arg: Option<String>,
}

/// How many connections there can be, and how long they can take.
#[derive(Args)]
#[command(next_help_heading = "Connections")]
pub struct Connections {
    /// Maximum connections at a time; further connections wait.
    #[arg(long, env, value_name = "N", default_value_t = Limits::default().connections as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_connections: u32,
    /// Longest time for a request's headers to arrive. Then the connection is closed.
    #[arg(long, env, value_name = "DURATION", default_value_t = Limits::default().head.into(), value_parser = positive)]
    pub header_timeout: Duration,
    /// Longest time without a byte of a request body; then 408.
    #[arg(long, env, value_name = "DURATION", default_value_t = Limits::default().body.into(), value_parser = positive)]
    pub body_timeout: Duration,
    /// Longest time until the response begins, the request body included. Then 503, or 408 if the
    /// body is late. Also the longest time in which a client takes nothing of a response, or of
    /// what a WebSocket sends; then it ends.
    #[arg(long, env, value_name = "DURATION", default_value_t = Limits::default().answer.into(), value_parser = positive)]
    pub request_timeout: Duration,
    /// Longest time that a connection is kept between requests.
    #[arg(long, env, value_name = "DURATION", default_value_t = Limits::default().idle.into(), value_parser = positive)]
    pub idle_timeout: Duration,
    /// Longest time for requests in progress when the server is stopping.
    #[arg(long, env, value_name = "DURATION", default_value_t = Limits::default().grace.into(), value_parser = at_most_a_day)]
    pub grace: Duration,
}

/// How long deleted records are kept.
#[derive(Args)]
#[command(next_help_heading = "Deleted records")]
pub struct DeletedRecords {
    /// When deleted records are purged, by kind: `reports=90d,notifications=30d`. Deleted records of
    /// other kinds are kept.
    #[arg(
        long,
        env,
        value_name = "KIND=DURATION,…",
        default_value = "",
        hide_default_value = true,
        value_parser = retention
    )]
    pub retention: Retention,
}

/// An identity provider whose tokens (JWT) are accepted beside others.
#[derive(Args)]
#[command(next_help_heading = "Identity provider")]
pub struct IdentityProvider {
    /// Public keys of the provider, a JSON Web Key Set. They are read from an `https://` URL
    /// (`http://` for this machine only) or a file. Without it no JWT is accepted.
    #[arg(
        long,
        env,
        value_name = "FILE|URL",
        requires_all = ["jwt_issuer", "jwt_audience"],
        value_parser = NonEmpty::new()
    )]
    pub jwt_jwks: Option<String>,
    /// Exact value of `iss`.
    #[arg(long, env, value_name = "ISSUER", requires = "jwt_jwks", value_parser = NonEmpty::new())]
    pub jwt_issuer: Option<String>,
    /// Value that `aud` must be or contain; several are separated by commas.
    #[arg(
        long,
        env,
        value_name = "AUDIENCE",
        requires = "jwt_jwks",
        value_delimiter = ',',
        value_parser = NonEmpty::new()
    )]
    pub jwt_audience: Vec<String>,
    /// Claim that names the account. `sub`: its uuid. `email`: its address, only with
    /// `email_verified: true`. `either`: `sub` first.
    #[arg(long, env, value_name = "CLAIM", default_value = "sub", value_parser = account_claim())]
    pub jwt_account: By,
    /// Client id of the console at this provider. With it people can sign in there with OpenID
    /// Connect.
    #[arg(long, env, value_name = "ID", requires = "jwt_issuer", value_parser = NonEmpty::new())]
    pub console_oidc_client_id: Option<String>,
    /// Scope that the console asks the provider for.
    #[arg(long, env, value_name = "SCOPE", default_value = "openid")]
    pub console_oidc_scope: String,
    /// Further parameters of the console's authorization request, such as
    /// `audience=https://api.example.com`.
    #[arg(long, env, value_name = "QUERY", default_value = "")]
    pub console_oidc_parameters: String,
}
