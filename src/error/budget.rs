//! The budgets of a request, and errors of those that exceed one.

use std::time::Duration;

/// A request exceeds a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetExceeded {
    /// The budget.
    pub budget: Exceeded,
    /// The largest amount that passes, of time in milliseconds. `None`: it was not counted.
    pub allowed: Option<u64>,
    /// How much the request needed when it was refused.
    pub needed: Option<u64>,
    /// What is wrong, and how to ask for less.
    pub message: String,
}

named! {
    /// The budgets of a request, by the names of their settings.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Exceeded by name {
        /// Bytes of the response.
        ResponseBytes = "max-response-bytes",
        /// Rows that the database may have to read.
        Rows = "max-rows",
        /// How long the database may work.
        DatabaseTime = "max-database-time",
        /// Bytes that the server holds.
        HeldBytes = "max-held-bytes",
    }
}

named! {
    /// What the server holds bytes for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Traffic by name {
        /// Requests that are not read to their end.
        Requests = "requests",
        /// Responses that are not sent yet.
        Responses = "responses",
        /// Subscriptions that have not ended.
        Subscriptions = "subscriptions",
    }
}

impl Traffic {
    /// How to have fewer bytes held.
    const fn less(self) -> &'static str {
        match self {
            Self::Requests => "send fewer at once, and each without pauses",
            Self::Responses => {
                "read the earlier ones, ask for fewer at once, or for fewer fields or smaller pages"
            }
            Self::Subscriptions => "end some",
        }
    }
}

impl Exceeded {
    /// An amount in the unit of the setting.
    fn amount(self, amount: u64) -> String {
        match self {
            Self::DatabaseTime => format!("{} s", Duration::from_millis(amount).as_secs_f64()),
            Self::ResponseBytes | Self::Rows | Self::HeldBytes => amount.to_string(),
        }
    }

    /// How to ask for less.
    const fn advice(self) -> &'static str {
        match self {
            Self::ResponseBytes => "select fewer fields or smaller pages",
            Self::Rows => "ask for fewer counts, searches and filters without an index at once",
            Self::HeldBytes => "send and ask for fewer at once",
            Self::DatabaseTime => {
                "ask for fewer counts, searches, nested lists and filters without an index at once"
            }
        }
    }
}

impl BudgetExceeded {
    /// A budget that is exceeded by what a request needs.
    pub fn new(budget: Exceeded, allowed: u64, needed: u64) -> Self {
        let (name, less) = (budget.name(), budget.advice());
        let (most, amount) = (budget.amount(allowed), budget.amount(needed));
        let message =
            format!("The request needs {amount}, more than {name} allows ({most}): {less}");
        Self { budget, allowed: Some(allowed), needed: Some(needed), message }
    }

    /// The bytes held of an account are too many.
    pub fn of_account(of: Traffic, allowed: u64, needed: u64) -> Self {
        let past = "of this account take more than its share of max-held-bytes";
        Self::of_traffic(of, past, "", allowed, needed)
    }

    /// The bytes held of all accounts are too many.
    pub fn of_all(of: Traffic, allowed: u64, needed: u64) -> Self {
        let past = "of all accounts take more than max-held-bytes";
        Self::of_traffic(of, past, "try again, or ", allowed, needed)
    }

    fn of_traffic(of: Traffic, past: &str, advice: &str, allowed: u64, needed: u64) -> Self {
        let (budget, name, less) = (Exceeded::HeldBytes, of.name(), of.less());
        let message =
            format!("The {name} {past}, which is {allowed}, with {needed}: {advice}{less}");
        Self { budget, allowed: Some(allowed), needed: Some(needed), message }
    }

    /// The database ended a statement that worked too long.
    pub(super) fn of_time() -> Self {
        let budget = Exceeded::DatabaseTime;
        let (name, less) = (budget.name(), budget.advice());
        let message = format!("The database worked longer than {name} allows: {less}");
        Self { budget, allowed: None, needed: None, message }
    }
}
