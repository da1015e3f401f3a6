//! Those who are sent the same about an event.

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, Weak},
};

use crate::auth::Caller;

/// What is sent depends on this beside its event: what was asked, and a caller.
///
/// The account is part of it, since its own records and the positions that it is sent are no other's; so are
/// the permissions, but not the credential. The caller is not kept, nor should what was asked be, since a
/// cache that had them would hold more than it counts: what is gone equals nothing.
#[derive(Debug)]
pub struct Audience<A> {
    asked: A,
    caller: Weak<Caller>,
    account: i64,
}

impl<A> Audience<A> {
    /// The audience of what was asked, for a caller.
    pub fn new(asked: A, caller: &Arc<Caller>) -> Self {
        Self { asked, caller: Arc::downgrade(caller), account: caller.user_id }
    }
}

impl<A: PartialEq> PartialEq for Audience<A> {
    fn eq(&self, other: &Self) -> bool {
        let has_same_caller = || {
            let callers = self.caller.upgrade().zip(other.caller.upgrade());
            callers.is_some_and(|(one, other)| {
                one.permissions == other.permissions && one.deleted == other.deleted
            })
        };
        // A map finds what it has, also when that is gone.
        std::ptr::eq(self, other)
            || self.account == other.account && self.asked == other.asked && has_same_caller()
    }
}

impl<A: PartialEq> Eq for Audience<A> {}

impl<A: Hash> Hash for Audience<A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.asked.hash(state);
        self.account.hash(state);
    }
}
