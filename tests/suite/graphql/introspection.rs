//! The full introspection query that tools send.

use serde_json::{Value as Json, json};

use super::load_sample_records;
use crate::support::{TestApp, apply, each_engine};

const QUERY: &str = include_str!("introspection.graphql");

/// It stays within the query limits, even without permissions, and shows every type.
#[apply(each_engine!)]
async fn the_full_introspection_query_runs(app: TestApp) {
    load_sample_records(&app).await;
    let token = app.caller(5, &[]).await;
    let body = json!({ "query": QUERY, "operationName": "IntrospectionQuery" });
    let response = app.rest("POST", "/graphql", Some(&token), Some(&body)).await.expect(200);
    let schema = &response.data()["__schema"];
    assert_eq!(schema["queryType"]["name"], json!("Query"));
    assert_eq!(schema["mutationType"]["name"], json!("Mutation"));
    assert_eq!(schema["subscriptionType"]["name"], json!("Subscription"));
    let names = |list: &Json| -> Vec<String> {
        let items = list.as_array().unwrap().iter();
        items.map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    };
    let node = schema["types"].as_array().unwrap().iter().find(|ty| ty["name"] == json!("Node"));
    // Twelve kinds of record, roles, and events.
    assert_eq!(names(&node.unwrap()["possibleTypes"]).len(), 14);
    let directives = names(&schema["directives"]);
    for name in ["permission", "rest", "skip", "include"] {
        assert!(directives.iter().any(|known| known == name), "@{name}");
    }
}

/// `__type` and `__schema` next to other fields.
#[apply(each_engine!)]
async fn introspection_can_be_combined_with_data(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = "{ __type(name: \"NotificationType\") { kind enumValues { name } } viewer \
         { permissions } \
            nothing: __type(name: \"Nothing\") { name } }";
    let response = app.query(&token, query).await;
    let values = ["INFO", "WARNING", "ERROR", "SUCCESS"].map(|name| json!({ "name": name }));
    let expected = json!({
        "__type": { "kind": "ENUM", "enumValues": values },
        "viewer": { "permissions": ["*"] },
        "nothing": null,
    });
    assert_eq!(*response.data(), expected);
}
