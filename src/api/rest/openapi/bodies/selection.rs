//! Bodies of requests.

use serde_json::{Value as Json, json};
use utoipa::openapi::{ArrayBuilder, Object, ObjectBuilder, Type};

use crate::{
    api::rest::{
        changes::{POLICIES, WITH},
        openapi::{
            query::record_id,
            schemas::{described, types},
        },
    },
    kinds::AUDIT,
    operations::records::write::MANY,
    resources::{AccountChange, Bulk},
};

/// The body of a change of roles, grants or access tokens.
pub fn account_change(change: AccountChange) -> Json {
    match change {
        AccountChange::CreateRole => json!({ "name": "auditors", "permissions": [AUDIT.all] }),
        AccountChange::UpdateRole => json!({ "name": "administrators" }),
        AccountChange::Grant => json!({ "user_id": 2, "permissions": [AUDIT.all] }),
        AccountChange::Revoke => json!({ "user_id": 2, "roles": ["editor"] }),
        AccountChange::CreateToken => json!({ "name": "Laptop", "permissions": [AUDIT.all] }),
        _ => json!({ "user_id": 2 }),
    }
}

/// The name of the body's schema, the schema, and an example.
pub fn selection(bulk: Bulk) -> (String, Object, Json) {
    let ids = ArrayBuilder::new()
        .items(described(Type::String, "The global id of a record."))
        .max_items(Some(MANY))
        .description(Some("The global ids of the records."));
    let policies = POLICIES.map(|(name, meaning)| format!("\n- `{name}`: {meaning}"));
    let policy = format!(
        "What an error of one record means for the others; `{}` by default.\n{}",
        POLICIES[0].0,
        policies.concat()
    );
    let policy = described(Type::String, policy).enum_values(Some(POLICIES.map(|(name, _)| name)));
    let schema = ObjectBuilder::new()
        .property("ids", ids)
        .property("policy", policy)
        .required("ids")
        .description(Some("The records to change."));
    let example = json!({ "ids": [record_id()] });
    if bulk != Bulk::Restore {
        return ("RecordSelection".to_owned(), schema.build(), example);
    }
    let (name, meaning) = WITH;
    let with =
        format!("Which deleted records come back too; none if absent.\n\n- `{name}`: {meaning}");
    let with = described(Type::String, with)
        .schema_type(types(Type::String, true))
        .enum_values(Some([json!(name), Json::Null]));
    ("RecordsToRestore".to_owned(), schema.property("with", with).build(), example)
}
