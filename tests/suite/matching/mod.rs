//! Operations on the records that match a filter: the preview, what it confirms, and batches.

mod batches;
mod confirming;
mod kinds;
mod literal;

use serde_json::{Value as Json, json};
use std::time::Duration;
use tokio::time::sleep;

use crate::{
    call::Api,
    support::{Response, TestApp, escaped},
};

/// A request: the operation by its names in both APIs, and its filter in both.
#[derive(Clone, Debug)]
struct Asked {
    field: String,
    path: String,
    arguments: String,
    query: String,
}

impl Asked {
    /// An operation on the reports whose title contains a text.
    fn reports(verb: &str, title: &str) -> Self {
        Self {
            field: format!("{verb}Reports"),
            path: format!("/api/v1/{verb}/reports"),
            arguments: format!("where: {{ title: {{ contains: \"{title}\" }} }}"),
            query: format!("title[contains]={title}"),
        }
    }

    async fn send(&self, app: &TestApp, api: Api, token: &str, confirm: Option<&str>) -> Response {
        match api {
            Api::Graphql => app.query(token, &self.document(confirm)).await,
            Api::Rest => app.post_empty(token, &self.uri(confirm)).await,
        }
    }

    fn document(&self, confirm: Option<&str>) -> String {
        let confirm = confirm.map(|it| format!(", confirm: \"{it}\", reason: \"Old\""));
        let (field, arguments) = (&self.field, &self.arguments);
        let confirm = confirm.unwrap_or_default();
        format!("mutation {{ {field}({arguments}{confirm}) {{ {SHOWN} }} }}")
    }

    fn uri(&self, confirm: Option<&str>) -> String {
        let confirm = confirm.map(|it| format!("&confirm={}&reason=Old", escaped(it)));
        format!("{}?{}{}", self.path, self.query, confirm.unwrap_or_default())
    }

    async fn preview(&self, app: &TestApp, api: Api, token: &str) -> Json {
        result(&self.send(app, api, token, None).await, api, &self.field)["preview"].clone()
    }

    async fn token(&self, app: &TestApp, api: Api, token: &str) -> String {
        self.preview(app, api, token).await["token"].as_str().unwrap().to_owned()
    }

    /// The result with the token of a preview.
    async fn confirm(&self, app: &TestApp, api: Api, token: &str) -> Json {
        let confirm = self.token(app, api, token).await;
        result(&self.send(app, api, token, Some(&confirm)).await, api, &self.field)
    }
}

/// What GraphQL shows, by the names of REST.
const SHOWN: &str = "preview { token counts { kind error_code: errorCode count } \
     samples { id: databaseId } } operation_id: operationId \
     progress { state total changed refused error_code: errorCode }";

/// The result of an operation, the same from both APIs.
fn result(response: &Response, api: Api, field: &str) -> Json {
    let mut result = match api {
        Api::Graphql => response.data()[field].clone(),
        Api::Rest => response.body.clone(),
    };
    assert!(result.is_object(), "{}", response.text);
    if let Some(state) = result["progress"]["state"].as_str() {
        result["progress"]["state"] = state.to_lowercase().into();
    }
    if let Some(Json::Array(samples)) = result.pointer_mut("/preview/samples") {
        samples.iter_mut().for_each(|sample| *sample = sample["id"].clone());
    }
    for name in ["started_at", "ended_at"] {
        if let Some(progress) = result["progress"].as_object_mut() {
            progress.remove(name);
        }
    }
    result
}

fn code(response: &Response, api: Api) -> String {
    match (api, response.status.as_u16()) {
        (Api::Graphql, _) => response.code().unwrap_or_default().to_owned(),
        (Api::Rest, 400) => "BAD_REQUEST".to_owned(),
        (Api::Rest, 403) => "FORBIDDEN".to_owned(),
        (Api::Rest, 404) => "NOT_FOUND".to_owned(),
        (Api::Rest, 409) => "CONFLICT".to_owned(),
        (Api::Rest, status) => status.to_string(),
    }
}

async fn operation(app: &TestApp, token: &str, id: &Json) -> Json {
    let query = "query($id: UUID!) { operation(id: $id) { canUndo counts { kind count } actor { \
         databaseId } progress { state total changed refused errorCode endedAt } } }";
    app.graphql(Some(token), query, json!({ "id": id })).await.data()["operation"].clone()
}

/// Waits until an operation has ended, and returns it.
async fn ended(app: &TestApp, token: &str, id: &Json) -> Json {
    for _ in 0..3_000 {
        let found = operation(app, token, id).await;
        if found["progress"]["state"] != "RUNNING" {
            return found;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("{id} does not end");
}
