//! Records created concurrently. `inbox/sending.rs` has those that are sent.

use std::sync::Arc;

use serde_json::json;

use super::{REQUESTS, run_concurrently};
use crate::{
    change::graphql_input,
    support::{TestApp, apply, described, each_engine_threaded},
    writing::values,
};

/// D18: a unique value is taken once, through both APIs.
#[apply(each_engine_threaded!)]
async fn a_unique_value_is_taken_once(app: TestApp, token: String) {
    let app = Arc::new(app);
    for kind in described() {
        let create = kind.create.as_ref().unwrap();
        if !create.inputs.iter().any(|input| input.unique) {
            continue;
        }
        let rows = app.count(kind.table.name).await;
        let body = values(&create.inputs, 1);
        let outcomes = run_concurrently(&app, REQUESTS, |app, number| {
            let (token, body) = (token.clone(), body.clone());
            async move {
                if number % 2 == 0 {
                    let response = app.rest("POST", kind.path, Some(&token), Some(&body)).await;
                    return response.status.as_u16();
                }
                let (name, ty) = (format!("create{}", kind.name), kind.name);
                let query = format!(
                    "mutation($input: Create{ty}Input!) {{ {name}(input: $input) {{ __typename }} }}"
                );
                let input = json!({ "input": graphql_input(&body) });
                let response = app.graphql(Some(&token), &query, input).await;
                match response.error() {
                    None => 201,
                    Some(("VALIDATION_FAILED", _)) => 422,
                    Some(other) => panic!("{other:?}"),
                }
            }
        })
        .await;
        let created = outcomes.iter().filter(|status| **status == 201).count();
        assert!(created == 1 && outcomes.iter().all(|it| [201, 422].contains(it)), "{outcomes:?}");
        assert_eq!(app.count(kind.table.name).await, rows + 1, "{}", kind.name);
    }
}
