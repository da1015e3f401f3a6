//! Turns settings into what the parts of the server take, and reads manifests of persisted documents.

use entity::json;
use sea_orm::sqlx::postgres::PgConnectOptions;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    clients::RateLimits,
    graphql::GraphQl,
    settings::{IdentityProvider, Settings, Traces},
};
use crate::{
    api::{
        graphql::{self, Manifests, guard},
        http::{Rate, Rates},
    },
    auth::{
        SignIn,
        jwt::{Provider, Source},
    },
    clock::Clock,
    server::Limits,
    store::pubsub::{Nats, Transport},
    telemetry::traces::Collector,
};

impl Settings {
    /// What carries wake-ups between servers. A SQLite file has one server, which needs none.
    ///
    /// # Errors
    /// When the URL of the broker is not valid, or there is one for SQLite.
    pub fn transport(&self) -> Result<Option<Transport>, String> {
        let url = &self.database.database_url;
        match (&self.server.broker_url, url.starts_with("postgres")) {
            (Some(broker), true) if broker.starts_with("postgres") => {
                let parsed = broker.parse::<PgConnectOptions>();
                parsed.map_err(|_| "BROKER_URL can't be read")?;
                Ok(Some(Transport::Postgres(broker.clone())))
            }
            (Some(broker), true) => Nats::parse(broker).map(Transport::Nats).map(Some),
            (Some(_), false) => {
                Err("BROKER_URL is for PostgreSQL: a SQLite file has one server".to_owned())
            }
            (None, true) => Ok(Some(Transport::Postgres(url.clone()))),
            (None, false) => Ok(None),
        }
    }

    /// The limits of connections and of the requests on them.
    pub fn limits(&self) -> Limits {
        let connections = &self.connections;
        Limits {
            connections: usize::try_from(connections.max_connections).unwrap_or(usize::MAX),
            rates: self.rate_limits.rates(),
            origins: self.browsers.origins(self.server.demo),
            head: *connections.header_timeout,
            body: *connections.body_timeout,
            answer: *connections.request_timeout,
            idle: *connections.idle_timeout,
            held_bytes: usize::try_from(self.budgets.max_held_bytes).unwrap_or(usize::MAX),
            grace: *connections.grace,
        }
    }
}

impl RateLimits {
    /// The rates, each with its burst.
    pub fn rates(&self) -> Rates {
        let rate = |rate: Option<Rate>, burst: Option<_>| {
            rate.map(|rate| burst.map_or(rate, |burst| rate.with_burst(burst)))
        };
        Rates {
            credential: rate(self.rate_limit, self.rate_limit_burst),
            address: rate(self.rate_limit_address, self.rate_limit_address_burst),
            trusted: self.trusted_proxies.clone(),
        }
    }
}

impl GraphQl {
    /// The settings of GraphQL; reads the manifests of persisted documents.
    ///
    /// # Errors
    /// When a manifest can't be read or is not valid.
    pub fn settings(&self) -> Result<graphql::Settings, String> {
        let limits = guard::Limits {
            bytes: self.max_bytes,
            tokens: self.max_tokens,
            nesting: self.max_nesting,
            fields: self.max_fields,
            depth: self.max_depth,
            aliases: self.max_aliases,
            directives: self.max_directives,
            definitions: self.max_definitions,
            records: self.max_records,
        };
        Ok(graphql::Settings {
            limits,
            max_batch: usize::from(self.max_batch),
            hide_schema: self.hide_schema,
            federation: self.federation,
            trusted: manifests(&self.trusted_documents)?.into(),
            trusted_only: self.trusted_only,
            ..graphql::Settings::default()
        })
    }
}

impl IdentityProvider {
    /// The identity provider, if one is configured; reads its keys.
    ///
    /// # Errors
    /// When the keys can't be read from a file.
    pub async fn provider(&self) -> Result<Option<Provider>, String> {
        let (Some(jwks), Some(issuer)) = (&self.jwt_jwks, &self.jwt_issuer) else {
            return Ok(None);
        };
        let problem = |problem| format!("JWT_JWKS {problem}");
        let source = Source::named(jwks).map_err(problem)?;
        let (audiences, now) = (self.jwt_audience.clone(), Clock::system().now());
        let provider = Provider::new(source, issuer.clone(), audiences, self.jwt_account, now);
        provider.await.map(Some).map_err(problem)
    }

    /// How people sign in to the console with it, if they can.
    pub fn sign_in(&self) -> Option<SignIn> {
        Some(SignIn {
            issuer: self.jwt_issuer.clone()?,
            client_id: self.console_oidc_client_id.clone()?,
            scope: self.console_oidc_scope.clone(),
            parameters: self.console_oidc_parameters.clone(),
        })
    }
}

impl Traces {
    /// The collector that spans are sent to, if one is configured.
    ///
    /// # Errors
    /// When a value is not valid. Without an endpoint no value is read.
    pub fn collector(&self) -> Result<Option<Collector>, String> {
        let Some(endpoint) = configured(&self.otel_exporter_otlp_endpoint) else {
            return Ok(None);
        };
        let headers = configured(&self.otel_exporter_otlp_headers).unwrap_or_default();
        let service = configured(&self.otel_service_name);
        let sampler = configured(&self.otel_traces_sampler).unwrap_or("parentbased_always_on");
        let ratio = configured(&self.otel_traces_sampler_arg);
        Collector::new(endpoint, headers, service, sampler, ratio).map(Some)
    }
}

/// The value unless it is blank, which OpenTelemetry treats as unset.
fn configured(value: &Option<String>) -> Option<&str> {
    value.as_deref().map(str::trim).filter(|value| !value.is_empty())
}

/// Reads all manifests: files, and the `.json` files of folders.
///
/// # Errors
/// The name of the file that can't be read or is not valid, and why.
pub fn manifests(paths: &[PathBuf]) -> Result<Manifests, String> {
    let mut manifests = Manifests::default();
    for path in paths {
        for file in files(path).map_err(|error| problem(path, error))? {
            let text = fs::read_to_string(&file).map_err(|error| problem(&file, error))?;
            let manifest = json::parse(text.as_bytes(), json::NESTING);
            let manifest = manifest.map_err(|error| problem(&file, error))?;
            manifests.add(&manifest).map_err(|error| problem(&file, error))?;
        }
    }
    Ok(manifests)
}

fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    // The order decides which of two problems is named.
    files.sort();
    Ok(files)
}

fn problem(path: &Path, problem: impl ToString) -> String {
    format!("GRAPHQL_TRUSTED_DOCUMENTS {}: {}", path.display(), problem.to_string())
}
