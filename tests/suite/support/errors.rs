//! Compares the errors that operations answered with those that the table names.

use std::collections::BTreeSet;

use reinstate::{
    actions::{Act, actions},
    api::graphql::sdl,
    auth::Api,
    error::Code,
    telemetry::metrics::Metrics,
};

/// The codes that the descriptions of `Query` and `Mutation` name for every field.
fn common() -> BTreeSet<&'static str> {
    let sdl = sdl();
    let sentences = sdl.lines().filter(|line| line.contains("Any field can also fail with"));
    let words =
        sentences.flat_map(|line| line.split(|c: char| !c.is_ascii_uppercase() && c != '_'));
    let words: BTreeSet<&str> = words.collect();
    let known = Code::ALL.map(Code::as_str).into_iter();
    known.filter(|code| words.contains(code)).collect()
}

/// The API, operation and outcome of a line such as
/// `reinstate_operations_total{api="rest",operation="restoreLocale",outcome="NOT_FOUND"} 1`.
fn counted(line: &str) -> Option<[&str; 3]> {
    let labels = line.strip_prefix("reinstate_operations_total{")?.split_once('}')?.0;
    let value = |name: &str| {
        let label = labels.split(',').find_map(|label| label.strip_prefix(name))?;
        label.strip_prefix("=\"")?.strip_suffix('"')
    };
    Some([value("api")?, value("operation")?, value("outcome")?])
}

/// The operations of the table that failed with an error that neither their entry nor the schema
/// names. With an idempotency key any write can be refused (docs/reference/rest-api.md).
pub fn undocumented(metrics: &Metrics, has_keys: bool) -> Vec<String> {
    let text = metrics.text().unwrap();
    let mut found = Vec::new();
    let mut common = common();
    assert!(common.len() > 3, "the schema names them: {common:?}");
    // The client disconnected and got no response.
    common.insert(Code::Cancelled.as_str());
    if has_keys {
        common.extend([Code::ValidationFailed, Code::Conflict].map(Code::as_str));
    }
    for [api, name, outcome] in text.lines().filter_map(counted) {
        let named: Vec<_> = actions().iter().filter(|action| action.name == name).collect();
        let is_documented = named.iter().any(|action| {
            let is_here = api != "rest" || action.rest().is_some();
            is_here && action.errors.iter().any(|code| code.as_str() == outcome)
        });
        // What a path names may not exist, and fields of a body have types.
        let by_rest = [Code::NotFound, Code::ValidationFailed].map(Code::as_str);
        let is_rest = api == "rest"
            && by_rest.contains(&outcome)
            && named.iter().any(|it| it.rest().is_some() && !matches!(it.act, Act::Record(_)));
        // `If-Match` holds on reads too (D38).
        let is_read = named.iter().any(|it| it.only_reads());
        let is_rest = is_rest || api == "rest" && is_read && outcome == Code::Conflict.as_str();
        let is_expected = outcome == "ok" || is_documented || is_rest || common.contains(outcome);
        if !named.is_empty() && !is_expected {
            found.push(format!("{api} {name}: {outcome}"));
        }
    }
    found
}

#[test]
fn an_undocumented_error_is_found() {
    let metrics = Metrics::new(0);
    for (api, name, outcome) in [
        (Api::Graphql, "viewer", "UNAUTHENTICATED"),
        (Api::Graphql, "viewer", "NOT_FOUND"),
        (Api::Graphql, "restoreLocale", "NOT_FOUND"),
        (Api::Rest, "restoreLocale", "NOT_FOUND"),
        (Api::Rest, "restoreLocale", "VALIDATION_FAILED"),
        (Api::Rest, "deleteLocale", "NOT_DELETED"),
        (Api::Rest, "other", "NOT_FOUND"),
    ] {
        metrics.count_operation(api, name.into(), outcome);
    }
    let mut found = undocumented(&metrics, false);
    found.sort_unstable();
    let expected = [
        "graphql viewer: NOT_FOUND",
        "rest deleteLocale: NOT_DELETED",
        "rest restoreLocale: VALIDATION_FAILED",
    ];
    assert_eq!(found, expected);
}
