//! D14: what a field that is left out becomes.

use serde_json::{Value as Json, json};

use super::differing;
use crate::{
    change::{Kind, Verdict, Way, verdict},
    support::{TestApp, apply, each_engine},
};

/// Changes records of every kind with bodies of one field each, or none, and holds every field of
/// the stored rows against what it must have become.
async fn change_one_field(app: &TestApp, way: Way) {
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
            let case = format!("{way:?} {kind:?} {body}");

            let reply = record.change(app, way, Some(&token), &body).await;

            assert_eq!(verdict(way.face(), &reply, &case), Verdict::Done, "{case}: {}", reply.body);
            let after = record.stored(app).await;
            for (place, field) in fields.iter().enumerate() {
                let expected = match &field.default {
                    _ if sent == Some(place) => &field.other,
                    Some(default) if way == Way::Put => default,
                    _ => &field.stored,
                };
                assert_eq!(after[field.name], *expected, "{case}: {}", field.name);
            }
            let writable: Vec<&str> = fields.iter().map(|field| field.name).collect();
            let differing = differing(&before, &after, &case);
            assert!(differing.iter().all(|name| writable.contains(name)), "{case}: {differing:?}");
            let written = sent.is_some() || way == Way::Put;
            assert_eq!(after["version"], if written { 2 } else { 1 }, "{case}");
        }
    }
}

/// D14: PUT takes a field that is left out back to its default, where it has one.
#[apply(each_engine!)]
async fn put_resets(app: TestApp) {
    change_one_field(&app, Way::Put).await;
}

/// D14: PATCH changes what is sent and nothing else.
#[apply(each_engine!)]
async fn patch_keeps(app: TestApp) {
    change_one_field(&app, Way::Patch).await;
}

/// D14: GraphQL changes what is sent and nothing else.
#[apply(each_engine!)]
async fn graphql_keeps(app: TestApp) {
    change_one_field(&app, Way::Graphql).await;
}

/// D14: a whole body says it all, by each way.
#[apply(each_engine!)]
async fn a_whole_body_is_stored_whole(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, way) in (1..).zip(Way::ALL) {
        for kind in Kind::ALL {
            let id = 1_000 * place;
            let record = kind.load_one(&app, id, 1).await;
            let mut body = json!({});
            for field in kind.fields(id) {
                body[field.name] = field.other;
            }
            let case = format!("{way:?} {kind:?}");
            let reply = record.change(&app, way, Some(&token), &body).await;
            assert_eq!(verdict(way.face(), &reply, &case), Verdict::Done, "{case}: {}", reply.body);
            let after = record.stored(&app).await;
            for field in kind.fields(id) {
                assert_eq!(after[field.name], field.other, "{case}: {}", field.name);
            }
        }
    }
}
