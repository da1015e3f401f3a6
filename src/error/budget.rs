//! The budgets of a request, and errors of those that exceed one.

/// A request exceeds a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetExceeded {
    /// The budget.
    pub budget: Exceeded,
    /// The largest amount that passes; `None`: it was not counted.
    pub allowed: Option<u64>,
    /// What the request came to until it was refused.
    pub needed: Option<u64>,
    /// What is wrong, and how to ask for less.
    pub message: String,
}

/// The budgets of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceeded {
    /// Bytes of the response.
    ResponseBytes,
    /// Rows that the database may have to read.
    Rows,
    /// How long the database may work.
    DatabaseTime,
}

impl Exceeded {
    /// The name of the setting.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ResponseBytes => "max-response-bytes",
            Self::Rows => "max-rows",
            Self::DatabaseTime => "max-database-time",
        }
    }
}

impl BudgetExceeded {
    /// A budget that is exceeded by what a request needs.
    #[must_use]
    pub fn new(budget: Exceeded, allowed: u64, needed: u64) -> Self {
        let less = match budget {
            Exceeded::ResponseBytes => "select fewer fields or smaller pages",
            _ => "ask for fewer counts, searches and filters without an index at once",
        };
        let name = budget.name();
        let message =
            format!("The request is past {name}, which is {allowed}, with {needed}: {less}");
        Self { budget, allowed: Some(allowed), needed: Some(needed), message }
    }

    /// The database worked too long.
    pub(super) fn of_time() -> Self {
        let message = "The database worked longer than max-database-time allows: ask for fewer \
                       counts, searches and filters without an index at once";
        let budget = Exceeded::DatabaseTime;
        Self { budget, allowed: None, needed: None, message: message.to_owned() }
    }
}
