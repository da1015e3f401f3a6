//! What subscribers ask: after which event, and what those have in common who are sent the same.

use async_graphql::registry::MetaInputValue;
use std::{
    hash::{Hash, Hasher},
    sync::{Arc, Weak},
};

use crate::{
    api::graphql::{
        execute::{Context, Outcome},
        plan::{Plan, Variables},
        resolve::arguments::optional_text,
        schema::input,
    },
    error::Error,
    operations::audit::{Sent, SharedChanges},
};

/// The argument with a position.
const AFTER: &str = "after";

/// What subscribers share.
pub type Shared = SharedChanges<Asked, Outcome>;

/// An operation with its variables, neither of which it keeps: what is gone equals nothing.
#[derive(Clone, Debug)]
pub struct Asked {
    plan: Weak<Plan>,
    variables: Weak<Variables>,
}

impl Asked {
    /// What an operation asks.
    pub fn of(plan: &Arc<Plan>, variables: &Arc<Variables>) -> Self {
        Self { plan: Arc::downgrade(plan), variables: Arc::downgrade(variables) }
    }
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        let has_same_variables = || {
            let variables = self.variables.upgrade().zip(other.variables.upgrade());
            variables.is_some_and(|(one, other)| one == other)
        };
        self.plan.ptr_eq(&other.plan) && has_same_variables()
    }
}

impl Hash for Asked {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // An address is not given anew while something points to it.
        self.plan.as_ptr().addr().hash(state);
    }
}

impl Sent for Outcome {
    fn bytes(&self) -> usize {
        self.size()
    }

    /// One with errors is its subscriber's only: others may have none.
    fn is_own(&self) -> bool {
        !self.errors.is_empty()
    }
}

/// Describes the argument with a position.
pub fn after() -> MetaInputValue {
    input(
        AFTER,
        "String",
        "The `position` of the last event that the account was sent, to resume without loss or \
         duplicates; left out or null: from now on. `0` is the beginning, for callers who may audit \
         all records.",
    )
}

/// The position in the arguments, with its name.
pub fn after_of(ctx: Context<'_>) -> Result<Option<(&'static str, String)>, Error> {
    Ok(optional_text(ctx, AFTER)?.map(|text| (AFTER, text)))
}
