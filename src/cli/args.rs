//! The commands, and the parser of the command line.

use clap::{CommandFactory, Parser, Subcommand};
use std::{io, process::ExitCode};
use tokio::runtime::{Builder, Runtime};

use super::{
    accounts::{Link, Role, Token, User},
    adopt::Adopt,
    check::Check,
    documents::{Completions, Man},
    export::Export,
    import::Import,
    migrate::Migrate,
    records::{Erase, Purge, Undo},
    seed::Seed,
    serve::Serve,
    terminal::{Outcome, print},
};
use crate::{
    api::{graphql, rest::openapi},
    config,
};

/// A self-hosted recycle bin, undo and audit trail for administration data, over GraphQL and REST.
///
/// Without a command, reinstate serves. Every setting is a flag and an environment variable; the flag
/// wins, and an empty variable counts as unset.
#[derive(Parser)]
#[command(name = "reinstate", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

// A command without help here has its help, with examples, in its own file.
#[derive(Subcommand)]
enum Command {
    Serve(Box<Serve>),
    Migrate(Migrate),
    Seed(Seed),
    Token(Token),
    Link(Link),
    User(User),
    Role(Role),
    Export(Export),
    Import(Import),
    Undo(Undo),
    Purge(Purge),
    Erase(Erase),
    Check(Check),
    Adopt(Adopt),
    /// Prints the GraphQL schema (SDL).
    Schema {
        /// Prints the subgraph of Apollo Federation 2 that `serve --federation` serves.
        #[arg(long)]
        federation: bool,
    },
    /// Prints the OpenAPI 3.1 document.
    Openapi,
    Man(Man),
    Completions(Completions),
}

/// Runs the command that the arguments name.
///
/// Standard output has the result, standard error everything else. The exit code is 0, 1 for a
/// failure, and 2 for invalid arguments.
pub fn run() -> ExitCode {
    let (cli, names) = config::parse::<Cli>();
    match run_command(cli.command.unwrap_or(Command::Serve(Box::new(cli.serve)))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("reinstate: {}", names.apply(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// So many steps of tasks, before a worker looks for connections and data that came meanwhile.
///
/// Steps of expensive requests take a millisecond, and with the default of 61 a short one waited for as many.
const EVENT_INTERVAL: u32 = 8;

fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().enable_all().event_interval(EVENT_INTERVAL).build()
}

fn run_command(command: Command) -> Outcome {
    let runtime = runtime()?;
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
        Command::Link(link) => runtime.block_on(link.run()),
        Command::User(user) => runtime.block_on(user.run()),
        Command::Role(role) => runtime.block_on(role.run()),
        Command::Check(check) => runtime.block_on(check.run()),
        Command::Adopt(adopt) => runtime.block_on(adopt.run()),
        Command::Export(export) => runtime.block_on(export.run()),
        Command::Import(import) => runtime.block_on(import.run()),
        Command::Undo(undo) => runtime.block_on(undo.run()),
        Command::Purge(purge) => runtime.block_on(purge.run()),
        Command::Erase(erase) => runtime.block_on(erase.run()),
        Command::Schema { federation: false } => print(&graphql::sdl()),
        Command::Schema { federation: true } => print(&graphql::subgraph_sdl()),
        Command::Openapi => print(&openapi::openapi()),
        Command::Man(man) => man.run(Cli::command()),
        Command::Completions(completions) => completions.run(Cli::command()),
    }
}
