//! The request log of a GraphQL operation. It has its type, name and outcomes of root fields.

use async_graphql::{PathSegment, ServerError};
use engine::guard::Outline;
use futures_util::{StreamExt, stream::BoxStream};
use std::{panic::AssertUnwindSafe, sync::Arc};

use crate::{
    api::{
        graphql::{error::code, execute::Outcome},
        http::live::OperationLog,
    },
    error::Error,
    telemetry::request_log::{self, UNKNOWN},
};

/// The root fields of a running operation in the request log.
#[derive(Debug)]
pub struct RootFields {
    outline: Option<Arc<Outline>>,
    /// The index of the first root field in the request log.
    index: usize,
}

impl RootFields {
    /// Records an operation. Without an outline it can't be executed and has a name at most.
    pub fn record(outline: Option<Arc<Outline>>, name: Option<&str>) -> Self {
        let index = match &outline {
            Some(outline) => {
                let name = outline.name.as_deref().or(name);
                request_log::set_operation_type(outline.kind.name(), name);
                request_log::set_operations(outline.fields.iter().map(|(_, name)| name.clone()))
            }
            None => {
                request_log::set_operation_type("none", name);
                request_log::set_operations([UNKNOWN.into()])
            }
        };
        Self { outline, index }
    }

    /// Records the errors of a response.
    pub fn record_errors(&self, response: &Outcome) {
        for error in &response.errors {
            let code = code(error);
            for (offset, _) in self.fields().filter(|(_, key)| concerns(error, *key)) {
                request_log::set_outcome(self.index + offset, Err(code));
            }
        }
    }

    /// Records that the operation ended; root fields without an error succeeded.
    pub fn record_success(&self) {
        for (offset, _) in self.fields() {
            request_log::set_outcome(self.index + offset, Ok(()));
        }
    }

    /// The offsets of the root fields with their response keys.
    fn fields(&self) -> impl Iterator<Item = (usize, Option<&str>)> {
        let fields =
            self.outline.iter().flat_map(|it| &it.fields).map(|(key, _)| Some(key.as_str()));
        let unknown = self.outline.is_none().then_some(None);
        fields.chain(unknown).enumerate()
    }
}

/// Whether an error belongs to a root field, or to all.
fn concerns(error: &ServerError, key: Option<&str>) -> bool {
    match (error.path.first(), key) {
        (Some(PathSegment::Field(name)), Some(key)) => name == key,
        _ => true,
    }
}

/// The outcomes of an operation on a live connection, with its log.
///
/// With them come the root fields of a subscription. Other operations record them when they are executed.
pub fn logged(
    outcomes: BoxStream<'static, Outcome>,
    log: OperationLog,
    subscription: Option<RootFields>,
) -> BoxStream<'static, Outcome> {
    // A client on a WebSocket gets an error when the operation panics.
    let outcomes = AssertUnwindSafe(outcomes).catch_unwind();
    let outcomes = outcomes.map(|it| it.unwrap_or_else(|_| Outcome::refused(&Error::Internal)));
    match subscription {
        Some(fields) => log.of(outcomes.inspect(move |it| fields.record_errors(it)).boxed()),
        None => log.of(outcomes.boxed()),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt, stream};

    use super::{OperationLog, logged};
    use crate::{auth::Api, telemetry::metrics::Metrics};

    /// Turns a panic on a live connection into the operation's last response.
    #[tokio::test]
    async fn a_panic_is_answered() {
        let panicking = stream::once(async { panic!("a secret") }).boxed();
        let log = OperationLog::start(Api::Graphql, None, &Metrics::new(0));
        let responses: Vec<_> = logged(panicking, log, None).collect().await;
        assert_eq!(responses.len(), 1);
        assert_eq!(responses[0].errors[0].message, "Internal Server Error");
    }
}
