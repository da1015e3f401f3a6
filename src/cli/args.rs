//! The command line: one short file a command.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::{process::ExitCode, sync::Arc};

use super::{check, export, import, migrate, purge, role, seed, serve, token, user};
use crate::{
    api::{graphql, rest::openapi},
    app::App,
    clock::Clock,
    error::Error,
    store::database::{Database, Synchronous},
};

/// What a command ends with when it can't do what it was asked.
pub(super) type Outcome = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// reinstate keeps records that are deleted softly and brings them back, through GraphQL and REST.
///
/// Without a command it serves. Every setting is a flag or an environment variable.
#[derive(Parser)]
#[command(name = "reinstate", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

// A command without a text here is described, with examples, in its own file.
#[derive(Subcommand)]
enum Command {
    /// Brings the schema up to date, then serves until SIGTERM or Ctrl-C.
    Serve(Box<serve::Serve>),
    /// Brings the schema of the database up to date.
    Migrate(migrate::Migrate),
    /// Loads fixtures (JSON) in one transaction; without a file, the demo data.
    Seed(seed::Seed),
    Token(token::Token),
    User(user::User),
    Role(role::Role),
    Export(export::Export),
    Import(import::Import),
    Purge(purge::Purge),
    Check(check::Check),
    /// Prints the GraphQL schema in its definition language.
    Schema,
    /// Prints the OpenAPI 3.1 document.
    Openapi,
}

/// Which database a command works on.
#[derive(Args)]
pub(super) struct Storage {
    /// The database: `sqlite://FILE?mode=rwc` or `postgres://USER:PASSWORD@HOST/NAME`.
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        default_value = "sqlite://reinstate.db?mode=rwc",
        hide_env_values = true
    )]
    pub(super) database_url: String,
    /// When SQLite has a change on the disk: before it is answered, or (normal) a while after, which
    /// is faster, and a power cut can take the last ones.
    #[arg(long, env = "SQLITE_SYNCHRONOUS", value_name = "WHEN", default_value = "full")]
    sqlite_synchronous: Writing,
}

/// When SQLite has what it writes on the disk.
#[derive(Clone, Copy, ValueEnum)]
enum Writing {
    /// Before it is answered.
    Full,
    /// A while after.
    Normal,
}

impl Storage {
    /// The application over the database, its schema up to date.
    pub(crate) async fn open(&self) -> Result<Arc<App>, Box<dyn std::error::Error + Send + Sync>> {
        let app = self.open_unseen().await?;
        app.database.access().await?;
        app.database.migrate().await?;
        Ok(app)
    }

    /// The application over a database that may not be there yet.
    pub(super) async fn open_unseen(
        &self,
    ) -> Result<Arc<App>, Box<dyn std::error::Error + Send + Sync>> {
        let synchronous = match self.sqlite_synchronous {
            Writing::Full => Synchronous::Full,
            Writing::Normal => Synchronous::Normal,
        };
        let database = Database::open_with(&self.database_url, synchronous).await?;
        Ok(Arc::new(App::new(database, Clock::system())))
    }
}

/// Runs the command that the arguments name. Standard output carries what was asked for, standard
/// error everything else; the exit code is 0, 1 for a failure, and 2 for arguments that are off.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let command = cli.command.unwrap_or(Command::Serve(Box::new(cli.serve)));
    match carry_out(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("reinstate: {error}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(command: Command) -> Outcome {
    let runtime = tokio::runtime::Runtime::new()?;
    match command {
        Command::Serve(serve) => {
            let telemetry = serve.telemetry()?;
            let outcome = runtime.block_on(serve.run(&telemetry));
            // Tasks log until the runtime drops them, so the log ends after it.
            drop(runtime);
            outcome
        }
        Command::Migrate(migrate) => runtime.block_on(migrate.run()),
        Command::Seed(seed) => runtime.block_on(seed.run()),
        Command::Token(token) => runtime.block_on(token.run()),
        Command::User(user) => runtime.block_on(user.run()),
        Command::Role(role) => runtime.block_on(role.run()),
        Command::Check(check) => runtime.block_on(check.run()),
        Command::Export(export) => runtime.block_on(export.run()),
        Command::Import(import) => runtime.block_on(import.run()),
        Command::Purge(purge) => runtime.block_on(purge.run()),
        Command::Schema => print(&graphql::sdl()),
        Command::Openapi => print(&openapi::openapi()),
    }
}

/// Writes a text to standard output. A reader that has gone away is no failure.
pub(super) fn print(text: &str) -> Outcome {
    use std::io::{ErrorKind, Write};
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// A failure in terms of the command line.
pub(super) fn told(error: Error) -> String {
    match error {
        Error::Invalid(field_errors) => field_errors
            .iter()
            .map(|field_error| {
                format!("--{} {}", field_error.field.replace('_', "-"), field_error.message)
            })
            .collect::<Vec<_>>()
            .join("; "),
        error => error.message().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use sea_orm::{ConnectionTrait, Statement};

    use super::Storage;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        storage: Storage,
    }

    /// What is asked for is what the connection that writes is set to.
    #[tokio::test]
    async fn sqlite_writes_as_it_is_told() {
        // By the numbers that SQLite has for them.
        for (arguments, expected) in [
            (&[][..], 2_i64),
            (&["--sqlite-synchronous", "full"], 2),
            (&["--sqlite-synchronous", "normal"], 1),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let url = format!("sqlite://{}/data.db?mode=rwc", folder.path().display());
            let always = ["reinstate", "--database-url", url.as_str()];
            let line = Line::parse_from(always.iter().chain(arguments));
            let database = line.storage.open().await.unwrap().database.clone();
            let ask = Statement::from_string(database.backend(), "PRAGMA synchronous");
            let row = database.writer.query_one_raw(ask).await.unwrap().unwrap();
            assert_eq!(row.try_get_by_index::<i64>(0).unwrap(), expected, "{arguments:?}");
        }
    }
}
