//! What the engine executes operations with.

use async_graphql::{PathSegment, Pos, ServerError};
use engine::execute::{self, Batch, Resolver};
use std::sync::Arc;

use super::context::Request;
use crate::{
    api::graphql::{
        error::{add_problems, server_error},
        plan::{Plan, Variables},
    },
    app::{App, Busy, Work},
    auth::Call,
    error::Error,
};

/// This service, to the engine.
#[derive(Clone, Copy, Debug)]
pub struct Graphql;

/// Writes a response.
pub type Writer<'p> = execute::Writer<'p, Graphql>;
/// The values of a batch by their keys, or the error of all.
pub type Values<B> = execute::Values<Graphql, B>;

/// An object of the schema.
pub trait Object: execute::Object<Graphql> {}

impl<T: execute::Object<Graphql> + ?Sized> Object for T {}

/// A request for what it loads.
pub struct Kept(Arc<App>, Arc<Call>, Arc<Plan>, Arc<Variables>, bool);

impl Resolver for Graphql {
    type Request<'a> = Request<'a>;
    type Kept = Kept;
    type Error = Error;
    type Turn = Busy;

    fn variables<'a>(request: Self::Request<'a>) -> &'a Variables {
        request.variables
    }

    fn bytes_left(request: Self::Request<'_>) -> usize {
        request.call.budget.bytes_left()
    }

    async fn turn(Request { app, call, .. }: Self::Request<'_>, before: Option<Busy>) -> Busy {
        match before {
            Some(turn) if !turn.is_over() => turn,
            // What it was counts before the next one is had.
            before => {
                drop(before);
                app.concurrency.processor(&app.database, call).await
            }
        }
    }

    fn keep(Request { app, call, plan, variables, shows_problems }: Self::Request<'_>) -> Kept {
        Kept(app.clone(), call.clone(), plan.clone(), variables.clone(), shows_problems)
    }

    async fn load<B: Batch<Self>>(request: &Kept, batch: B, keys: &[B::Key]) -> Values<B> {
        let Kept(app, call, plan, variables, shows_problems) = request;
        // Each takes a permit of its own, as the fields of the root do.
        let call = &app.enter(call, Work::Other).await;
        let shows_problems = *shows_problems;
        batch.load(&Request { app, call, plan, variables, shows_problems }, keys).await
    }

    fn error(
        request: Self::Request<'_>,
        error: &Error,
        position: Option<Pos>,
        path: Vec<PathSegment>,
    ) -> ServerError {
        let error = request.call.budget.explained(error.clone());
        let mut shown = server_error(&error, position, path);
        if request.shows_problems {
            add_problems(&mut shown, &error);
        }
        shown
    }

    fn unknown() -> Error {
        Error::Internal
    }
}
