//! A call: the caller, the API and the id of a request.

use std::{fmt, ops::Deref, sync::Arc, time::Duration};
use tokio::sync::OwnedSemaphorePermit;
use uuid::Uuid;

use super::{
    budget::Budget,
    caller::{Caller, Credential, CredentialKind},
    permission::EVERY,
    reason::Reason,
};

/// A request as operations see it; audit events record it.
#[derive(Clone, Debug)]
pub struct Call {
    /// The caller.
    pub caller: Arc<Caller>,
    /// The credential as it was presented.
    pub presented: Presented,
    /// The API that received the request.
    pub via: Api,
    /// The request id, as the response and the log show it.
    pub request_id: Option<Arc<str>>,
    /// Why the caller changes records, if it says so.
    pub reason: Option<Reason>,
    /// What the request may cost.
    pub budget: Arc<Budget>,
    /// The permit by which its statements run; `None`: each waits for one of its own.
    pub permit: Option<Arc<OwnedSemaphorePermit>>,
    /// The operation that a retry goes on with; `None`: a new one.
    pub operation: Option<Uuid>,
}

/// The id that no account has, of an operator's calls.
const OPERATOR: i64 = 0;

impl Call {
    /// The call of an operator, who may do everything.
    pub fn of_operator() -> Arc<Self> {
        let caller = Caller {
            user_id: OPERATOR,
            deleted: false,
            permissions: [EVERY].into_iter().collect(),
            credential: Credential::new(CredentialKind::AccessToken, OPERATOR, None, None),
        };
        Arc::new(Self {
            caller: Arc::new(caller),
            presented: "".into(),
            via: Api::default(),
            request_id: None,
            reason: None,
            budget: Arc::default(),
            permit: None,
            operation: None,
        })
    }

    /// Whether an operator makes it, whom events don't name.
    pub fn is_operator(&self) -> bool {
        self.caller.user_id == OPERATOR
    }

    /// The call with a reason for what it changes.
    pub fn because(self: &Arc<Self>, reason: Option<Reason>) -> Arc<Self> {
        match reason {
            Some(_) => Arc::new(Self { reason, ..Self::clone(self) }),
            None => Arc::clone(self),
        }
    }

    /// The same call for another operation, with nothing spent and no permit.
    pub fn unspent(&self) -> Arc<Self> {
        let budget = Arc::new(Budget::new(*self.budget.limits()));
        Arc::new(Self { budget, permit: None, operation: None, ..self.clone() })
    }

    /// The same call with nothing spent, and limited time in the database.
    pub fn within(&self, time: Duration) -> Arc<Self> {
        Arc::new(Self { budget: Arc::new(self.budget.within(time)), ..self.clone() })
    }

    /// The part that each request of the credential has. It is stored as a hash at most.
    ///
    /// Empty for tokens of an identity provider: an account's token changes every few minutes.
    pub fn secret(&self) -> &str {
        match self.credential.kind {
            CredentialKind::AccessToken | CredentialKind::ApiKey => self.presented.reveal(),
            CredentialKind::IdentityToken => "",
        }
    }
}

/// The value of a credential that was presented with a request. Its `Debug` hides it, so that no log
/// can contain it.
#[derive(Clone)]
pub struct Presented(Arc<str>);

impl Presented {
    /// The value.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Presented {
    fn from(value: &str) -> Self {
        Self(value.into())
    }
}

impl fmt::Debug for Presented {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Presented")
    }
}

named! {
    /// The APIs of the service. The names are those in events and metrics.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Api by name {
        /// GraphQL.
        Graphql = "graphql",
        /// REST, and every path outside GraphQL.
        #[default]
        Rest = "rest",
    }
}

impl Deref for Call {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}
