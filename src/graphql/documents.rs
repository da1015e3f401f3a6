//! Documents, checked in full before they are executed, and kept so that each is checked once.

use std::sync::Arc;

use apollo_compiler::{
    ExecutableDocument as ValidDocument, Schema,
    executable::OperationType,
    request::coerce_variable_values,
    response::serde_json_bytes,
    validation::{DiagnosticList, Valid},
};
use async_graphql::{
    Pos, Variables,
    parser::{self, parse_query, types::ExecutableDocument},
};
use moka::sync::Cache;
use sha2::{Digest, Sha256};

use super::{
    guard::{Excess, Limits, scan, weigh},
    repeated::repeated_field,
};

/// Bytes of text whose documents are kept.
const KEPT_BYTES: u64 = 4 * 1024 * 1024;
/// Problems that are told of one document.
const TOLD: usize = 20;

/// Checks documents against limits and the schema.
pub struct Documents {
    limits: Limits,
    schema: Valid<Schema>,
    checked: Cache<[u8; 32], Arc<Checked>>,
}

/// A document that passed: for execution, and for what depends on the variables.
struct Checked {
    parsed: ExecutableDocument,
    valid: Valid<ValidDocument>,
}

/// What is wrong with a document or its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A sentence.
    pub message: String,
    /// Where it is.
    pub place: Option<Pos>,
}

impl Documents {
    /// Checks against the schema that is written in the definition language.
    ///
    /// # Errors
    /// When the schema itself is not valid, which a test rules out.
    pub fn new(sdl: &str, limits: Limits) -> Result<Self, String> {
        let schema = Schema::parse_and_validate(sdl, "schema.graphql")
            .map_err(|problems| problems.errors.to_string())?;
        let checked = Cache::builder()
            .max_capacity(KEPT_BYTES)
            .weigher(|_, checked: &Arc<Checked>| checked.weight())
            .build();
        Ok(Self { limits, schema, checked })
    }

    /// The document, ready to be executed with these variables.
    ///
    /// async-graphql validates too, but lets through what the specification forbids: variables in
    /// places of another type, selections on `__typename`, fields that conflict further down, and
    /// variables that are missing or too large.
    ///
    /// # Errors
    /// Everything that is wrong, up to a number: then nothing was executed.
    pub fn check(
        &self,
        text: &str,
        operation: Option<&str>,
        variables: &Variables,
    ) -> Result<ExecutableDocument, Vec<Problem>> {
        let checked = self.checked(text)?;
        self.check_variables(&checked.valid, operation, variables).map_err(|one| vec![one])?;
        Ok(checked.parsed.clone())
    }

    /// What the operation is; `None` for what can't be executed.
    pub fn kind(&self, text: &str, operation: Option<&str>) -> Option<OperationType> {
        let checked = self.checked(text).ok()?;
        Some(checked.valid.operations.get(operation).ok()?.operation_type)
    }

    fn checked(&self, text: &str) -> Result<Arc<Checked>, Vec<Problem>> {
        let key = Sha256::digest(text).into();
        if let Some(checked) = self.checked.get(&key) {
            return Ok(checked);
        }
        let checked = Arc::new(self.read(text)?);
        self.checked.insert(key, Arc::clone(&checked));
        Ok(checked)
    }

    fn read(&self, text: &str) -> Result<Checked, Vec<Problem>> {
        scan(text, &self.limits).map_err(past)?;
        let parsed = parse_query(text).map_err(|error| vec![syntax(&error)])?;
        weigh(&parsed, &self.limits).map_err(past)?;
        let valid = ValidDocument::parse_and_validate(&self.schema, text, "document.graphql")
            .map_err(|problems| told(&problems.errors))?;
        if let Some(name) = repeated_field(&valid) {
            let message = format!("There can be only one input field named `{name}`");
            return Err(vec![Problem { message, place: None }]);
        }
        Ok(Checked { parsed, valid })
    }

    fn check_variables(
        &self,
        document: &ValidDocument,
        operation: Option<&str>,
        variables: &Variables,
    ) -> Result<(), Problem> {
        let problem = |message: String| Problem { message, place: None };
        let operation = document
            .operations
            .get(operation)
            .map_err(|error| problem(error.message().to_string()))?;
        let variables =
            serde_json::to_value(variables).map_err(|error| problem(error.to_string()))?;
        let serde_json_bytes::Value::Object(variables) = variables.into() else { return Ok(()) };
        match coerce_variable_values(&self.schema, operation, &variables) {
            Ok(_) => Ok(()),
            Err(error) => Err(problem(error.message().to_string())),
        }
    }
}

impl Checked {
    fn weight(&self) -> u32 {
        let texts = self.valid.sources.values().map(|source| source.source_text().len());
        u32::try_from(texts.sum::<usize>()).unwrap_or(u32::MAX)
    }
}

fn past(excess: Excess) -> Vec<Problem> {
    vec![Problem { message: excess.to_string(), place: None }]
}

/// A syntax error in a line; the parser's own text draws the place over several.
fn syntax(error: &parser::Error) -> Problem {
    let text = match error {
        parser::Error::Syntax { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let expected = text.rsplit("= ").next().unwrap_or(&text).trim();
    Problem { message: format!("Syntax error: {expected}"), place: error.positions().next() }
}

fn told(problems: &DiagnosticList) -> Vec<Problem> {
    let problem = |diagnostic: apollo_compiler::diagnostic::Diagnostic<'_, _>| Problem {
        message: diagnostic.to_json().message,
        place: diagnostic
            .line_column_range()
            .map(|range| Pos { line: range.start.line, column: range.start.column }),
    };
    problems.iter().take(TOLD).map(problem).collect()
}
