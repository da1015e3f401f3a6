//! The kinds that can be updated, field by field: D14, D15 and docs/reference/rest-api.md.

use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::{
    contract::{Operation, updates},
    support::{TestApp, fixture},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Locale,
    ApiKey,
    Notification,
}

/// A writable field.
pub struct Field {
    pub name: &'static str,
    /// The value in records that [`Kind::load`] stores: never the default that PUT resets it to.
    pub stored: Json,
    /// Another valid value.
    pub other: Json,
    /// What PUT sets when the field is omitted; `None`: it keeps its value.
    pub default: Option<Json>,
    /// Whether null clears it (D15).
    pub nullable: bool,
}

/// A stored record.
#[derive(Clone, Debug)]
pub struct Record {
    pub kind: Kind,
    pub id: i64,
    pub key: String,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Locale, Self::ApiKey, Self::Notification];

    /// Its update operation in the contract.
    pub fn operation(self) -> Operation {
        let table = match self {
            Self::Locale => "locales",
            Self::ApiKey => "api_keys",
            Self::Notification => "notifications",
        };
        updates().into_iter().find(|operation| operation.table == table).unwrap()
    }

    /// The writable fields of the record with this id.
    pub fn fields(self, id: i64) -> Vec<Field> {
        let field = |name, stored, other, default: Option<Json>| {
            let nullable = default == Some(Json::Null);
            Field { name, stored, other, default, nullable }
        };
        // PUT keeps it, although it has a default.
        let kept = |field: Field| Field { default: None, ..field };
        let null = || Some(Json::Null);
        match self {
            Self::Locale => vec![
                field("code", json!(format!("en-x-{id}")), json!(format!("pt-x-{id}")), None),
                field("name", json!("English"), json!("Portuguese"), None),
                field("native_name", json!("Englisch"), json!("Português"), null()),
                field("sort_order", json!(7), json!(2_147_483_647), Some(json!(0))),
                field("is_active", json!(false), json!(true), Some(json!(true))),
            ],
            Self::ApiKey => vec![
                field("name", json!("Feed"), json!("Export"), None),
                kept(field(
                    "expires_at",
                    json!("2031-01-02T03:04:05.678901Z"),
                    json!("2032-01-02T03:04:05.000000Z"),
                    null(),
                )),
                field(
                    "permissions",
                    json!(["reports.view", "users.restore"]),
                    json!(["reports.view", "reports.delete"]),
                    Some(json!([])),
                ),
                field("metadata", json!({ "a": [1, null] }), json!({ "b": {} }), null()),
                kept(field("is_active", json!(false), json!(true), Some(json!(true)))),
            ],
            Self::Notification => vec![
                field("type", json!("warning"), json!("success"), None),
                field("title", json!("Hello"), json!("Good-bye"), None),
                field("message", json!("There"), json!("Here"), None),
                field("action_url", json!("/orders/1"), json!("https://example.com/a"), null()),
                field("metadata", json!({ "b": { "c": true } }), json!({}), null()),
                field("is_active", json!(false), json!(true), Some(json!(true))),
            ],
        }
    }

    /// The record with this id, which need not be stored.
    pub fn record(self, id: i64) -> Record {
        let key = match self {
            Self::Locale => format!("en-x-{id}"),
            _ => Uuid::from_u128(u128::try_from(id).unwrap()).to_string(),
        };
        Record { kind: self, id, key }
    }

    /// The row of a record with a value other than the default in every field, last updated long
    /// ago. API keys and notifications belong to the owner; account 1 is the sender.
    pub fn row(self, id: i64, owner: i64) -> Json {
        let mut row = json!({
            "id": id,
            "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-02T00:00:00Z",
        });
        for field in self.fields(id) {
            row[field.name] = field.stored;
        }
        if self != Self::Locale {
            row["uuid"] = json!(self.record(id).key);
            row["user_id"] = json!(owner);
        }
        if self == Self::Notification {
            row["sender_id"] = json!(1);
            row["is_read"] = json!(true);
            row["read_at"] = json!("2026-01-02T00:00:00Z");
        }
        row
    }

    /// Stores records with these ids.
    pub async fn load(
        self,
        app: &TestApp,
        ids: impl IntoIterator<Item = i64>,
        owner: i64,
    ) -> Vec<Record> {
        let ids: Vec<i64> = ids.into_iter().collect();
        let rows = ids.iter().map(|id| self.row(*id, owner));
        app.load(fixture(self.operation().table, rows)).await;
        ids.into_iter().map(|id| self.record(id)).collect()
    }

    /// Stores one record.
    pub async fn load_one(self, app: &TestApp, id: i64, owner: i64) -> Record {
        self.load(app, [id], owner).await.remove(0)
    }
}
