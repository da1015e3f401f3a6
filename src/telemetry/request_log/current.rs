//! The request log of the current task.
//!
//! The code that answers a request records here what it learns; without a request log, nothing is
//! recorded.

use std::sync::Arc;

use super::{
    entry::{Entry, Operation, Outcome, outcome_name},
    log::RequestLog,
};
use crate::{auth::Caller, error::Code};

/// Most bytes of an operation name that a client chose.
const NAME_BYTES: usize = 64;

tokio::task_local! {
    static CURRENT: Arc<RequestLog>;
}

impl RequestLog {
    /// Makes this the request log of a future.
    pub fn scope<F: Future>(
        self: &Arc<Self>,
        future: F,
    ) -> impl Future<Output = F::Output> + use<F> {
        CURRENT.scope(Arc::clone(self), future)
    }

    /// Makes this the request log of a function.
    pub fn sync_scope<T>(self: &Arc<Self>, run: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(Arc::clone(self), run)
    }
}

/// The request log of this task, to hand it to another one.
pub fn current() -> Option<Arc<RequestLog>> {
    CURRENT.try_with(Arc::clone).ok()
}

fn update<T>(change: impl FnOnce(&mut Entry) -> T) -> Option<T> {
    CURRENT.try_with(|log| change(&mut log.entry())).ok()
}

/// Records the caller.
pub fn set_caller(caller: &Caller) {
    update(|entry| entry.caller = Some(caller.into()));
}

/// The id of the caller's account, once authenticated.
pub fn caller_account() -> Option<i64> {
    update(|entry| entry.caller.map(|caller| caller.user_id)).flatten()
}

/// Records the GraphQL operation's type and the client's name for it.
pub fn set_operation_type(kind: &'static str, name: Option<&str>) {
    update(|entry| {
        entry.operation_type = Some(kind);
        entry.operation_name = name.and_then(printable);
    });
}

/// Records requested operations and returns the index of the first.
pub fn set_operations(names: impl IntoIterator<Item = Arc<str>>) -> usize {
    update(|entry| {
        let index = entry.operations.len();
        let requested = names.into_iter().map(|name| Operation { name, outcome: None });
        entry.operations.extend(requested);
        index
    })
    .unwrap_or_default()
}

/// Records the outcome of an operation; the first one stays.
pub fn set_outcome(index: usize, outcome: Outcome) {
    update(|entry| {
        if let Some(operation) = entry.operations.get_mut(index) {
            operation.outcome.get_or_insert(outcome);
        }
    });
}

/// Records the outcomes of a stored response that is replayed.
pub fn set_outcomes(outcomes: &[impl AsRef<str>]) {
    for (index, name) in outcomes.iter().enumerate() {
        let name = name.as_ref();
        let is_ok = name == outcome_name(Ok(()));
        set_outcome(index, if is_ok { Ok(()) } else { Err(Code::parse(name)) });
    }
}

/// Records the error that failed the whole request; the first one stays.
pub fn set_error(code: Code) {
    update(|entry| {
        entry.error.get_or_insert(code);
    });
}

/// The characters of a GraphQL name, cut to the logged length.
fn printable(name: &str) -> Option<String> {
    let is_valid = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let name: String = name.chars().filter(is_valid).take(NAME_BYTES).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{Code, RequestLog, set_error, set_operations, set_outcome};
    use crate::auth::Api;

    /// A write that outlives its client stores its outcomes for the retry.
    #[test]
    fn outcomes_are_recorded_after_the_end() {
        let log = RequestLog::start(Api::Graphql, None);
        log.sync_scope(|| set_operations(["a", "b", "c"].map(Into::into)));
        assert_eq!(log.outcomes(), ["ok", "ok", "ok"]);
        log.sync_scope(|| {
            set_outcome(0, Ok(()));
            set_outcome(2, Err(Code::NotFound));
        });
        assert_eq!(log.outcomes(), ["ok", "ok", "NOT_FOUND"]);
        log.sync_scope(|| set_error(Code::Forbidden));
        assert_eq!(log.outcomes(), ["ok", "FORBIDDEN", "NOT_FOUND"]);
    }
}
