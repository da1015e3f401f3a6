//! Merging JSON (RFC 7396).

use serde_json::Value as Json;

use crate::operations::records::target::Fields;

/// Merges a patch into a value (RFC 7396, 2).
pub fn merge(target: Json, patch: Json) -> Json {
    let Json::Object(patch) = patch else { return patch };
    let mut fields = match target {
        Json::Object(fields) => fields,
        _ => Fields::new(),
    };
    for (name, value) in patch {
        let old = fields.remove(&name).unwrap_or_default();
        if !value.is_null() {
            fields.insert(name, merge(old, value));
        }
    }
    fields.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::merge;

    #[test]
    fn a_patch_is_merged() {
        let cases = [
            (
                json!({ "a": 1, "b": 2 }),
                json!({ "b": 3, "c": 4 }),
                json!({ "a": 1, "b": 3, "c": 4 }),
            ),
            (json!({ "a": 1, "b": 2 }), json!({ "a": null }), json!({ "b": 2 })),
            (
                json!({ "a": { "b": 1, "c": 2 } }),
                json!({ "a": { "c": null } }),
                json!({ "a": { "b": 1 } }),
            ),
            (json!({ "a": [1, 2] }), json!({ "a": [3] }), json!({ "a": [3] })),
            (json!({ "a": 1 }), json!({ "a": { "b": 2, "c": null } }), json!({ "a": { "b": 2 } })),
            (json!(null), json!({ "a": { "b": null } }), json!({ "a": {} })),
            (json!({ "a": 1 }), json!({}), json!({ "a": 1 })),
        ];
        for (target, patch, expected) in cases {
            let case = format!("{target} {patch}");
            assert_eq!(merge(target, patch), expected, "{case}");
        }
    }
}
