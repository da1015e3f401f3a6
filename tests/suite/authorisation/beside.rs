//! A refused root field is null with its error, and the fields beside it have their data.

use serde_json::json;

use super::operations::{Call, operations};
use crate::support::{TestApp, apply, each_engine};

/// Each root field, by a caller with no permission, beside a field that takes none. The root fields
/// are those of the table of operations, which is complete.
#[apply(each_engine!)]
async fn a_refusal_nulls_its_own_field_only(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let roots = operations().into_iter().filter_map(|operation| {
        let (root, name) = operation.name.split_once('.')?;
        let beside = match root {
            "Query" => "viewer { user { email } }",
            "Mutation" => "deleteMany(ids: []) { operationId }",
            _ => return None,
        };
        let Call::Graphql { query, variables } = (operation.ask)(1) else { return None };
        Some((name.to_owned(), beside, query, variables, operation.all.is_some()))
    });
    let mut refused = 0;
    for (name, beside, query, variables, takes_permission) in roots {
        let query = query.replacen('{', &format!("{{ before: {beside}"), 1);
        let end = query.rfind('}').unwrap();
        let query = format!("{} after: {beside} }}", &query[..end]);
        let response = app.graphql(Some(&token), &query, variables).await;
        let data = &response.body["data"];
        for works in ["before", "after"] {
            assert!(data[works].is_object(), "{query}: {}", response.text);
        }
        let errors: Vec<_> = response.body["errors"].as_array().into_iter().flatten().collect();
        if takes_permission {
            let [error] = errors.as_slice() else { panic!("{query}: {}", response.text) };
            assert_eq!((&error["path"], &data[&name]), (&json!([name]), &json!(null)), "{query}");
            refused += 1;
        }
        for error in errors {
            assert_eq!(error["path"], json!([name]), "{query}: {}", response.text);
            assert_eq!(data[&name], json!(null), "{query}: {}", response.text);
        }
    }
    assert!(refused > 50, "{refused} refused fields");
}
