//! `reinstate serve`: runs the server.

use adopt::Kinds;
use clap::Args;
use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpSocket, lookup_host},
    signal::{
        ctrl_c,
        unix::{Signal, SignalKind, signal},
    },
    sync::Mutex,
    task::spawn_blocking,
    time::{sleep, timeout},
};

use super::{
    adopt::{kinds, words},
    database, demo,
    terminal::Outcome,
};
use crate::{
    api::graphql::PersistedDocuments,
    app::{AdoptedTables, App},
    config::{Settings, manifests},
    operations::{adopted, bulk, purge},
    server::{self, connection, layers},
    store::{Tables, pubsub},
    telemetry::{Telemetry, supervise},
    views::{NO_TYPE, describe_tables},
};

/// Connections that wait to be accepted. Clients of further ones try again a second later.
const WAITING_CONNECTIONS: u32 = 4096;
/// The setting with the tables of other programs.
const KINDS: &str = "KINDS";
/// How long listening waits for the database. It doesn't wait longer, because a schema change can
/// take long.
const DATABASE_WAIT: Duration = Duration::from_secs(5);
/// Least timeout for sending the last spans. It applies even after the grace period.
const LAST_SPANS: Duration = Duration::from_secs(1);
/// Least timeout for the last batches of operations.
const LAST_BATCH: Duration = Duration::from_secs(1);

/// Brings the schema up to date, then serves until SIGTERM or Ctrl-C. SIGHUP reads the manifests of
/// persisted documents and `--kinds` again.
///
/// If PostgreSQL can't be reached, the server waits for it and answers 503 until then.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Serve {
    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  reinstate serve --demo
  reinstate serve --listen 0.0.0.0:8080 --database-url postgres://reinstate@db/reinstate

An empty variable counts as unset. DATABASE_URL, DATABASE_READ_URL, BROKER_URL and OTEL_EXPORTER_OTLP_* can
also be read from a file that DATABASE_URL_FILE, for example, names.

Exit codes: 0 stopped; 1 failed, standard error says why; 2 invalid arguments.";

impl Serve {
    /// Starts logs and traces. Must be called outside the async runtime.
    pub fn telemetry(&self) -> Outcome<Telemetry> {
        let (log, traces) = (&self.settings.logging, &self.settings.traces);
        Telemetry::start(&log.rust_log, log.log_format, traces.collector()?.as_ref())
    }

    /// Runs the command.
    pub async fn run(self, telemetry: &Telemetry) -> Outcome {
        let settings = self.settings;
        layers::log_panics();
        let mut graphql = settings.graphql.settings()?;
        graphql.timeouts.send = *settings.connections.request_timeout;
        let transport = settings.transport()?;
        let app = app(&settings).await?;
        let mut monitor = tokio::spawn(app.database.supervise(Tables));
        tokio::select! {
            failed = &mut monitor => return Err(failed?.into()),
            () = app.database.wait_until_checked() => {}
            // A supervisor expects that the process answers soon.
            () = sleep(DATABASE_WAIT) => {}
        }
        let listener = listen("LISTEN", &settings.server.address.listen).await?;
        serve_metrics(settings.server.metrics_listen.as_deref(), &app).await?;
        let address = listener.local_addr()?;
        let mut terminate = signal(SignalKind::terminate())?;
        let hang_up = signal(SignalKind::hangup())?;
        if settings.server.demo {
            demo::prepare(&app, address).await?;
        }
        tracing::info!(%address, "listening");
        // It ends with the runtime, which rolls an unfinished transaction back.
        let of_purge = Arc::clone(&app);
        supervise("purge", move || purge::retain(Arc::clone(&of_purge)));
        let of_adopted = Arc::clone(&app);
        supervise("adopted", move || adopted::retain(Arc::clone(&of_adopted)));
        let files = Arc::new(Files {
            manifests: settings.graphql.trusted_documents.clone(),
            documents: graphql.trusted.clone(),
            kinds: settings.server.kinds.clone(),
            app: Arc::clone(&app),
        });
        let hang_up = Arc::new(Mutex::new(hang_up));
        supervise("files", move || read_again(Arc::clone(&hang_up), Arc::clone(&files)));
        let mut outcome = Ok(());
        let stop = async {
            tokio::select! {
                _ = ctrl_c() => {}
                _ = terminate.recv() => {}
                failed = &mut monitor => outcome = Err(failed),
            }
        };
        if let Some(transport) = transport {
            pubsub::start(transport, &app.database, &app.write_signal);
        }
        let limits = settings.limits().within_open_files();
        let rest = connection::serve(Arc::clone(&app), &graphql, limits, listener, stop).await;
        bulk::interrupt(&app, rest.max(LAST_BATCH)).await;
        telemetry.flush_traces(rest.max(LAST_SPANS)).await;
        match outcome {
            Ok(()) => Ok(()),
            Err(failed) => Err(failed?.into()),
        }
    }
}

/// The application, with the settings that it keeps.
async fn app(settings: &Settings) -> Outcome<Arc<App>> {
    let provider = settings.identity_provider.provider().await?;
    // Demo data needs the database at once.
    let app = if settings.server.demo {
        database::open_or_create(&settings.database).await?
    } else {
        database::open_lazily(&settings.database).await?
    };
    // Each of these is set here only.
    if let Some(provider) = provider {
        let _ = app.provider.set(provider);
    }
    if let Some(sign_in) = settings.identity_provider.sign_in() {
        let _ = app.sign_in.set(sign_in);
    }
    let _ = app.retention.set(settings.deleted_records.retention.clone());
    let budgets = settings.budgets.of_request();
    let _ = app.budgets.set(budgets);
    app.database.limit_statements(budgets.database_time);
    if let Some(path) = &settings.server.kinds {
        let url = &settings.database.database_url;
        let kinds = kinds(KINDS, path)?;
        let adopted = AdoptedTables::open(url, &kinds).await.map_err(words)?;
        describe(&adopted, &kinds).await;
        let _ = app.adopted.set(Arc::new(adopted));
    }
    if let Some(url) = &settings.server.database_read_url {
        app.database.read_from(url).await?;
    }
    Ok(app)
}

/// Gives rows of tables of other programs types by the columns that they have now.
async fn describe(adopted: &AdoptedTables, kinds: &Kinds) {
    let typed = match timeout(DATABASE_WAIT, adopted.typed(kinds)).await {
        Ok(Ok(typed)) => typed,
        Ok(Err(error)) => return without_types(&words(error)),
        Err(_) => return without_types("the database takes too long"),
    };
    for table in describe_tables(typed) {
        tracing::warn!(table, "its rows have no type, since {NO_TYPE}");
    }
}

fn without_types(error: &str) {
    tracing::warn!(error, "rows of adopted tables have no types until the next start");
}

/// The files that are read again at a signal, and what is made of them.
struct Files {
    manifests: Vec<PathBuf>,
    documents: PersistedDocuments,
    kinds: Option<PathBuf>,
    app: Arc<App>,
}

/// Reads the files again at each signal. A problem keeps what was read before.
async fn read_again(hang_up: Arc<Mutex<Signal>>, files: Arc<Files>) {
    let mut hang_up = hang_up.lock().await;
    // Nobody waits for it at the start.
    warn_of_gaps(&files.app).await;
    while hang_up.recv().await.is_some() {
        let paths = files.manifests.clone();
        match spawn_blocking(move || manifests(&paths)).await {
            Ok(Ok(read)) => {
                tracing::info!(documents = read.count(), "persisted documents are read again");
                files.documents.replace(read);
            }
            Ok(Err(problem)) => tracing::error!(problem, "persisted documents are not read again"),
            Err(error) => tracing::error!(%error, "persisted documents are not read again"),
        }
        if let (Some(path), Some(adopted)) = (&files.kinds, files.app.adopted.get()) {
            match kinds(KINDS, path) {
                Ok(kinds) => {
                    tracing::info!(tables = kinds.len(), "adopted tables are read again");
                    adopted.replace(&kinds);
                    warn_of_gaps(&files.app).await;
                }
                Err(problem) => tracing::error!(problem, "adopted tables are not read again"),
            }
        }
    }
}

/// Says what isn't kept any more of the tables of other programs, such as after a migration of theirs.
async fn warn_of_gaps(app: &App) {
    let Some(adopted) = app.adopted.get() else { return };
    match timeout(DATABASE_WAIT, adopted.gaps()).await {
        Ok(Ok(gaps)) => {
            let warn = |(table, gap)| tracing::warn!(table, %gap, "not all is kept");
            gaps.into_iter().for_each(warn);
        }
        Ok(Err(error)) => tracing::warn!(error = words(error), "it isn't known what is kept"),
        Err(_) => tracing::warn!("it isn't known what is kept: the database takes too long"),
    }
}

/// Serves metrics on an address of their own, if one is configured.
async fn serve_metrics(address: Option<&str>, app: &Arc<App>) -> Outcome {
    if let Some(address) = address {
        let listener = listen("METRICS_LISTEN", address).await?;
        tracing::info!(address = %listener.local_addr()?, "metrics are answered");
        let (app, listener) = (Arc::clone(app), Arc::new(listener));
        supervise("metrics", move || {
            let (app, listener) = (Arc::clone(&app), Arc::clone(&listener));
            async move { match server::serve_metrics(app, &listener).await {} }
        });
    }
    Ok(())
}

/// Listens on the address that a variable has.
async fn listen(variable: &str, address: &str) -> Result<TcpListener, String> {
    let bind = |address: SocketAddr| {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(WAITING_CONNECTIONS)
    };
    let listening = async {
        let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in lookup_host(address).await? {
            match bind(address) {
                Ok(listener) => return Ok(listener),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    };
    listening.await.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => {
            format!("{variable} {address} must have an address and a port, such as 127.0.0.1:8080")
        }
        _ => format!("{variable} {address} can't be used: {error}"),
    })
}
