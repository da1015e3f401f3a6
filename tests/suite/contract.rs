//! The documented operations, one row each, written from docs/reference/rest-api.md and not from the code.

use serde_json::{Value as Json, json};

/// The key that a path has for records of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    Uuid,
    Code,
    Id,
}

/// What an operation does to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Restores it; a live record is refused (`strict`) or answered unchanged.
    Restore { strict: bool },
    /// Updates it with this body.
    Update { put: bool },
}

/// One documented operation on a record.
pub struct Operation {
    pub act: Act,
    /// "Organization", as in messages and GraphQL types.
    pub title: &'static str,
    pub table: &'static str,
    pub key: KeyKind,
    /// The path, with `{}` for the key.
    pub path: &'static str,
    pub permission: &'static str,
    pub has_own: bool,
    /// Message and key around the record in the response.
    pub wrapped: Option<(&'static str, &'static str)>,
    /// The fields of the record in the response.
    pub fields: &'static str,
    /// The required fields of a fixture row.
    pub row: fn() -> Json,
    /// The body for REST, and the changes for GraphQL.
    pub body: fn() -> (Json, Json),
}

impl Operation {
    /// The GraphQL type.
    pub fn type_name(&self) -> String {
        self.title.replace("API key", "ApiKey")
    }

    /// The GraphQL field that holds a record.
    pub fn field_name(&self) -> String {
        let name = self.type_name();
        name[..1].to_lowercase() + &name[1..]
    }

    /// The GraphQL mutation.
    pub fn mutation(&self) -> String {
        match self.act {
            Act::Restore { .. } => format!("restore{}", self.type_name()),
            Act::Update { .. } => format!("update{}", self.type_name()),
        }
    }

    pub fn method(&self) -> &'static str {
        match self.act {
            Act::Restore { .. } => "POST",
            Act::Update { put: true } => "PUT",
            Act::Update { put: false } => "PATCH",
        }
    }

    /// Whether a refusal looks like a missing record (D7).
    pub fn conceals(&self) -> bool {
        self.table == "users"
    }

    /// The message for a missing record.
    pub fn missing(&self) -> String {
        match self.act {
            Act::Restore { .. } => format!("{} not found", self.title),
            Act::Update { .. } => "Not Found".to_owned(),
        }
    }

    /// The names of the response's fields.
    pub fn names(&self) -> Vec<&'static str> {
        self.fields.split(' ').collect()
    }
}

fn nothing() -> (Json, Json) {
    (json!({}), json!({}))
}

macro_rules! restores {
    ($(
        $title:literal $table:literal $key:ident $strict:literal
        $path:literal $permission:literal $own:literal
        $wrapped:expr, $fields:literal $row:tt
    )+) => {
        [$(Operation {
            act: Act::Restore { strict: $strict },
            title: $title,
            table: $table,
            key: KeyKind::$key,
            path: $path,
            permission: $permission,
            has_own: $own,
            wrapped: $wrapped,
            fields: $fields,
            row: || json!($row),
            body: nothing,
        }),+]
    };
}

/// All restores (docs/reference/rest-api.md).
pub fn restores() -> Vec<Operation> {
    restores! {
        "Integration" "integrations" Uuid true
            "/api/v1/integrations/{}/restore" "integrations.restore" true
            None, "id uuid name type is_active deleted_at user"
            { "name": "Feed", "type": "webhook" }
        "Locale" "locales" Code true
            "/api/v1/admin/locales/{}/restore" "locales.restore" false
            None, "id code name native_name sort_order is_active deleted_at created_at updated_at"
            { "name": "English" }
        "Currency" "currencies" Code true
            "/api/v1/currencies/{}/restore" "currencies.restore" false
            None, "id code name symbol is_active deleted_at"
            { "name": "Euro", "symbol": "€" }
        "Organization" "organizations" Uuid false
            "/api/v1/organizations/{}/restore" "organizations.restore" true
            Some(("Organization restored", "organization")),
            "id uuid organization_name is_active deleted_at"
            { "organization_name": "Mills" }
        "Application" "applications" Uuid false
            "/api/v1/applications/{}/restore" "applications.restore" true
            Some(("Application restored", "application")),
            "id uuid title is_active deleted_at"
            { "title": "Planner" }
        "Customer" "customers" Uuid false
            "/api/v1/customers/{}/restore" "customers.restore" true
            Some(("Customer restored", "customer")),
            "id uuid company_name is_active deleted_at"
            { "company_name": "Lantern" }
        "Content" "contents" Uuid false
            "/api/v1/contents/{}/restore" "content.restore" true
            Some(("Content restored", "content")),
            "id uuid title is_active deleted_at"
            { "title": "Mooring" }
        "Report" "reports" Uuid false
            "/api/v1/reports/{}/restore" "reports.restore" true
            Some(("Report restored", "report")),
            "id uuid title is_active deleted_at"
            { "title": "Arrivals" }
        "Translation" "translations" Id false
            "/api/v1/admin/translations/{}/restore" "translations.restore" false
            None, "id key locale value group is_active deleted_at"
            { "key": "undo", "locale": "en", "value": "Undo", "group": "buttons" }
        "User" "users" Uuid false
            "/api/v1/users/{}/restore" "users.restore" true
            Some(("User restored", "user")),
            "id uuid email is_active deleted_at"
            {}
        "Notification" "notifications" Uuid true
            "/api/v1/notifications/{}/restore" "notifications.restore" true
            None, "id uuid title is_active deleted_at user sender"
            { "type": "info", "title": "Hello", "message": "There" }
    }
    .into()
}

/// All updates, each by PUT and by PATCH (docs/reference/rest-api.md).
pub fn updates() -> Vec<Operation> {
    let update = |put| {
        [
            Operation {
                act: Act::Update { put },
                title: "Locale",
                table: "locales",
                key: KeyKind::Code,
                path: "/api/v1/admin/locales/{}",
                permission: "locales.update",
                has_own: false,
                wrapped: None,
                fields: "id code name native_name sort_order is_active updated_at",
                row: || json!({ "name": "English" }),
                body: || (json!({ "native_name": "new" }), json!({ "nativeName": "new" })),
            },
            Operation {
                act: Act::Update { put },
                title: "API key",
                table: "api_keys",
                key: KeyKind::Uuid,
                path: "/api/v1/api-keys/{}",
                permission: "api.keys.update",
                has_own: true,
                wrapped: None,
                fields: "id uuid name expires_at is_active updated_at",
                row: || json!({ "name": "Feed" }),
                body: || {
                    let sent = "2030-01-01T00:00:00+01:00";
                    (json!({ "expires_at": sent }), json!({ "expiresAt": sent }))
                },
            },
            Operation {
                act: Act::Update { put },
                title: "Notification",
                table: "notifications",
                key: KeyKind::Uuid,
                path: "/api/v1/notifications/{}",
                permission: "notifications.update",
                has_own: true,
                wrapped: None,
                fields: "id uuid title message is_active updated_at",
                row: || json!({ "type": "info", "title": "Hello", "message": "There" }),
                body: || (json!({ "title": "new" }), json!({ "title": "new" })),
            },
        ]
    };
    [true, false].into_iter().flat_map(update).collect()
}
