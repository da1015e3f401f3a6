//! The service, built from the kinds that it serves.

use std::process::ExitCode;

use crate::{
    cli,
    kinds::{self, KindError},
    resources::Resource,
};

/// The service: the command line with both APIs over its kinds.
///
/// A program that serves the built-in kinds and one of its own:
///
/// ```no_run
/// # fn supplier() -> reinstate::resources::Resource { unimplemented!() }
/// use reinstate::{Service, kinds};
///
/// fn main() -> std::process::ExitCode {
///     Service::builder().kinds(kinds::all()).kind(supplier()).run()
/// }
/// ```
#[derive(Debug)]
pub struct Service(());

/// The kinds of a service that is being built.
#[derive(Debug, Default)]
pub struct Builder {
    kinds: Vec<Resource>,
}

impl Service {
    /// A service without kinds.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Runs the command that the process's arguments name, such as `serve`.
    pub fn run(self) -> ExitCode {
        cli::run()
    }
}

impl Builder {
    /// Adds kinds, in the order of the schema.
    pub fn kinds(mut self, kinds: impl IntoIterator<Item = Resource>) -> Self {
        self.kinds.extend(kinds);
        self
    }

    /// Adds a kind.
    pub fn kind(self, kind: Resource) -> Self {
        self.kinds([kind])
    }

    /// Builds the service. A process has one set of kinds.
    ///
    /// # Errors
    /// When a kind doesn't fit its table or the others, when one that the service needs is missing, and
    /// when the process serves other kinds already.
    pub fn build(self) -> Result<Service, KindError> {
        kinds::register(self.kinds)?;
        Ok(Service(()))
    }

    /// Builds the service and runs the command that the arguments name.
    ///
    /// The exit code is 0, 1 for a failure, and 2 for invalid arguments.
    pub fn run(self) -> ExitCode {
        match self.build() {
            Ok(service) => service.run(),
            Err(error) => {
                eprintln!("reinstate: {error}");
                ExitCode::FAILURE
            }
        }
    }
}
