//! Checks documents where they are looked up, and caches those that pass.

use apollo_compiler::{
    ExecutableDocument as ValidDocument, Schema, executable::OperationType, validation::Valid,
};
use async_graphql::{
    ServerError, Variables,
    parser::{
        parse_query,
        types::{DocumentOperations, ExecutableDocument, OperationDefinition},
    },
};
use moka::sync::Cache;
use sha2::{Digest, Sha256};
use std::{cell::Cell, sync::Arc};

use super::{
    cost::{measure, record_count},
    limits::{Cost, LimitExceeded, Limits},
    page_sizes::{PageSizes, VariableValues},
    request_log::{Outline, Outlines},
    scan::scan,
    validation::{syntax_error, validate, validate_variables},
};
use crate::{
    api::graphql::resolve::{bad_request, subscription::unwrap_root_fields},
    telemetry::metrics::Meter,
};

/// Bytes of text whose documents are cached.
const CACHE_BYTES: u64 = 4 * 1024 * 1024;

/// Checks documents against the limits and the schema.
pub struct Documents {
    limits: Limits,
    page_sizes: PageSizes,
    schema: Valid<Schema>,
    cache: Cache<[u8; 32], Arc<Document>>,
    meter: Meter,
}

/// A document that passed every check but those of its variables.
pub struct Document {
    /// The document, ready for execution.
    pub parsed: ExecutableDocument,
    valid: Valid<ValidDocument>,
    outlines: Outlines,
    cost: Cost,
    /// Whether the number of its objects depends on variables.
    cost_varies: bool,
}

/// Why a document is not executed.
#[derive(Debug)]
pub struct Rejection {
    /// The limit that it exceeds, or another label for the metrics.
    pub reason: &'static str,
    /// What is wrong.
    pub errors: Vec<ServerError>,
    /// The cost of the document, where it is known.
    pub cost: Option<Cost>,
}

impl Documents {
    /// Creates a checker for a schema in the definition language.
    ///
    /// # Errors
    /// When the schema itself is not valid, which a test rules out.
    pub fn new(sdl: &str, limits: Limits) -> Result<Self, String> {
        let schema = Schema::parse_and_validate(sdl, "schema.graphql")
            .map_err(|error| error.errors.to_string())?;
        let cache = Cache::builder()
            .max_capacity(CACHE_BYTES)
            .weigher(|_, document: &Arc<Document>| document.bytes())
            .build();
        let page_sizes = PageSizes::of(&schema);
        Ok(Self { limits, page_sizes, schema, cache, meter: Meter::default() })
    }

    /// Counts the hits and misses of the cache.
    pub fn metered(self, meter: Meter) -> Self {
        Self { meter, ..self }
    }

    /// A function that returns about how many documents are cached.
    pub fn entry_count(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let cache = self.cache.clone();
        move || cache.entry_count()
    }

    /// The limits of a document.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Looks up a document by its text, and checks it when it is not in the cache.
    ///
    /// # Errors
    /// What is wrong with the document.
    pub fn look_up(&self, text: &str) -> Result<Arc<Document>, Rejection> {
        let key = Sha256::digest(text).into();
        if let Some(document) = self.cache.get(&key) {
            self.meter.hit();
            return Ok(document);
        }
        self.meter.missed();
        let document = Arc::new(self.check(text)?);
        self.cache.insert(key, Arc::clone(&document));
        Ok(document)
    }

    fn check(&self, text: &str) -> Result<Document, Rejection> {
        scan(text, &self.limits)?;
        let mut parsed = parse_query(text).map_err(|error| Rejection {
            reason: "syntax",
            errors: vec![syntax_error(&error)],
            cost: None,
        })?;
        let varies = Cell::new(false);
        let values = VariableValues::Unknown(&varies);
        let cost = measure(&parsed, &self.limits, |field| self.page_sizes.size(field, &values))?;
        let valid = validate(&self.schema, text).map_err(|errors| Rejection {
            reason: "invalid",
            errors,
            cost: Some(cost),
        })?;
        unwrap_root_fields(&mut parsed);
        let outlines = Outlines::of(&valid);
        Ok(Document { parsed, valid, outlines, cost, cost_varies: varies.get() })
    }

    /// Checks the variables of an operation, and returns its cost with them.
    ///
    /// # Errors
    /// When the variables are not valid, or when the cost exceeds a limit.
    pub fn check_variables(
        &self,
        document: &Document,
        operation: Option<&str>,
        variables: &Variables,
    ) -> Result<Cost, Rejection> {
        let mut cost = document.cost;
        validate_variables(&self.schema, &document.valid, operation, variables).map_err(
            |error| Rejection { reason: "variables", errors: vec![error], cost: Some(cost) },
        )?;
        if document.cost_varies
            && let Some(operation) = document.operation(operation)
        {
            let values = VariableValues::Known(variables, operation);
            let size = |field: &_| self.page_sizes.size(field, &values);
            cost.records = record_count(&document.parsed, operation, size);
            cost.check(&self.limits)?;
        }
        Ok(cost)
    }
}

impl Document {
    /// The root fields of an operation; `None` when it can't be executed.
    pub fn outline(&self, operation: Option<&str>) -> Option<Arc<Outline>> {
        self.outlines.get(operation).cloned()
    }

    /// Query, mutation or subscription; `None` when the operation can't be executed.
    pub fn kind(&self, operation: Option<&str>) -> Option<OperationType> {
        Some(self.valid.operations.get(operation).ok()?.operation_type)
    }

    fn operation(&self, name: Option<&str>) -> Option<&OperationDefinition> {
        let operation = match (&self.parsed.operations, name) {
            (DocumentOperations::Single(operation), _) => Some(operation),
            (DocumentOperations::Multiple(operations), Some(name)) => operations.get(name),
            (DocumentOperations::Multiple(operations), None) => operations.values().next(),
        };
        operation.map(|operation| &operation.node)
    }

    fn bytes(&self) -> u32 {
        let texts = self.valid.sources.values().map(|source| source.source_text().len());
        u32::try_from(texts.sum::<usize>()).unwrap_or(u32::MAX)
    }
}

impl From<LimitExceeded> for Rejection {
    fn from(error: LimitExceeded) -> Self {
        let errors = vec![bad_request(&error.to_string(), None)];
        Self { reason: error.limit, errors, cost: error.cost }
    }
}
