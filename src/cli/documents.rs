//! What the program prints about itself: its schemas, man pages and completions.

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::generate_to;
use std::{fs, path::PathBuf};

use super::{
    adopt::words,
    serve::kinds,
    terminal::{Outcome, print},
};
use crate::{
    api::{graphql, rest::openapi},
    app::AdoptedTables,
    views::{NO_TYPE, describe_tables},
};

/// Prints the GraphQL schema (SDL).
#[derive(Args)]
pub struct Schema {
    /// Prints the subgraph of Apollo Federation 2 that `serve --federation` serves.
    #[arg(long)]
    federation: bool,
    #[command(flatten)]
    rows: Rows,
}

/// Prints the OpenAPI 3.1 document.
#[derive(Args)]
pub struct Openapi {
    #[command(flatten)]
    rows: Rows,
}

/// The tables of other programs whose rows are described too.
#[derive(Args)]
struct Rows {
    /// Describes rows of tables of other programs too, as `serve --kinds` does.
    #[arg(long, value_name = "FILE", requires = "database_url")]
    kinds: Option<PathBuf>,
    /// The database of these tables.
    #[arg(long, env, value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
}

impl Schema {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        self.rows.describe().await?;
        print(&if self.federation { graphql::subgraph_sdl() } else { graphql::sdl() })
    }
}

impl Openapi {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        self.rows.describe().await?;
        print(&openapi::openapi())
    }
}

impl Rows {
    async fn describe(self) -> Outcome {
        let (Some(path), Some(url)) = (self.kinds, self.database_url) else { return Ok(()) };
        let kinds = kinds(&path)?;
        let adopted = AdoptedTables::open(&url, &kinds).await.map_err(words)?;
        for table in describe_tables(adopted.columns(&kinds).await.map_err(words)?) {
            eprintln!("reinstate: rows of {table} have no type, since {NO_TYPE}");
        }
        Ok(())
    }
}

/// Prints the man page, or writes one for each command.
#[derive(Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct Man {
    /// The folder, which is created if missing. Without it, `reinstate(1)` is printed.
    folder: Option<PathBuf>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  reinstate man | man -l -
  reinstate man ~/.local/share/man/man1 && man reinstate-serve

Exit codes: 0 done; 1 failed, standard error says why; 2 invalid arguments.";

impl Man {
    /// Runs the command.
    pub fn run(self, program: Command) -> Outcome {
        let Some(folder) = self.folder else {
            let mut page = Vec::new();
            clap_mangen::Man::new(program).render(&mut page)?;
            return print(&String::from_utf8(page)?);
        };
        let written = fs::create_dir_all(&folder).and_then(|()| generate_to(program, &folder));
        written.map_err(|error| {
            format!("FOLDER {} can't be written: {error}", folder.display()).into()
        })
    }
}

/// Prints a script that completes commands and flags in a shell.
#[derive(Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  source <(reinstate completions bash)
  reinstate completions bash > ~/.local/share/bash-completion/completions/reinstate
  reinstate completions zsh > ~/.zfunc/_reinstate
  reinstate completions fish > ~/.config/fish/completions/reinstate.fish

Exit codes: 0 done; 1 failed, standard error says why; 2 invalid arguments.";

impl Completions {
    /// Runs the command.
    pub fn run(self, mut program: Command) -> Outcome {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        generate(self.shell, &mut program, name, &mut script);
        print(&String::from_utf8(script)?)
    }
}
