//! `reinstate man` and `reinstate completions`: what a package installs beside the program.

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::generate_to;
use std::{fs, path::PathBuf};

use super::terminal::{Outcome, print};

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
