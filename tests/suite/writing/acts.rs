//! Every kind is created, updated, replaced and deleted alike through both APIs.

use reinstate::{kinds::registered, resources::DefaultValue};
use serde_json::{Value as Json, json};

use super::{APIS, act, ask, load_locale, record, values};
use crate::{
    call::Api,
    support::{TestApp, apply, described, each_engine, names, sorted},
};

/// What differs from record to record.
const OWN: [&str; 8] =
    ["id", "uuid", "created_at", "updated_at", "deleted_at", "prefix", "last_four", "value"];

/// D6, D14, D16, D22: the records, their versions, what is shown of them, and their events.
#[apply(each_engine!)]
async fn every_kind_is_written_alike_through_both_apis(app: TestApp, token: String) {
    load_locale(&app).await;
    for kind in described() {
        let (create, update) = (kind.create.as_ref().unwrap(), kind.update.as_ref().unwrap());
        let (all, changes) = (values(&create.inputs, 7), values(&update.changes, 8));
        let required = create.inputs.iter().filter(|it| it.default_value == DefaultValue::None);
        let required = values(&required.cloned().collect::<Vec<_>>(), 9);
        let steps = [("update", &changes), ("replace", &json!({})), ("delete", &Json::Null)];
        let mut seen = Vec::new();
        for api in APIS {
            let mut records = Vec::new();
            for body in [&all, &required] {
                let create = act("create", kind).unwrap();
                let events = app.count("record_events").await;
                let created =
                    record(api, &create, &ask(&app, api, &token, &create, &Json::Null, body).await);
                assert_eq!(app.count("record_events").await, events + 1, "{}", create.0);
                for (name, value) in body.as_object().unwrap() {
                    assert!(created.get(name).is_none_or(|it| it == value), "{name}: {created}");
                }
                let column = kind.key_column;
                let mut key = created.get(column).unwrap_or(&created["id"]).clone();
                records.push(created);
                for (verb, body) in steps {
                    let act = act(verb, kind).unwrap();
                    let response = ask(&app, api, &token, &act, &key, body).await;
                    records.push(record(api, &act, &response));
                    key = changed_key(column, &key, body);
                }
                // A deleted record is not updated (D16), nor deleted again.
                for (verb, status, code) in [
                    ("update", 404, "NOT_FOUND"),
                    ("replace", 404, "NOT_FOUND"),
                    ("delete", 409, "ALREADY_DELETED"),
                ] {
                    let act = act(verb, kind).unwrap();
                    let response = ask(&app, api, &token, &act, &key, &changes).await;
                    match api {
                        Api::Rest => assert_eq!(response.status, status, "{}", response.text),
                        Api::Graphql => assert_eq!(response.error().unwrap().0, code),
                    }
                }
                let id = &records[records.len() - 4]["id"];
                app.execute(&format!("DELETE FROM {} WHERE id = {id}", kind.table.name)).await;
            }
            seen.push(records);
        }
        let whole = sorted(kind.whole());
        let [rest, graphql] = <[_; 2]>::try_from(seen).unwrap();
        for (place, (rest, mut graphql)) in rest.into_iter().zip(graphql).enumerate() {
            let expected = match place % 4 {
                // D22: what docs/reference/rest-api.md shows of a sent notification and of updates.
                0 => &kind.create.as_ref().unwrap().answer,
                1 | 2 => &kind.update.as_ref().unwrap().answer,
                _ => kind.whole_answer(),
            };
            let secret = (place % 4 == 0 && kind.credential.is_some()).then_some("value");
            let shown = expected.shows.names.iter().copied().chain(secret).collect();
            assert_eq!(sorted(names(&rest)), sorted(shown), "{}", kind.name);
            assert!(
                place % 4 != 3
                    || rest["deleted_at"].is_string() && names(&rest).len() == whole.len()
            );
            // A PUT keeps whether an account is active (D14), so that it changes nothing here (D33).
            let unchanged = usize::from(kind.name == "User" && place % 4 >= 2);
            let version = json!(place % 4 + 1 - unchanged);
            assert!(rest.get("version").is_none_or(|it| *it == version), "{rest}");
            let graphql = graphql.as_object_mut().unwrap();
            graphql.retain(|name, _| rest.get(name).is_some() && !OWN.contains(&name.as_str()));
            for (name, value) in graphql {
                assert_eq!(rest[name.as_str()], *value, "{} {place} {name}", kind.name);
            }
        }
    }
}

/// The key after a change, which may have changed it.
fn changed_key(column: &str, key: &Json, body: &Json) -> Json {
    body.get(column).unwrap_or(key).clone()
}

/// D6: a record belongs to the caller, unless the request names another account.
#[apply(each_engine!)]
async fn records_belong_to_the_caller_or_to_whom_it_names(app: TestApp) {
    let (admin, own) = (app.caller(1, &["*"]).await, app.caller(2, &["reports.create.own"]).await);
    let create =
        act("create", registered().iter().find(|kind| kind.name == "Report").unwrap()).unwrap();
    for api in APIS {
        for (token, owner, expected) in [
            (&admin, None, Some(1)),
            (&admin, Some(2), Some(2)),
            (&own, None, Some(2)),
            (&own, Some(2), Some(2)),
            (&own, Some(1), None),
        ] {
            let mut body = json!({ "title": "Tides" });
            if let Some(owner) = owner {
                body["user_id"] = json!(owner);
            }
            let response = ask(&app, api, token, &create, &Json::Null, &body).await;
            match expected {
                Some(owner) => {
                    let record = record(api, &create, &response);
                    assert_eq!(record["user_id"], json!(owner));
                    let path = format!("/api/v1/reports/{}", record["uuid"].as_str().unwrap());
                    let location = response.headers.get("location").map(|it| it.to_str().unwrap());
                    let relative = path.trim_start_matches("/api/v1/");
                    assert_eq!(location, (api == Api::Rest).then_some(relative));
                    // An update never gives it to another account (D16).
                    let body = json!({ "title": "Ebb", "user_id": 3 - owner });
                    let admin = Some(admin.as_str());
                    app.rest("PATCH", &path, admin, Some(&body)).await.expect(200);
                    let stored = app.stored("reports", record["id"].as_i64().unwrap()).await;
                    assert_eq!(stored["user_id"], json!(owner));
                }
                None => match api {
                    Api::Rest => assert_eq!(response.status, 403),
                    Api::Graphql => assert_eq!(response.error().unwrap().0, "FORBIDDEN"),
                },
            }
        }
    }
}

/// `If-Match` applies to deletions.
#[apply(each_engine!)]
async fn a_deletion_takes_the_expected_version(app: TestApp, token: String) {
    let created = app.post(&token, "reports", &json!({ "title": "Tides" })).await.expect(201);
    let path = format!("/api/v1/{}", created.headers["location"].to_str().unwrap());
    for (tag, status) in [("\"2\"", 412), ("\"1\"", 200), ("\"2\"", 409)] {
        let response = app.ask("DELETE", &path, Some(&token), &[("if-match", tag)], "").await;
        let response = response.expect(status);
        if status == 200 {
            assert_eq!(response.version(), "2");
        }
    }
}
