//! The data of the request log.

use std::{fmt, sync::Arc};

use crate::{
    auth::{Caller, CredentialKind},
    error::Code,
};

/// The operation of a request that isn't one, or isn't known.
pub const UNKNOWN: &str = "other";
/// The one name of a request with several different operations.
const SEVERAL: &str = "several";
/// Most operations and codes that a line names.
const MAX_NAMES: usize = 10;

/// How an operation ended: with success or an error code.
pub type Outcome = Result<(), Code>;

/// The name of an outcome: `ok` or the code.
pub const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Ok(()) => "ok",
        Err(code) => code.as_str(),
    }
}

/// What is known of a request. Of what the client sent, it holds only the name of a GraphQL operation.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The caller, once authenticated.
    pub caller: Option<CallerIds>,
    /// The type of the GraphQL operation. In a batch it is the last one's.
    pub operation_type: Option<&'static str>,
    /// The name that the client gave the GraphQL operation.
    pub operation_name: Option<String>,
    /// The REST operation, or the GraphQL root fields in order.
    pub operations: Vec<Operation>,
    /// The code of the error that failed the whole request.
    pub error: Option<Code>,
}

/// A requested operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its name, the same in both APIs.
    pub name: Arc<str>,
    /// How it ended, once that is known.
    pub outcome: Option<Outcome>,
}

/// The ids of a caller and its credential.
#[derive(Clone, Copy, Debug)]
pub struct CallerIds {
    /// The id of the account.
    pub user_id: i64,
    kind: CredentialKind,
    credential_id: i64,
}

impl From<&Caller> for CallerIds {
    fn from(caller: &Caller) -> Self {
        let credential = &caller.credential;
        Self { user_id: caller.user_id, kind: credential.kind, credential_id: credential.id }
    }
}

impl fmt::Display for CallerIds {
    /// Writes the credential, such as `api_key 5`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.kind.name(), self.credential_id)
    }
}

impl Entry {
    /// Gives operations without outcome the request's, which defaults to `default`.
    pub fn complete(&mut self, default: Outcome) {
        let outcome = self.error.map_or(default, Err);
        if self.operations.is_empty() {
            self.operations.push(Operation { name: UNKNOWN.into(), outcome: None });
        }
        for operation in &mut self.operations {
            operation.outcome.get_or_insert(outcome);
        }
    }

    /// The known outcomes, in order.
    pub fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        self.operations.iter().filter_map(|operation| operation.outcome)
    }

    /// One name for all operations.
    pub fn operation(&self) -> Arc<str> {
        let mut names = self.operations.iter().map(|operation| &operation.name);
        match names.next() {
            Some(first) if names.all(|other| other == first) => Arc::clone(first),
            _ => SEVERAL.into(),
        }
    }

    /// The names of the operations as text, each once.
    pub fn operation_names(&self) -> String {
        join(self.operations.iter().map(|operation| operation.name.as_ref()))
    }

    /// The outcome as text: `ok`, or each code once.
    pub fn outcome_names(&self) -> String {
        if self.outcomes().all(|outcome| outcome.is_ok()) {
            outcome_name(Ok(())).to_owned()
        } else {
            join(self.outcomes().filter_map(Result::err).map(Code::as_str))
        }
    }
}

fn join<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let mut seen: Vec<&str> = Vec::new();
    for word in words {
        if seen.contains(&word) {
            continue;
        }
        if seen.len() == MAX_NAMES {
            seen.push("…");
            break;
        }
        seen.push(word);
    }
    seen.join(",")
}
