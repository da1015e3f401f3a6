//! What every request passes before it is executed, whichever way it came.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_graphql::{
    Request, Response, ServerError, ServerResult,
    extensions::{Extension, ExtensionContext, ExtensionFactory, NextPrepareRequest, NextRequest},
};

use super::{
    documents::{Documents, Problem},
    refusal::bad_request,
};

/// Lets through documents that are within the limits and valid.
pub struct Gate(pub Arc<Documents>);

impl ExtensionFactory for Gate {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Passing { documents: Arc::clone(&self.0), others: Mutex::default() })
    }
}

/// One request at the gate.
struct Passing {
    documents: Arc<Documents>,
    /// What is wrong beyond the first problem: preparing a request can fail with one error only.
    others: Mutex<Vec<ServerError>>,
}

#[async_trait::async_trait]
impl Extension for Passing {
    async fn prepare_request(
        &self,
        ctx: &ExtensionContext<'_>,
        request: Request,
        next: NextPrepareRequest<'_>,
    ) -> ServerResult<Request> {
        let mut request = next.run(ctx, request).await?;
        let operation = request.operation_name.as_deref();
        match self.documents.check(&request.query, operation, &request.variables) {
            Ok(document) => request.set_parsed_query(document),
            Err(problems) => return Err(self.refuse(problems)),
        }
        Ok(request)
    }

    async fn request(&self, ctx: &ExtensionContext<'_>, next: NextRequest<'_>) -> Response {
        let mut response = next.run(ctx).await;
        response.errors.append(&mut self.others());
        response
    }
}

impl Passing {
    /// Fails with the first problem and remembers the others.
    fn refuse(&self, problems: Vec<Problem>) -> ServerError {
        let mut errors =
            problems.into_iter().map(|Problem { message, place }| bad_request(&message, place));
        let first = errors.next().unwrap_or_else(|| bad_request("The document is not valid", None));
        self.others().extend(errors);
        first
    }

    fn others(&self) -> MutexGuard<'_, Vec<ServerError>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
