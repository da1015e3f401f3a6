//! D14: omitted fields.

use serde_json::{Value as Json, json};

use super::differing;
use crate::{
    change::{Kind, Outcome, UpdateApi, outcome},
    support::{TestApp, apply, each_engine},
};

/// Updates records of every kind with bodies of one field each, and none, and checks every field of
/// the stored rows.
async fn change_one_field(app: &TestApp, via: UpdateApi) {
    let token = app.caller(1, &["*"]).await;
    let mut id = 1_000;
    for kind in Kind::ALL {
        let places = kind.fields(0).len();
        for sent in (0..places).map(Some).chain([None]) {
            id += 1;
            let record = kind.load_one(app, id, 1).await;
            let before = record.stored(app).await;
            let fields = kind.fields(id);
            let body: Json =
                sent.map_or(json!({}), |place| json!({ fields[place].name: fields[place].other }));
            let case = format!("{via:?} {kind:?} {body}");

            let response = record.change(app, via, Some(&token), &body).await;

            assert_eq!(
                outcome(via.api(), &response, &case),
                Outcome::Done,
                "{case}: {}",
                response.body
            );
            let after = record.stored(app).await;
            for (place, field) in fields.iter().enumerate() {
                let expected = match &field.default {
                    _ if sent == Some(place) => &field.other,
                    Some(default) if via.is_put() => default,
                    _ => &field.stored,
                };
                assert_eq!(after[field.name], *expected, "{case}: {}", field.name);
            }
            let writable: Vec<&str> = fields.iter().map(|field| field.name).collect();
            let differing = differing(&before, &after, &case);
            assert!(differing.iter().all(|name| writable.contains(name)), "{case}: {differing:?}");
            let written = sent.is_some() || via.is_put();
            assert_eq!(after["version"], if written { 2 } else { 1 }, "{case}");
        }
    }
}

/// D14: PUT resets omitted fields to their defaults.
#[apply(each_engine!)]
async fn put_resets_omitted_fields(app: TestApp) {
    change_one_field(&app, UpdateApi::Put).await;
}

/// D29: so does its GraphQL counterpart.
#[apply(each_engine!)]
async fn replacing_resets_omitted_fields(app: TestApp) {
    change_one_field(&app, UpdateApi::Replace).await;
}

/// D14: PATCH changes the given fields only.
#[apply(each_engine!)]
async fn patch_keeps_omitted_fields(app: TestApp) {
    change_one_field(&app, UpdateApi::Patch).await;
}

/// D14: GraphQL changes the given fields only.
#[apply(each_engine!)]
async fn graphql_keeps_omitted_fields(app: TestApp) {
    change_one_field(&app, UpdateApi::Graphql).await;
}

/// D14: a body with all fields is stored completely, through each API.
#[apply(each_engine!)]
async fn a_whole_body_is_stored_completely(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        for kind in Kind::ALL {
            let id = 1_000 * place;
            let record = kind.load_one(&app, id, 1).await;
            let mut body = json!({});
            for field in kind.fields(id) {
                body[field.name] = field.other;
            }
            let case = format!("{via:?} {kind:?}");
            let response = record.change(&app, via, Some(&token), &body).await;
            assert_eq!(
                outcome(via.api(), &response, &case),
                Outcome::Done,
                "{case}: {}",
                response.body
            );
            let after = record.stored(&app).await;
            for field in kind.fields(id) {
                assert_eq!(after[field.name], field.other, "{case}: {}", field.name);
            }
        }
    }
}
