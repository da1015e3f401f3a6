//! Those who are sent the same about an event.

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, Weak},
};

use crate::{
    api::graphql::plan::{Plan, Variables},
    auth::Caller,
};

/// What an outcome depends on beside its event: an operation, and a caller.
///
/// The account is part of it, since its own records and the positions that it is sent are no other's; so are
/// the permissions, but not the credential. None of them is kept, since a cache that had them would hold more
/// than it counts: what is gone equals nothing.
#[derive(Debug)]
pub struct Audience {
    plan: Weak<Plan>,
    variables: Weak<Variables>,
    caller: Weak<Caller>,
    account: i64,
}

impl Audience {
    /// The audience of an operation, for a caller.
    pub fn new(plan: &Arc<Plan>, variables: &Arc<Variables>, caller: &Arc<Caller>) -> Self {
        Self {
            plan: Arc::downgrade(plan),
            variables: Arc::downgrade(variables),
            caller: Arc::downgrade(caller),
            account: caller.user_id,
        }
    }
}

impl PartialEq for Audience {
    fn eq(&self, other: &Self) -> bool {
        let has_same_caller = || {
            let callers = self.caller.upgrade().zip(other.caller.upgrade());
            callers.is_some_and(|(one, other)| {
                one.permissions == other.permissions && one.deleted == other.deleted
            })
        };
        let has_same_variables = || {
            let variables = self.variables.upgrade().zip(other.variables.upgrade());
            variables.is_some_and(|(one, other)| one == other)
        };
        // A map finds what it has, also when that is gone.
        std::ptr::eq(self, other)
            || self.account == other.account
                && self.plan.ptr_eq(&other.plan)
                && has_same_variables()
                && has_same_caller()
    }
}

impl Eq for Audience {}

impl Hash for Audience {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // An address is not given anew while something points to it.
        self.plan.as_ptr().addr().hash(state);
        self.account.hash(state);
    }
}
