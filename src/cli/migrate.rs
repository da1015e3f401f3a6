//! `reinstate migrate`.

use clap::Args;

use super::args::{Outcome, Storage};

/// Brings the schema of the database up to date.
#[derive(Args)]
pub struct Migrate {
    #[command(flatten)]
    storage: Storage,
}

impl Migrate {
    /// Does so: all changes or none.
    pub async fn run(self) -> Outcome {
        self.storage.open().await?;
        eprintln!("The schema is up to date.");
        Ok(())
    }
}
