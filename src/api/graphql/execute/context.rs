//! What a field is resolved with.

use async_graphql::Value;
use std::{borrow::Cow, sync::Arc};

use crate::{
    api::graphql::plan::{Field, Plan, Variables, shows_within},
    app::App,
    auth::Call,
    error::Error,
    kinds,
    operations::rows::Projections,
    resources::{Projection, Resource},
};

/// What all fields of a request share.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The application.
    pub app: &'a Arc<App>,
    /// The caller and its request.
    pub call: &'a Arc<Call>,
    /// The operation.
    pub plan: &'a Arc<Plan>,
    /// The values of the variables.
    pub variables: &'a Arc<Variables>,
    /// Whether errors say by code what is wrong with fields of the input.
    pub shows_problems: bool,
}

/// A field of a request.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The application.
    pub app: &'a Arc<App>,
    /// The caller and its request.
    pub call: &'a Arc<Call>,
    /// The field.
    pub field: &'a Field,
    variables: &'a Arc<Variables>,
}

impl<'a> Request<'a> {
    /// A field of the request.
    pub const fn at(self, field: &'a Field) -> Context<'a> {
        let Self { app, call, variables, .. } = self;
        Context { app, call, field, variables }
    }

    /// The field of the request with that number, which its plan has.
    pub fn numbered(self, number: usize) -> Result<Context<'a>, Error> {
        self.plan.field(number).map(|field| self.at(field)).ok_or(Error::Internal)
    }
}

impl<'a> Context<'a> {
    /// The field for this call.
    pub const fn of(self, call: &'a Arc<Call>) -> Self {
        Self { call, ..self }
    }

    /// The projection of a kind's records for the field's selection.
    ///
    /// A large field is read when its name is selected anywhere within, on whatever type: too much
    /// may be read, but never too little.
    pub fn projection(&self, resource: &'static Resource) -> &'static Projection {
        resource.projection_with(|name| shows_within(self.field, name))
    }

    /// The projections for records of any kind.
    pub fn projections(&self) -> Projections {
        let of_kinds: Vec<_> =
            kinds::registered().iter().map(|kind| self.projection(kind)).collect();
        Arc::new(move |resource: &'static Resource| of_kinds[resource.kind_index()])
    }

    /// The value of an argument. `None`: the argument, or its variable, is absent or null.
    pub fn argument(&self, name: &str) -> Option<Value> {
        self.given(name).map(Cow::into_owned)
    }

    /// The same, without a copy of what a variable alone gives.
    pub fn given(&self, name: &str) -> Option<Cow<'_, Value>> {
        self.field.argument(name, self.variables)
    }

    /// The arguments that are given, null included, and so is an absent variable.
    pub fn literals(&self) -> impl Iterator<Item = (&str, Value)> {
        self.field.literals(self.variables)
    }

    /// The items of an argument that takes a list. A single value is a list of one.
    pub fn items(&self, name: &str) -> Option<Vec<Value>> {
        Some(match self.argument(name)? {
            Value::List(items) => items,
            one => vec![one],
        })
    }
}
