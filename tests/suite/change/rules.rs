//! D17 and D18 as a table: a value for a field, and whether it is valid.

use serde_json::Value as Json;

use super::{
    Kind::{self, ApiKey, Locale, Notification},
    values::{
        Values, booleans, choices, codes, integers, links, objects, permissions, texts, timestamps,
    },
};

/// Whether a value is valid for its field.
#[derive(Clone, Debug, PartialEq)]
pub enum Validity {
    /// Stored as it is.
    Fits,
    /// Stored as this.
    As(Json),
    /// Answered with 422 by both APIs.
    Breaks,
    /// Of another type: 422 in REST, BAD_REQUEST in GraphQL (D13).
    Mistyped,
}

pub struct Rule {
    pub kind: Kind,
    pub field: &'static str,
    pub value: Json,
    pub fit: Validity,
}

/// Every rule for a single value. The caller holds every permission.
pub fn rules() -> Vec<Rule> {
    let fields: [(Kind, &str, Values); 16] = [
        (Locale, "code", codes()),
        (Locale, "name", texts(255)),
        (Locale, "native_name", texts(255)),
        (Locale, "sort_order", integers()),
        (Locale, "is_active", booleans()),
        (ApiKey, "name", texts(255)),
        (ApiKey, "expires_at", timestamps()),
        (ApiKey, "permissions", permissions()),
        (ApiKey, "metadata", objects()),
        (ApiKey, "is_active", booleans()),
        (Notification, "type", choices()),
        (Notification, "title", texts(255)),
        (Notification, "message", texts(65_535)),
        (Notification, "action_url", links()),
        (Notification, "metadata", objects()),
        (Notification, "is_active", booleans()),
    ];
    let rules = |(kind, field, values): (Kind, &'static str, Values)| {
        values.into_iter().map(move |(value, fit)| Rule { kind, field, value, fit })
    };
    fields.into_iter().flat_map(rules).collect()
}
