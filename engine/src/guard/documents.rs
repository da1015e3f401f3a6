//! Checks documents where they are looked up, and caches those that pass.

use apollo_compiler::{
    ExecutableDocument as ValidDocument, Name, Node, executable::Operation, validation::Valid,
};
use async_graphql::{
    ServerError, Variables as Sent,
    parser::{
        parse_query,
        types::{DocumentOperations, ExecutableDocument, OperationDefinition},
    },
};
use sha2::{Digest, Sha256};
use std::{cell::Cell, collections::HashMap, sync::Arc};

use super::{
    cost::{measure, record_count},
    limits::{Cost, Limits},
    outline::Outline,
    page_sizes::{PageSizes, VariableValues},
    plans::Plans,
    rejection::{Rejection, RejectionReason},
    scan::{scan, without_escapes},
    validation::{
        check_introspection, check_literals, operation, syntax_error, validate, validate_variables,
    },
};
use crate::{
    BoundedCache,
    plan::{Definitions, Host, Plan, Variables, compile},
};

/// About how many bytes of memory cached documents have.
const CACHE_BYTES: usize = 32 * 1024 * 1024;

/// Bytes of memory of a token, in both syntax trees.
const TOKEN_BYTES: usize = 150;
/// Bytes of memory of a field in a plan. The fields of fragments count where they are spread.
const FIELD_BYTES: usize = 300;

/// Checks documents against the limits and the schema.
pub struct Documents<H: Host> {
    limits: Limits,
    page_sizes: PageSizes,
    definitions: Arc<Definitions>,
    hides_schema: bool,
    cache: BoundedCache<[u8; 32], Arc<Document<H>>>,
    /// Is told whether a document was in the cache.
    met: Box<dyn Fn(bool) + Send + Sync>,
}

/// A document that passed every check but those of its variables.
pub struct Document<H: Host> {
    parsed: ExecutableDocument,
    valid: Valid<ValidDocument>,
    /// A value that its custom scalar doesn't accept. The log still names the operation.
    wrong_literal: Option<ServerError>,
    plans: Plans<H::Notes>,
    outlines: HashMap<Option<Name>, Arc<Outline>>,
    cost: Cost,
    /// About how many bytes it has in memory with its plans.
    bytes: usize,
    /// Whether the number of its objects depends on variables.
    cost_varies: bool,
}

impl<H: Host> Documents<H> {
    /// Creates a checker for a schema.
    pub fn new(definitions: Arc<Definitions>, limits: Limits, hides_schema: bool) -> Self {
        let cache =
            BoundedCache::of_bytes(CACHE_BYTES, |_, document: &Arc<Document<H>>| document.bytes);
        let page_sizes = PageSizes::of(&definitions.schema);
        let met = Box::new(|_: bool| {});
        Self { limits, page_sizes, definitions, hides_schema, cache, met }
    }

    /// Tells for each look-up whether the document was in the cache.
    pub fn metered(self, met: impl Fn(bool) + Send + Sync + 'static) -> Self {
        Self { met: Box::new(met), ..self }
    }

    /// A function that returns about how many documents are cached.
    pub fn entry_count(&self) -> impl Fn() -> u64 + Send + Sync + use<H> {
        let cache = self.cache.clone();
        move || cache.count()
    }

    /// The limits of a document.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Looks up a document by its text.
    ///
    /// It is checked when it is not in the cache.
    ///
    /// # Errors
    /// When it exceeds a limit, or is not valid.
    pub fn look_up(&self, text: &str) -> Result<Arc<Document<H>>, Rejection> {
        let key: [u8; 32] = Sha256::digest(text).into();
        let known = self.cache.get(&key);
        (self.met)(known.is_some());
        if let Some(document) = known {
            return Ok(document);
        }
        let document = Arc::new(self.check(text)?);
        self.cache.insert(key, Arc::clone(&document));
        Ok(document)
    }

    fn check(&self, text: &str) -> Result<Document<H>, Rejection> {
        scan(text, &self.limits).map_err(Rejection::over::<H>)?;
        let parsed = parse_query(without_escapes(text)).map_err(|error| Rejection {
            reason: RejectionReason::Syntax,
            errors: vec![syntax_error::<H>(text, &error)],
            cost: None,
        })?;
        let varies = Cell::new(false);
        let values = VariableValues::Unknown(&varies);
        let size = |field: &_| self.page_sizes.size::<H>(field, &values);
        let cost = measure(&parsed, &self.limits, size).map_err(Rejection::over::<H>)?;
        let schema = &self.definitions.schema;
        let valid = validate::<H>(schema, text).map_err(|errors| Rejection {
            reason: RejectionReason::Invalid,
            errors: errors.into_iter().map(|error| self.without_names(error)).collect(),
            cost: Some(cost),
        })?;
        let wrong_literal = check_literals::<H>(schema, &valid).err();
        let outline = |it: &Node<Operation>| (it.name.clone(), Arc::new(Outline::of(&valid, it)));
        let outlines = valid.operations.iter().map(outline).collect();
        let (plans, bytes_of_plans) = Plans::of(&valid, cost.fields * FIELD_BYTES);
        let tokens = text.split(|it: char| !it.is_alphanumeric()).count();
        let bytes = text.len() + tokens * TOKEN_BYTES + bytes_of_plans;
        let cost_varies = varies.get();
        Ok(Document { parsed, valid, wrong_literal, plans, outlines, cost, bytes, cost_varies })
    }

    /// Prepares an operation with a request's variables, and returns its cost.
    ///
    /// # Errors
    /// When the variables are not valid, or when the cost exceeds a limit.
    pub fn prepare(
        &self,
        document: &Document<H>,
        name: Option<&str>,
        mut sent: Sent,
    ) -> Result<(Prepared<H::Notes>, Cost), Rejection> {
        let mut cost = document.cost;
        let rejected = |error| Rejection {
            reason: RejectionReason::Variables,
            errors: vec![self.without_names(error)],
            cost: Some(document.cost),
        };
        let operation = operation::<H>(&document.valid, name).map_err(rejected)?;
        if let Some(error) = &document.wrong_literal {
            return Err(rejected(error.clone()));
        }
        // What it doesn't declare means nothing, and would be held while it runs.
        sent.retain(|name, _| operation.variables.iter().any(|it| it.name == name.as_str()));
        let schema = &self.definitions.schema;
        validate_variables::<H>(schema, &document.valid, operation, &sent).map_err(rejected)?;
        if document.cost_varies
            && let Some(operation) = document.parsed_operation(name)
        {
            let values = VariableValues::Known(&sent, operation);
            let size = |field: &_| self.page_sizes.size::<H>(field, &values);
            cost.records = record_count(&document.parsed, operation, size);
            cost.check(&self.limits).map_err(Rejection::over::<H>)?;
        }
        let variables = Variables::new(sent, operation);
        let plan = document.plans.get(operation, &variables, || {
            compile::<H>(&self.definitions, &document.valid, operation, &variables)
        });
        let mut required = plan.required.iter();
        if let Some((name, place)) = required.find(|(name, _)| variables.is_null(name)) {
            let message = format!("The value of variable {name} must not be null where it is used");
            return Err(rejected(H::refused(&message, *place)));
        }
        let mut definitions = None;
        if plan.introspects && !self.hides_schema {
            check_introspection::<H>(&document.valid, operation).map_err(rejected)?;
            definitions = Some(Arc::clone(&self.definitions));
        }
        Ok((Prepared { plan, variables: Arc::new(variables), definitions }, cost))
    }

    /// Removes schema names from an error when the schema is hidden. They are those of types, fields and
    /// arguments that the document may not know.
    fn without_names(&self, error: ServerError) -> ServerError {
        if self.hides_schema {
            let place = error.locations.first().copied();
            return H::refused("The document or its variables are not valid", place);
        }
        error
    }
}

/// An operation that is ready to be executed.
pub struct Prepared<N> {
    /// Its plan.
    pub plan: Arc<Plan<N>>,
    /// The values of its variables.
    pub variables: Arc<Variables>,
    /// What its introspection fields show; `None`: nothing.
    pub definitions: Option<Arc<Definitions>>,
}

impl<H: Host> Document<H> {
    /// The root fields of an operation; `None` when it can't be executed.
    pub fn outline(&self, operation: Option<&str>) -> Option<Arc<Outline>> {
        self.outlines.get(&self.valid.operations.get(operation).ok()?.name).cloned()
    }

    fn parsed_operation(&self, name: Option<&str>) -> Option<&OperationDefinition> {
        let operation = match (&self.parsed.operations, name) {
            (DocumentOperations::Single(operation), _) => Some(operation),
            (DocumentOperations::Multiple(operations), Some(name)) => operations.get(name),
            (DocumentOperations::Multiple(operations), None) => operations.values().next(),
        };
        operation.map(|operation| &operation.node)
    }
}
