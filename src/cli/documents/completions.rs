//! `reinstate completions`: shell completions.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::cli::terminal::{Outcome, print};

/// Prints a script that completes commands and flags in a shell.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

const EXAMPLES: &str = "\
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
