//! `reinstate adopt`: keeps what is deleted from tables of another program.

use adopt::Kinds;
use clap::Args;
use entity::Timestamp;
use sea_orm::{ConnectOptions, Database as Connect, DatabaseConnection, DbErr};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use super::terminal::{Outcome, print, table};
use crate::{
    api::{graphql, rest::openapi},
    config::{Database, time_or_ago},
    views::{NO_TYPE, describe_tables},
};

/// Lets a database of another program keep what is deleted from its tables.
///
/// Without a flag it reads the catalogue and prints a proposal, kinds.toml, and changes nothing. With --sql
/// it prints the triggers that keep deleted rows, in a schema of their own, and with --apply it creates them.
/// `undo --by-sql` brings rows back. On SQLite its tables and triggers begin with `reinstate_`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Adopt {
    #[command(flatten)]
    database: Database,
    /// Prints every statement that this file takes.
    #[arg(long, value_name = "FILE")]
    sql: Option<PathBuf>,
    /// Prints the statements that take everything away, with all rows that were kept.
    #[arg(long, conflicts_with = "sql")]
    remove: bool,
    /// Prints the statement that forgets what was kept before a time, such as 2026-03-01T09:00:00Z, or longer ago than
    /// 30d, for good.
    #[arg(long, value_name = "TIME", value_parser = time_or_ago, conflicts_with_all = ["sql", "remove"])]
    forget: Option<Timestamp>,
    /// Prints the statements that erase all values that were kept of one row of this table, as kinds.toml calls it.
    #[arg(long, value_name = "TABLE", requires = "key", conflicts_with_all = ["sql", "remove", "forget"])]
    erase: Option<String>,
    /// With --erase: the key of the row; once for each of its columns, in the order of kinds.toml.
    #[arg(long, value_name = "VALUE", requires = "erase", allow_hyphen_values = true)]
    key: Vec<String>,
    /// Says what is kept since when, and what no longer is after a migration of the application.
    #[arg(long, conflicts_with_all = ["sql", "remove", "forget", "erase", "apply"])]
    coverage: bool,
    /// Prints the GraphQL schema that `serve --kinds` has with this file: with the rows of its tables that are typed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sql", "remove", "forget", "erase", "coverage", "apply"])]
    schema: Option<PathBuf>,
    /// Prints the OpenAPI document that it has.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sql", "remove", "forget", "erase", "coverage", "apply", "schema"])]
    openapi: Option<PathBuf>,
    /// Runs the statements in one transaction instead of printing them.
    #[arg(long)]
    apply: bool,
}

/// How long the database may take to answer at first.
const PATIENCE: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  reinstate adopt > kinds.toml
  reinstate adopt --sql kinds.toml
  reinstate adopt --sql kinds.toml --apply
  reinstate undo --since 10m --by-sql --preview
  reinstate adopt --coverage
  reinstate adopt --schema kinds.toml > schema.graphql
  reinstate adopt --forget 30d --apply
  reinstate adopt --erase customers --key 17 --apply
  reinstate adopt --remove --apply

Exit codes: 0 done; 1 nothing was changed, standard error says why; 2 invalid arguments.";

impl Adopt {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let is_named = self.remove || self.forget.is_some() || self.erase.is_some();
        if self.apply && self.sql.is_none() && !is_named {
            return Err(
                "--apply: name a file with --sql, or use --forget, --erase or --remove".into()
            );
        }
        let database = connect(&self.database.database_url).await?;
        if self.coverage {
            let rows = adopt::coverage(&database).await.map_err(words)?.into_iter().map(|it| {
                let gaps: Vec<_> = it.gaps.iter().map(ToString::to_string).collect();
                let state = if gaps.is_empty() { "kept".to_owned() } else { gaps.join("; ") };
                vec![it.kind, it.since, state]
            });
            return table::print(["TABLE", "SINCE", "STATE"], rows);
        }
        for (flag, path, print_it) in [
            ("--schema", &self.schema, graphql::sdl as fn() -> String),
            ("--openapi", &self.openapi, openapi::openapi),
        ] {
            let Some(path) = path else { continue };
            let typed = adopt::typed_kinds(&database, &kinds(flag, path)?).await;
            for table in describe_tables(typed.map_err(words)?) {
                eprintln!("Rows of {table} have no type, since {NO_TYPE}.");
            }
            return print(&print_it());
        }
        let (statements, remarks) = if self.remove {
            (adopt::removal(&database).await?, Vec::new())
        } else if let Some(before) = self.forget {
            let statements = adopt::forgetting(&database, &before.to_string()).await;
            (statements.map_err(words)?, Vec::new())
        } else if let Some(table) = &self.erase {
            let statements = adopt::erasing(&database, table, &self.key).await;
            (statements.map_err(words)?, Vec::new())
        } else if let Some(path) = &self.sql {
            adopt::statements(&database, &kinds("--sql", path)?).await.map_err(words)?
        } else {
            let proposal = adopt::adopt(&database).await.map_err(words)?;
            print(&proposal.kinds)?;
            proposal.remarks.iter().for_each(|it| eprintln!("{it}."));
            return Ok(());
        };
        remarks.iter().for_each(|it| eprintln!("{it}."));
        if !self.apply {
            return print(&adopt::script(&statements));
        }
        adopt::apply(&database, &statements).await.map_err(words)?;
        eprintln!(
            "{}",
            match self.forget {
                _ if self.remove => "Everything is taken away.",
                _ if self.erase.is_some() => "What was kept of the row is erased.",
                Some(_) => "What was kept before is forgotten.",
                None => "What is deleted is kept from now on.",
            }
        );
        Ok(())
    }
}

/// Connects to a database of another program, in which the service has no tables.
pub async fn connect(url: &str) -> Outcome<DatabaseConnection> {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).acquire_timeout(PATIENCE).sqlx_logging(false);
    let connected = Connect::connect(options).await;
    Ok(connected.map_err(|error| format!("DATABASE_URL: {}", words(error)))?)
}

/// The tables of other programs that the file of a setting names.
pub fn kinds(setting: &str, path: &Path) -> Result<Kinds, String> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{setting} {shown}: {error}"))?;
    adopt::parse(&text).map_err(|error| format!("{setting} {shown}: {error}"))
}

/// What the database says, without the place in its own source.
pub fn words(error: DbErr) -> String {
    match (adopt::refused(&error), &error) {
        (Some(refused), _) => format!("the database says: {}", refused.message()),
        (None, DbErr::Custom(text)) => text.clone(),
        (None, _) => error.to_string(),
    }
}
