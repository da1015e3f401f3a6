//! `reinstate migrate`: updates the schema.

use clap::Args;

use super::{database, terminal::Outcome};
use crate::config::Database;

/// Brings the schema of the database up to date.
///
/// Applies all missing changes or none. `serve` does the same when it starts.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Migrate {
    #[command(flatten)]
    database: Database,
}

const EXAMPLES: &str = "\
Example:
  reinstate migrate --database-url postgres://reinstate@db/reinstate

Exit codes: 0 done; 1 nothing was changed, standard error says why; 2 invalid arguments.";

impl Migrate {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        database::open_or_create(&self.database).await?;
        eprintln!("The schema is up to date.");
        Ok(())
    }
}
