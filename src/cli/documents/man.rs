//! `reinstate man`: man pages.

use clap::{Args, Command};
use clap_mangen::generate_to;
use std::{fs, path::PathBuf};

use crate::cli::terminal::{Outcome, print};

/// Prints the man page, or writes one for each command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// The folder, which is created if missing. Without it, `reinstate(1)` is printed.
    folder: Option<PathBuf>,
}

const EXAMPLES: &str = "\
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
