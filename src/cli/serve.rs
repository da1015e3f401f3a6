//! `reinstate serve [--demo]`.

use clap::Args;
use std::{sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    signal::{
        ctrl_c,
        unix::{SignalKind, signal},
    },
    time::sleep,
};

use super::{
    args::{Outcome, Storage},
    connections::Connections,
    demo,
    graphql::Graphql,
    identity::Identity,
    logging::Logging,
    rates::RateLimits,
    retention::Keeping,
    traces::Tracing,
};
use crate::{
    app::App,
    operations::purge,
    server::{self, connection, layers},
    store::pubsub::{self, BadBroker, Carrier, Nats},
    telemetry::Telemetry,
};

/// How long the database may keep the server from listening: a change of the schema can take long.
const UNSEEN: Duration = Duration::from_secs(5);
/// Least timeout for sending the last spans, even if nothing is left of the grace period.
const LAST_SPANS: Duration = Duration::from_secs(1);

/// Brings the schema up to date, then serves until SIGTERM or Ctrl-C.
///
/// A PostgreSQL that can't be reached is waited for: requests are answered 503 until it is there.
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    storage: Storage,
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// A broker by which the servers of one PostgreSQL wake each other, instead of by the database:
    /// `nats://USER:PASSWORD@HOST:PORT` or `tls://…`; several with commas between them.
    #[arg(long, env = "BROKER_URL", value_name = "URL", hide_env_values = true)]
    broker_url: Option<String>,
    /// Address and port on which `GET /metrics` answers, for operators alone. Without it there are
    /// none.
    #[arg(long, env = "METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<String>,
    /// Loads the demo data into an empty database, and prints a token and requests to try.
    #[arg(long)]
    demo: bool,
    #[command(flatten)]
    logging: Logging,
    #[command(flatten)]
    tracing: Tracing,
    #[command(flatten)]
    connections: Connections,
    #[command(flatten)]
    keeping: Keeping,
    #[command(flatten)]
    rates: RateLimits,
    #[command(flatten)]
    graphql: Graphql,
    #[command(flatten)]
    identity: Identity,
}

/// Listens on the address of a setting.
async fn listen(setting: &str, address: &str) -> Result<TcpListener, String> {
    let listening = TcpListener::bind(address).await;
    listening.map_err(|error| format!("{setting} {address} can't be listened on: {error}"))
}

impl Serve {
    /// Starts logs and traces.
    pub fn telemetry(&self) -> Result<Telemetry, Box<dyn std::error::Error + Send + Sync>> {
        Telemetry::start(&self.logging.settings(), self.tracing.collector()?.as_ref())
    }

    /// Serves.
    pub async fn run(&self, telemetry: &Telemetry) -> Outcome {
        layers::log_panics();
        let settings = self.graphql.settings()?;
        let carrier = self.carrier()?;
        let app = self.app().await?;
        let mut attending = tokio::spawn(app.database.attend());
        tokio::select! {
            hopeless = &mut attending => return Err(hopeless?.into()),
            () = app.database.tried() => {}
            // Whoever looks after this process wants to see that it lives.
            () = sleep(UNSEEN) => {}
        }
        let listener = listen("LISTEN", &self.listen).await?;
        self.answer_metrics(&app).await?;
        let address = listener.local_addr()?;
        let mut terminate = signal(SignalKind::terminate())?;
        if self.demo {
            demo::prepare(&app, address).await?;
        }
        tracing::info!(%address, "listening");
        // It ends with the runtime; what it has in hand is then rolled back.
        tokio::spawn(purge::retain(Arc::clone(&app)));
        let mut outcome = Ok(());
        let stop = async {
            tokio::select! {
                _ = ctrl_c() => {}
                _ = terminate.recv() => {}
                hopeless = &mut attending => outcome = Err(hopeless),
            }
        };
        if let Some(carrier) = carrier {
            pubsub::exchange(carrier, &app.database, &app.write_signal);
        }
        let rest = connection::serve(
            app,
            &settings,
            self.connections.limits(self.rates.rates()),
            listener,
            stop,
        )
        .await;
        telemetry.flush_traces(rest.max(LAST_SPANS)).await;
        match outcome {
            Ok(()) => Ok(()),
            Err(hopeless) => Err(hopeless?.into()),
        }
    }

    /// The application, as settled.
    async fn app(&self) -> Result<Arc<App>, Box<dyn std::error::Error + Send + Sync>> {
        let provider = self.identity.provider().await?;
        // Demo data can't wait for a database.
        let app = match self.demo {
            true => self.storage.open().await?,
            false => self.storage.open_unseen().await?,
        };
        // Each of these was empty until now.
        if let Some(provider) = provider {
            let _ = app.provider.set(provider);
        }
        let _ = app.retention.set(self.keeping.retention.clone());
        Ok(app)
    }

    /// Answers with metrics beside, where that is settled.
    async fn answer_metrics(&self, app: &Arc<App>) -> Outcome {
        if let Some(address) = &self.metrics_listen {
            let listener = listen("METRICS_LISTEN", address).await?;
            tracing::info!(address = %listener.local_addr()?, "metrics are answered");
            tokio::spawn(server::serve_metrics(Arc::clone(app), listener));
        }
        Ok(())
    }

    /// What carries wake-ups. A SQLite file has one server, which needs none.
    fn carrier(&self) -> Result<Option<Carrier>, BadBroker> {
        let url = &self.storage.database_url;
        match (&self.broker_url, url.starts_with("postgres")) {
            (Some(broker), true) => Nats::read(broker).map(Carrier::Nats).map(Some),
            (Some(_), false) => Err(BadBroker::NOT_NEEDED),
            (None, true) => Ok(Some(Carrier::Postgres(url.clone()))),
            (None, false) => Ok(None),
        }
    }
}
