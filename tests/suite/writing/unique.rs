//! D18: unique fields, over live and deleted records.

use reinstate::{
    kinds::registered,
    resources::{KeyKind, Resource, TargetState},
};
use serde_json::{Value as Json, json};

use super::{APIS, LONG_AGO, act, ask, errors, values};
use crate::{
    authorisation::fixture_row,
    support::{TestApp, apply, each_engine, fixture},
};

/// The kinds with a unique field, and that field.
fn kinds() -> Vec<(&'static Resource, &'static str)> {
    let unique = |kind: &'static Resource| {
        let inputs = &kind.create.as_ref()?.inputs;
        inputs.iter().find(|input| input.unique).map(|input| (kind, input.name))
    };
    let kinds: Vec<_> = registered().iter().filter_map(unique).collect();
    assert_eq!(kinds.len(), 3, "locales, currencies and users");
    kinds
}

/// To those who may see it the message names a deleted record that has a value; to others it is taken
/// like a live one's (D9, D26).
#[apply(each_engine!)]
async fn a_value_is_taken_by_live_and_by_deleted_records(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
    for (kind, field) in kinds() {
        let valid = |number| values(&kind.create.as_ref().unwrap().inputs, number);
        let row = |id: i64, number: i64, deleted: bool| {
            let mut row = fixture_row(kind, id, 1, deleted);
            row[field] = valid(number)[field].clone();
            row
        };
        let rows = [row(50, 50, false), row(51, 51, true), row(52, 52, false)];
        app.load(fixture(kind.table.name, rows)).await;
        let permission = |verb: &str| match verb {
            "create" => kind.create.as_ref().unwrap().permission.all,
            _ => kind.update.as_ref().unwrap().permission.all,
        };
        let seen = [kind.view.all, kind.restore.as_ref().unwrap().permission.all];
        // The column and the value of the deleted record's key.
        let shown = match kind.key {
            KeyKind::Uuid => format!("uuid {}", crate::support::uuid(51)),
            _ => "id 51".to_owned(),
        };
        let plain = "has already been taken".to_owned();
        for verb in ["create", "update", "replace"] {
            let act = act(verb, kind).unwrap();
            let is_new = act.1.target == TargetState::New;
            let mut key = row(52, 52, false)[kind.key_column].clone();
            if is_new {
                key = Json::Null;
            }
            let blind = [permission(verb)];
            let half = [permission(verb), seen[1]];
            let full = [permission(verb), seen[0], seen[1]];
            let callers: [(&[&str], String); 3] = [
                (&blind, plain.clone()),
                (&half, plain.clone()),
                (&full, format!("is taken by a deleted record, with the {shown}")),
            ];
            for api in APIS {
                for (permissions, of_deleted) in &callers {
                    let token = app.token("caller1@example.com", Some(permissions)).await;
                    for (number, message) in
                        [(50, "has already been taken"), (51, of_deleted.as_str())]
                    {
                        let body = valid(number);
                        let response = ask(&app, api, &token, &act, &key, &body).await;
                        let errors = errors(api, &response, &[]);
                        assert_eq!(json!(errors), json!({ field: [message] }), "{}", act.0);
                    }
                }
                if !is_new {
                    // Its own value is not taken.
                    let response = ask(&app, api, &admin, &act, &key, &valid(52)).await;
                    assert!(response.status == 200 && response.error().is_none(), "{}", act.0);
                }
            }
        }
    }
}

/// Addresses and codes are taken in any case of ASCII letters (D31, D32).
#[apply(each_engine!)]
async fn a_value_is_taken_in_another_case(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let mut ignoring_case = 0;
    for (kind, field) in kinds() {
        let inputs = &kind.create.as_ref().unwrap().inputs;
        if !inputs.iter().any(|it| it.name == field && it.unique_ignoring_case()) {
            continue;
        }
        ignoring_case += 1;
        let row = |id: i64, deleted: bool| {
            let mut row = fixture_row(kind, id, 1, deleted);
            row[field] = values(inputs, id)[field].clone();
            row
        };
        app.load(fixture(kind.table.name, [row(50, false), row(51, true), row(52, false)])).await;
        for verb in ["create", "update", "replace"] {
            let act = act(verb, kind).unwrap();
            let key = match act.1.target {
                TargetState::New => Json::Null,
                _ => row(52, false)[kind.key_column].clone(),
            };
            for api in APIS {
                for (number, message) in [
                    (50, "has already been taken"),
                    (51, "is taken by a deleted record, with the "),
                ] {
                    let mut body = values(inputs, number);
                    body[field] = json!(body[field].as_str().unwrap().to_uppercase());
                    let response = ask(&app, api, &token, &act, &key, &body).await;
                    let errors = errors(api, &response, &[]);
                    let case = format!("{} {body}: {}", act.0, response.text);
                    assert_eq!(errors.keys().collect::<Vec<_>>(), [field], "{case}");
                    let first = errors[field][0].as_str().unwrap();
                    assert!(first.starts_with(message), "{case}");
                }
            }
        }
    }
    assert_eq!(ignoring_case, 2, "locales and users");
}

/// Restoring the record that has the value works by the key in the message.
#[apply(each_engine!)]
async fn the_deleted_record_can_be_restored_instead(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let row = json!({ "id": 5, "uuid": crate::support::uuid(5), "email": "erin@example.com",
        "deleted_at": LONG_AGO });
    app.load(fixture("users", [row])).await;
    let body = json!({ "email": "erin@example.com" });
    let refused = app.rest("POST", "/api/v1/users", Some(&token), Some(&body)).await.expect(422);
    let message = refused.body["errors"]["email"][0].as_str().unwrap();
    let uuid = message.rsplit(' ').next().unwrap();
    let path = format!("/api/v1/users/{uuid}/restore");
    app.rest("POST", &path, Some(&token), None).await.expect(200);
    let refused = app.rest("POST", "/api/v1/users", Some(&token), Some(&body)).await.expect(422);
    assert_eq!(refused.body["errors"]["email"], json!(["has already been taken"]));
}
