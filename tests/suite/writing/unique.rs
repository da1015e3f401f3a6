//! D18: unique fields, over live and deleted records.

use reinstate::{
    kinds::registered,
    resources::{KeyKind, Resource, TargetState},
};
use serde_json::{Value as Json, json};

use super::{APIS, act, ask, errors, values};
use crate::{
    authorisation::fixture_row,
    support::{TestApp, apply, each_engine, fixture, uuid, with},
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
async fn a_value_is_taken_by_live_and_by_deleted_records(app: TestApp, admin: String) {
    for (kind, field) in kinds() {
        let inputs = &kind.create.as_ref().unwrap().inputs;
        let valid = |number| values(inputs, number);
        // Addresses and codes of locales are taken in any case of ASCII letters (D31, D32).
        let ignores_case = inputs.iter().any(|it| it.name == field && it.unique_ignoring_case());
        assert_eq!(ignores_case, kind.name != "Currency");
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
            KeyKind::Uuid => format!("uuid {}", uuid(51)),
            _ => "id 51".to_owned(),
        };
        let plain = "has already been taken".to_owned();
        for verb in ["create", "update", "replace"] {
            let act = act(verb, kind).unwrap();
            let is_new = act.1.target == TargetState::New;
            let own = row(52, 52, false)[kind.key_column].clone();
            let key = if is_new { Json::Null } else { own };
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
                        let upper = body[field].as_str().unwrap().to_uppercase();
                        let upper = with(body.clone(), json!({ field: upper }));
                        for body in [Some(body), ignores_case.then_some(upper)].iter().flatten() {
                            let response = ask(&app, api, &token, &act, &key, body).await;
                            let errors = errors(api, &response, &[]);
                            assert_eq!(json!(errors), json!({ field: [message] }), "{}", act.0);
                        }
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
