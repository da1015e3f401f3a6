//! D17 and D18 as a table: a value for a field, and whether it fits.

use serde_json::Value as Json;

use super::{
    Kind::{self, ApiKey, Locale, Notification},
    values::{Values, choices, codes, counts, flags, links, moments, objects, permissions, texts},
};

/// Whether a value fits its field.
#[derive(Clone, Debug, PartialEq)]
pub enum Fit {
    /// It is stored as it is.
    Fits,
    /// It is stored as this.
    As(Json),
    /// It is a 422 through both faces.
    Breaks,
    /// It is of another type: a 422 in REST, while GraphQL's type system speaks first (D13).
    Mistyped,
}

pub struct Rule {
    pub kind: Kind,
    pub field: &'static str,
    pub value: Json,
    pub fit: Fit,
}

/// Every rule about one value. Caller: one who holds every permission.
pub fn rules() -> Vec<Rule> {
    let fields: [(Kind, &str, Values); 16] = [
        (Locale, "code", codes()),
        (Locale, "name", texts(255)),
        (Locale, "native_name", texts(255)),
        (Locale, "sort_order", counts()),
        (Locale, "is_active", flags()),
        (ApiKey, "name", texts(255)),
        (ApiKey, "expires_at", moments()),
        (ApiKey, "permissions", permissions()),
        (ApiKey, "metadata", objects()),
        (ApiKey, "is_active", flags()),
        (Notification, "type", choices()),
        (Notification, "title", texts(255)),
        (Notification, "message", texts(65_535)),
        (Notification, "action_url", links()),
        (Notification, "metadata", objects()),
        (Notification, "is_active", flags()),
    ];
    let rules = |(kind, field, values): (Kind, &'static str, Values)| {
        values.into_iter().map(move |(value, fit)| Rule { kind, field, value, fit })
    };
    fields.into_iter().flat_map(rules).collect()
}
