//! The other Rust client of GraphQL reads the schema too.

#![allow(missing_docs, dead_code, clippy::upper_case_acronyms)]

use graphql_client::GraphQLQuery;
use serde_json::json;

type DateTime = String;
type UUID = String;

#[derive(GraphQLQuery)]
#[graphql(schema_path = "schema.graphql", query_path = "tests/restore.graphql")]
struct RestoreReport;

#[derive(GraphQLQuery)]
#[graphql(schema_path = "schema.graphql", query_path = "tests/restore.graphql")]
struct Trash;

#[test]
fn its_derives_read_the_schema() -> Result<(), serde_json::Error> {
    let uuid = "67e55044-10b1-426f-9247-bb680e5fe0c8".to_owned();
    let asked = RestoreReport::build_query(restore_report::Variables { uuid, reason: None });
    assert_eq!(asked.operation_name, "RestoreReport");
    let trash: trash::ResponseData = serde_json::from_value(json!({ "trash": null }))?;
    assert!(trash.trash.is_none());
    Ok(())
}
