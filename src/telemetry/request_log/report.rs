//! What is told of a request once it has ended: who made it, what it asked for, and what became of
//! that.
//!
//! A report belongs to a task: whoever answers a request notes in it what it learns, and whoever
//! began it tells the whole. Nothing that a client sent stands in it but the name it gave its
//! GraphQL operation.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

use crate::{
    auth::{Caller, CredentialKind},
    error::Code,
    telemetry::{
        metrics::{Api, Metrics},
        traces::Trace,
    },
};

/// The outcome of what was done as asked.
pub const OK: &str = "ok";
/// The outcome of what nobody waited for.
pub const CANCELLED: &str = Code::Cancelled.as_str();
/// What was asked for when that is not known.
pub const UNKNOWN: &str = "other";
/// What several different operations are called where they need one name.
const SEVERAL: &str = "several";
/// Most operations of a request that are named in the log.
const NAMED: usize = 10;
/// Most bytes of a name that a client gave an operation.
const NAME_BYTES: usize = 64;

tokio::task_local! {
    static CURRENT: Arc<Report>;
}

/// What is known of a request so far.
#[derive(Debug)]
pub struct Report {
    /// The face that is asked.
    pub api: Api,
    /// Its span, if traces are sent.
    pub trace: Option<Trace>,
    begun: Instant,
    told: Mutex<Told>,
}

/// What was noted of a request.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Who made it, if that is known.
    pub caller: Option<RequestCaller>,
    /// What kind of GraphQL operation it is; of a batch, the last one's.
    pub kind: Option<&'static str>,
    /// The name that the client gave it.
    pub name: Option<String>,
    /// What it asked for, in order: one operation through REST, the root fields through GraphQL.
    pub operations: Vec<Operation>,
    /// The number of its trace.
    pub trace_id: Option<String>,
    refused: Option<&'static str>,
}

/// An operation that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name, the same through both faces.
    pub name: Arc<str>,
    /// `ok` or a code; `None` while it is not known.
    pub outcome: Option<&'static str>,
}

/// Who made a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestCaller {
    /// Number of the account.
    pub user_id: i64,
    /// What it came with.
    pub kind: CredentialKind,
    /// Number of that.
    pub id: i64,
}

impl Report {
    /// Of a request that begins now.
    #[must_use]
    pub fn begin(api: Api, trace: Option<Trace>) -> Arc<Self> {
        Arc::new(Self { api, trace, begun: Instant::now(), told: Mutex::default() })
    }

    /// Lets what a future notes be noted here.
    pub async fn on<T>(self: &Arc<Self>, future: impl Future<Output = T>) -> T {
        CURRENT.scope(Arc::clone(self), future).await
    }

    /// Lets what a function notes be noted here.
    pub fn within<T>(self: &Arc<Self>, run: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(Arc::clone(self), run)
    }

    /// How long it has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The whole, at the end. What has no outcome of its own has that of the request: the code it
    /// was refused with, or else this one.
    #[must_use]
    pub fn end(&self, otherwise: &'static str) -> Told {
        // What goes on though its client has gone is noted further.
        let mut told = self.so_far();
        let outcome = told.refused.unwrap_or(otherwise);
        if told.operations.is_empty() {
            told.operations.push(Operation { name: UNKNOWN.into(), outcome: None });
        }
        for operation in &mut told.operations {
            operation.outcome.get_or_insert(outcome);
        }
        self.traced(told)
    }

    /// Counts what was asked for.
    pub fn count(&self, told: &Told, metrics: &Metrics) {
        for Operation { name, outcome } in &told.operations {
            metrics.count(self.api, Arc::clone(name), outcome.unwrap_or(Code::Other.as_str()));
        }
    }

    /// Measures how long it took.
    pub fn measure(&self, told: &Told, metrics: &Metrics) {
        metrics.took(self.api, told.operation(), self.elapsed());
    }

    /// What became of each operation that was carried out, in order.
    #[must_use]
    pub fn outcomes(&self) -> Vec<&'static str> {
        self.end(OK).operations.into_iter().filter_map(|operation| operation.outcome).collect()
    }

    /// What is known now.
    #[must_use]
    pub fn so_far(&self) -> Told {
        self.traced(self.told().clone())
    }

    fn traced(&self, told: Told) -> Told {
        Told { trace_id: self.trace.as_ref().map(Trace::id), ..told }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The report of this task, for one that goes on in another.
#[must_use]
pub fn current() -> Option<Arc<Report>> {
    CURRENT.try_with(Arc::clone).ok()
}

/// Notes in the report of this task, if there is one.
fn note<T>(what: impl FnOnce(&mut Told) -> T) -> Option<T> {
    CURRENT.try_with(|report| what(&mut report.told())).ok()
}

/// Notes who makes the request.
pub fn called_by(caller: &Caller) {
    let credential = &caller.credential;
    let called =
        RequestCaller { user_id: caller.user_id, kind: credential.kind, id: credential.id };
    note(|told| told.caller = Some(called));
}

/// Notes what kind of GraphQL operation it is and what the client calls it.
pub fn is_a(kind: &'static str, name: Option<&str>) {
    note(|told| (told.kind, told.name) = (Some(kind), name.and_then(presentable)));
}

/// Notes what is asked for, and answers the place of the first of them.
pub fn asked_for(operations: impl IntoIterator<Item = Arc<str>>) -> usize {
    let operations = operations.into_iter().map(|name| Operation { name, outcome: None });
    note(|told| {
        let place = told.operations.len();
        told.operations.extend(operations);
        place
    })
    .unwrap_or_default()
}

/// Notes what became of the operation in a place. What was noted first stands.
pub fn came_to(place: usize, outcome: &'static str) {
    note(|told| {
        if let Some(operation) = told.operations.get_mut(place) {
            operation.outcome.get_or_insert(outcome);
        }
    });
}

/// Notes what became of the operations when they were carried out, for a request that came again.
pub fn came_again_to(outcomes: &[impl AsRef<str>]) {
    for (place, outcome) in outcomes.iter().enumerate() {
        let outcome = outcome.as_ref();
        came_to(place, if outcome == OK { OK } else { Code::parse(outcome).as_str() });
    }
}

/// Notes that the request as a whole was refused. What was noted first stands.
pub fn refused(code: Code) {
    note(|told| told.refused.get_or_insert(code.as_str()).len());
}

/// A name of GraphQL, cut where it is long; `None` where nothing of it could be part of one.
fn presentable(name: &str) -> Option<String> {
    let fits = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let name: String = name.chars().filter(fits).take(NAME_BYTES).collect();
    (!name.is_empty()).then_some(name)
}

impl Told {
    /// What it asked for, by one name that this program knows.
    #[must_use]
    pub fn operation(&self) -> Arc<str> {
        let mut names = self.operations.iter().map(|operation| &operation.name);
        match names.next() {
            Some(first) if names.all(|other| other == first) => Arc::clone(first),
            _ => SEVERAL.into(),
        }
    }

    /// What it asked for, as text: each name once, and no more of them than one cares to read.
    #[must_use]
    pub fn asked(&self) -> String {
        joined(self.operations.iter().map(|operation| operation.name.as_ref()))
    }

    /// What became of it, as text: `ok`, or the codes of what was refused.
    #[must_use]
    pub fn outcome(&self) -> String {
        let outcomes = || self.operations.iter().filter_map(|operation| operation.outcome);
        match outcomes().all(|outcome| outcome == OK) {
            true => OK.to_owned(),
            false => joined(outcomes().filter(|outcome| *outcome != OK)),
        }
    }
}

fn joined<'t>(words: impl Iterator<Item = &'t str>) -> String {
    let mut seen: Vec<&str> = Vec::new();
    for word in words {
        if seen.contains(&word) {
            continue;
        }
        if seen.len() == NAMED {
            seen.push("…");
            break;
        }
        seen.push(word);
    }
    seen.join(",")
}

impl fmt::Display for RequestCaller {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.kind.name(), self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::Api;
    use super::CANCELLED;
    use super::Code;
    use super::OK;
    use super::Report;
    use super::asked_for;
    use super::came_to;
    use super::refused;

    /// What is carried out to its end after its client has gone is known for whoever sends it again.
    #[test]
    fn what_goes_on_is_noted_after_the_end() {
        let report = Report::begin(Api::Graphql, None);
        report.within(|| asked_for(["a", "b", "c"].map(Into::into)));
        assert_eq!(report.end(CANCELLED).outcome(), CANCELLED);
        report.within(|| {
            came_to(0, OK);
            came_to(2, Code::NotFound.as_str());
        });
        assert_eq!(report.outcomes(), [OK, OK, "NOT_FOUND"]);
        report.within(|| refused(Code::Forbidden));
        assert_eq!(report.outcomes(), [OK, "FORBIDDEN", "NOT_FOUND"]);
    }
}
