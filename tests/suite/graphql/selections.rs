//! Selections that the interpreter of the specification (`interpreter.rs`) doesn't cover: aliases with
//! other arguments, and payloads of mutations.

use serde_json::json;

use super::{load_sample_records, uuid};
use crate::support::{TestApp, apply, each_engine};

#[apply(each_engine!)]
async fn aliases_have_their_own_arguments(app: TestApp) {
    let token = load_sample_records(&app).await;
    let (known, unknown) = (uuid(2), uuid(9));
    let query = format!(
        "{{ one: user(uuid: {known:?}) {{ mail: email }} none: user(uuid: {unknown:?}) {{ email }} \
         notification(uuid: {:?}) {{ title: message message: title }} }}",
        uuid(1)
    );
    let expected = json!({
        "one": { "mail": "two@example.com" },
        "none": null,
        "notification": { "title": "Double your lines.", "message": "Storm" },
    });
    assert_eq!(*app.query(&token, &query).await.data(), expected);
}

/// The fields of payloads have the order of the document, including those that are loaded.
#[apply(each_engine!)]
async fn payloads_are_selected_like_records(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = format!(
        "mutation($no: Boolean!) {{ __typename r: restoreReport(uuid: \"{}\") {{ __typename \
         restored again: restored report {{ title }} report {{ ...N user {{ email }} }} \
         x: report {{ __typename }} skipped: report @include(if: $no) {{ title }} }} }} \
         fragment N on Node {{ databaseId }}",
        uuid(1)
    );
    let response = app.graphql(Some(&token), &query, json!({ "no": false })).await;
    let report = r#"{"title":"Report 1","databaseId":1,"user":{"email":"caller1@example.com"}}"#;
    let payload = format!(
        r#"{{"__typename":"RestoreReportPayload","restored":true,"again":true,"report":{report},"x":{{"__typename":"Report"}}}}"#
    );
    assert_eq!(response.text, format!(r#"{{"data":{{"__typename":"Mutation","r":{payload}}}}}"#));
}
