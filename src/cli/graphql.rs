//! What may be settled about GraphQL.

use clap::Args;
use std::{path::PathBuf, sync::Arc};

use crate::api::graphql::{Settings, Trusted, guard::Limits, transport::live::Timeouts};

/// The limits of documents and what clients may send.
#[derive(Args)]
#[command(next_help_heading = "GraphQL")]
pub struct Graphql {
    /// Most bytes of a document.
    #[arg(long, env = "GRAPHQL_MAX_BYTES", value_name = "N", default_value_t = Limits::DEFAULT.bytes)]
    max_bytes: usize,
    /// Most tokens of a document.
    #[arg(long, env = "GRAPHQL_MAX_TOKENS", value_name = "N", default_value_t = Limits::DEFAULT.tokens)]
    max_tokens: usize,
    /// Most brackets that a document has open at once.
    #[arg(long, env = "GRAPHQL_MAX_NESTING", value_name = "N", default_value_t = Limits::DEFAULT.nesting)]
    max_nesting: usize,
    /// Most fields of a document, those of fragments counted wherever they are spread.
    #[arg(long, env = "GRAPHQL_MAX_FIELDS", value_name = "N", default_value_t = Limits::DEFAULT.fields)]
    max_fields: usize,
    /// Most fields within fields; introspection as tools ask for it takes 15.
    #[arg(long, env = "GRAPHQL_MAX_DEPTH", value_name = "N", default_value_t = Limits::DEFAULT.depth)]
    max_depth: usize,
    /// Most aliases of a document, counted like fields.
    #[arg(long, env = "GRAPHQL_MAX_ALIASES", value_name = "N", default_value_t = Limits::DEFAULT.aliases)]
    max_aliases: usize,
    /// Most directives of a document, counted like fields.
    #[arg(long, env = "GRAPHQL_MAX_DIRECTIVES", value_name = "N", default_value_t = Limits::DEFAULT.directives)]
    max_directives: usize,
    /// Most operations and fragments of a document.
    #[arg(long, env = "GRAPHQL_MAX_DEFINITIONS", value_name = "N", default_value_t = Limits::DEFAULT.definitions)]
    max_definitions: usize,
    /// Most objects that a document can ask for, those of a list counted one by one.
    #[arg(long, env = "GRAPHQL_MAX_RECORDS", value_name = "N", default_value_t = Limits::DEFAULT.records)]
    max_records: usize,
    /// Most requests in a batch, up to 10; 0 refuses batches.
    #[arg(
        long,
        env = "GRAPHQL_MAX_BATCH",
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u8).range(0..=10)
    )]
    max_batch: u8,
    /// Keeps the schema from introspection.
    #[arg(long, env = "GRAPHQL_HIDE_SCHEMA")]
    hide_schema: bool,
    /// A manifest (JSON) of documents that clients may name: by id, as Relay's compiler writes it,
    /// or Apollo's.
    #[arg(long, env = "GRAPHQL_TRUSTED_DOCUMENTS", value_name = "FILE")]
    trusted_documents: Option<PathBuf>,
    /// Takes trusted documents only.
    #[arg(long, env = "GRAPHQL_TRUSTED_ONLY", requires = "trusted_documents")]
    trusted_only: bool,
}

impl Graphql {
    /// The settings, with the manifest read.
    pub fn settings(&self) -> Result<Settings, String> {
        let trusted = match &self.trusted_documents {
            None => Trusted::default(),
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| error.to_string())
                .and_then(|manifest| Trusted::read(&manifest))
                .map_err(|problem| format!("--trusted-documents {}: {problem}", path.display()))?,
        };
        let limits = Limits {
            bytes: self.max_bytes,
            tokens: self.max_tokens,
            nesting: self.max_nesting,
            fields: self.max_fields,
            depth: self.max_depth,
            aliases: self.max_aliases,
            directives: self.max_directives,
            definitions: self.max_definitions,
            records: self.max_records,
        };
        Ok(Settings {
            limits,
            max_batch: usize::from(self.max_batch),
            hide_schema: self.hide_schema,
            trusted: Arc::new(trusted),
            trusted_only: self.trusted_only,
            pace: Timeouts::default(),
        })
    }
}
