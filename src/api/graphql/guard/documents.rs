//! Documents, checked in full before they are executed, and kept so that each is checked once.

use apollo_compiler::{
    ExecutableDocument as ValidDocument, Schema,
    executable::OperationType,
    request::coerce_variable_values,
    response::serde_json_bytes,
    validation::{DiagnosticList, Valid},
};
use async_graphql::{
    Pos, Variables,
    parser::{
        self, parse_query,
        types::{DocumentOperations, ExecutableDocument, OperationDefinition},
    },
};
use moka::sync::Cache;
use sha2::{Digest, Sha256};
use std::{cell::Cell, sync::Arc};

use super::{
    cost::{records, weigh},
    duplicate_fields::repeated_field,
    guard::{LimitExceeded, Limits},
    limits::Weight,
    request_log::{Outline, Outlines},
    scan::scan,
    sizes::{Known, Sizes},
};
use crate::{api::graphql::resolve::subscription::unwrap_root_fields, telemetry::metrics::Meter};

/// Bytes of text whose documents are kept.
const KEPT_BYTES: u64 = 4 * 1024 * 1024;
/// Problems that are told of one document.
const TOLD: usize = 20;

/// Checks documents against limits and the schema.
pub struct Documents {
    limits: Limits,
    sizes: Sizes,
    schema: Valid<Schema>,
    checked: Cache<[u8; 32], Arc<Checked>>,
    meter: Meter,
}

/// A document that passed: for execution, and for what depends on the variables.
struct Checked {
    parsed: ExecutableDocument,
    valid: Valid<ValidDocument>,
    outlines: Outlines,
    weight: Weight,
    /// Whether the number of its objects depends on its variables.
    varies: bool,
}

/// A document that was looked at, whatever was found.
pub struct Looked(Result<Arc<Checked>, Refused>);

/// A document that may be executed.
#[derive(Debug)]
pub struct Passed {
    /// The document.
    pub document: ExecutableDocument,
    /// What it comes to.
    pub weight: Weight,
}

/// Why a document may not be executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// The limit that it is past, or what else is wrong, as metrics have it.
    pub reason: &'static str,
    /// Everything that is wrong, up to a number.
    pub problems: Vec<Problem>,
    /// What the document comes to, where it could be weighed.
    pub weight: Option<Weight>,
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
        Ok(Self { limits, sizes: Sizes::of(&schema), schema, checked, meter: Meter::default() })
    }

    /// The same, with its cache measured.
    pub fn metered(self, meter: Meter) -> Self {
        Self { meter, ..self }
    }

    /// Answers, whenever it is asked, about how many documents are kept.
    pub fn counting(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let checked = self.checked.clone();
        move || checked.entry_count()
    }

    /// The limits that documents are held against.
    pub const fn limits(&self) -> &Limits {
        &self.limits
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
        looked: &Looked,
        operation: Option<&str>,
        variables: &Variables,
    ) -> Result<Passed, Refused> {
        let checked = looked.0.as_ref().map_err(Clone::clone)?;
        let mut weight = checked.weight;
        self.check_variables(&checked.valid, operation, variables).map_err(|problem| Refused {
            reason: "variables",
            problems: vec![problem],
            weight: Some(weight),
        })?;
        if checked.varies
            && let Some(operation) = chosen(&checked.parsed, operation)
        {
            let known = Known::All(variables, operation);
            let size = |field: &_| self.sizes.size(field, &known);
            weight.records = records(&checked.parsed, operation, size);
            weight.check(&self.limits)?;
        }
        Ok(Passed { document: checked.parsed.clone(), weight })
    }

    /// Looks at a document, which takes long only for one that was not looked at before or that is
    /// refused.
    pub fn look(&self, text: &str) -> Looked {
        Looked(self.checked(text))
    }

    fn checked(&self, text: &str) -> Result<Arc<Checked>, Refused> {
        let key = Sha256::digest(text).into();
        if let Some(checked) = self.checked.get(&key) {
            self.meter.hit();
            return Ok(checked);
        }
        self.meter.missed();
        let checked = Arc::new(self.read(text)?);
        self.checked.insert(key, Arc::clone(&checked));
        Ok(checked)
    }

    fn read(&self, text: &str) -> Result<Checked, Refused> {
        scan(text, &self.limits)?;
        let mut parsed = parse_query(text).map_err(|error| Refused {
            reason: "syntax",
            problems: vec![syntax(&error)],
            weight: None,
        })?;
        let varies = Cell::new(false);
        let known = Known::Nothing(&varies);
        let weight = weigh(&parsed, &self.limits, |field| self.sizes.size(field, &known))?;
        let refused = |problems| Refused { reason: "invalid", problems, weight: Some(weight) };
        let valid = ValidDocument::parse_and_validate(&self.schema, text, "document.graphql")
            .map_err(|problems| refused(told(&problems.errors)))?;
        if let Some(name) = repeated_field(&valid) {
            let message = format!("There can be only one input field named `{name}`");
            return Err(refused(vec![Problem { message, place: None }]));
        }
        unwrap_root_fields(&mut parsed);
        let outlines = Outlines::of(&valid);
        Ok(Checked { parsed, valid, outlines, weight, varies: varies.get() })
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
            Err(error) => Err(problem(without_value(&error.message().to_string()))),
        }
    }
}

/// What is wrong with a variable, without what is in it: an error is passed on and written down, and
/// a variable can be a secret, or very long.
fn without_value(message: &str) -> String {
    const LONGEST: usize = 200;
    let mistaken = message.strip_prefix("could not coerce ").and_then(|rest| {
        let (what, rest) = rest.split_once(": ")?;
        let (_, ty) = rest.rsplit_once(" to type ")?;
        Some(format!("The value of {what} is no {ty}"))
    });
    let mut text = mistaken.unwrap_or_else(|| message.to_owned());
    text.truncate(text.floor_char_boundary(LONGEST));
    text
}

impl Looked {
    /// What the operation asks for; `None` for what can't be executed.
    pub fn outline(&self, operation: Option<&str>) -> Option<Arc<Outline>> {
        self.0.as_ref().ok()?.outlines.get(operation).cloned()
    }

    /// What the operation is; `None` for what can't be executed.
    pub fn kind(&self, operation: Option<&str>) -> Option<OperationType> {
        let checked = self.0.as_ref().ok()?;
        Some(checked.valid.operations.get(operation).ok()?.operation_type)
    }
}

impl Checked {
    fn weight(&self) -> u32 {
        let texts = self.valid.sources.values().map(|source| source.source_text().len());
        u32::try_from(texts.sum::<usize>()).unwrap_or(u32::MAX)
    }
}

impl From<LimitExceeded> for Refused {
    fn from(excess: LimitExceeded) -> Self {
        let problem = Problem { message: excess.to_string(), place: None };
        Self { reason: excess.limit, problems: vec![problem], weight: excess.weight }
    }
}

/// The operation that is to be executed.
fn chosen<'a>(
    document: &'a ExecutableDocument,
    name: Option<&str>,
) -> Option<&'a OperationDefinition> {
    let operation = match (&document.operations, name) {
        (DocumentOperations::Single(operation), _) => Some(operation),
        (DocumentOperations::Multiple(operations), Some(name)) => operations.get(name),
        (DocumentOperations::Multiple(operations), None) => operations.values().next(),
    };
    operation.map(|operation| &operation.node)
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
