//! A subscription, and the outcome of one event.

use std::sync::Arc;

use super::asked::Shared;
use crate::{
    api::graphql::{
        execute::{Object, Outcome, Request},
        plan::{Plan, Variables},
        resolve::{RootValue, run::render},
    },
    app::App,
    auth::Call,
    operations::callers::CurrentCall,
};

/// A subscription to execute.
pub struct Subscription {
    /// The application.
    pub app: Arc<App>,
    /// The operation.
    pub plan: Arc<Plan>,
    /// The values of its variables.
    pub variables: Arc<Variables>,
    /// The call that it acts for.
    pub current: CurrentCall,
    /// What subscribers share.
    pub shared: Shared,
}

impl Subscription {
    /// The outcome of one event.
    pub async fn outcome(&self, call: &Arc<Call>, event: Box<dyn Object>) -> Outcome {
        let root = self.plan.fields.first().map(|field| (field, Ok(RootValue::Object(event))));
        let rendered = render(self.request(call), root.as_slice()).await;
        rendered.unwrap_or_else(|error| Outcome::refused(&error))
    }

    /// The request of a call.
    pub const fn request<'a>(&'a self, call: &'a Arc<Call>) -> Request<'a> {
        let (app, plan, variables) = (&self.app, &self.plan, &self.variables);
        // It has no input.
        Request { app, call, plan, variables, shows_problems: false }
    }
}
