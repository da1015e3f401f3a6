//! The settings of GraphQL.

use clap::Args;
use std::path::PathBuf;

use super::values::at_least_one;
use crate::api::graphql::guard::Limits as Document;

/// Limits of GraphQL documents, and which documents are run.
#[derive(Args)]
#[command(next_help_heading = "GraphQL")]
pub struct GraphQl {
    /// Maximum bytes of a document.
    #[arg(long, env = "GRAPHQL_MAX_BYTES", value_name = "N", default_value_t = Document::DEFAULT.bytes, value_parser = at_least_one)]
    pub max_bytes: usize,
    /// Maximum tokens of a document.
    #[arg(long, env = "GRAPHQL_MAX_TOKENS", value_name = "N", default_value_t = Document::DEFAULT.tokens, value_parser = at_least_one)]
    pub max_tokens: usize,
    /// Maximum nesting depth of brackets in a document.
    #[arg(long, env = "GRAPHQL_MAX_NESTING", value_name = "N", default_value_t = Document::DEFAULT.nesting, value_parser = at_least_one)]
    pub max_nesting: usize,
    /// Maximum fields of a document. Those of a fragment count wherever it is spread.
    #[arg(long, env = "GRAPHQL_MAX_FIELDS", value_name = "N", default_value_t = Document::DEFAULT.fields, value_parser = at_least_one)]
    pub max_fields: usize,
    /// Maximum depth of fields within fields; introspection by common tools needs 15.
    #[arg(long, env = "GRAPHQL_MAX_DEPTH", value_name = "N", default_value_t = Document::DEFAULT.depth, value_parser = at_least_one)]
    pub max_depth: usize,
    /// Maximum aliases of a document, counted like fields.
    #[arg(long, env = "GRAPHQL_MAX_ALIASES", value_name = "N", default_value_t = Document::DEFAULT.aliases, value_parser = at_least_one)]
    pub max_aliases: usize,
    /// Maximum directives of a document, counted like fields.
    #[arg(long, env = "GRAPHQL_MAX_DIRECTIVES", value_name = "N", default_value_t = Document::DEFAULT.directives, value_parser = at_least_one)]
    pub max_directives: usize,
    /// Maximum operations and fragments of a document.
    #[arg(long, env = "GRAPHQL_MAX_DEFINITIONS", value_name = "N", default_value_t = Document::DEFAULT.definitions, value_parser = at_least_one)]
    pub max_definitions: usize,
    /// Maximum objects that a document can request. Each item of a list counts.
    #[arg(long, env = "GRAPHQL_MAX_RECORDS", value_name = "N", default_value_t = Document::DEFAULT.records, value_parser = at_least_one)]
    pub max_records: usize,
    /// Maximum requests in a batch, up to 10; 0 disables batches.
    #[arg(
        long,
        env = "GRAPHQL_MAX_BATCH",
        value_name = "N",
        default_value_t = 0,
        value_parser = clap::value_parser!(u8).range(0..=10)
    )]
    pub max_batch: u8,
    /// Disables introspection and GraphiQL. Errors of invalid documents leave out names.
    #[arg(long, env = "GRAPHQL_HIDE_SCHEMA")]
    pub hide_schema: bool,
    /// Serves an Apollo Federation 2 subgraph, with `_service` and `_entities`.
    #[arg(long, env)]
    pub federation: bool,
    /// Manifests (JSON) of documents that clients can name by id or hash. Apollo's tools,
    /// relay-compiler and graphql-codegen write them: files, or folders of `.json` files, separated
    /// by commas or given several times. SIGHUP reads them again.
    #[arg(
        long,
        env = "GRAPHQL_TRUSTED_DOCUMENTS",
        value_name = "FILE|FOLDER",
        value_delimiter = ','
    )]
    pub trusted_documents: Vec<PathBuf>,
    /// Runs trusted documents only, and disables GraphiQL.
    #[arg(long, env = "GRAPHQL_TRUSTED_ONLY", requires = "trusted_documents")]
    pub trusted_only: bool,
}
