//! D14, D29: omitted fields.

use serde_json::Value as Json;

use super::{change, differing};
use crate::{
    change::{Kind, Outcome, UpdateApi},
    support::{TestApp, apply, each_engine},
};

/// Bodies of one field each, of none and of all: PUT resets omitted fields to their defaults, as its
/// GraphQL counterpart does; PATCH and updates by GraphQL keep them.
#[apply(each_engine!)]
async fn omitted_fields_are_reset_or_kept(app: TestApp, token: String) {
    let mut id = 1_000;
    for (via, kind) in UpdateApi::ALL.into_iter().flat_map(|via| Kind::ALL.map(|kind| (via, kind)))
    {
        let count = kind.fields(0).len();
        for sent in (0..count).map(|place| place..place + 1).chain([0..0, 0..count]) {
            id += 1;
            let record = kind.load_one(&app, id, 1).await;
            let before = record.stored(&app).await;
            let fields = kind.fields(id);
            let given = fields[sent.clone()].iter();
            let body: Json = given.map(|it| (it.name.to_owned(), it.other.clone())).collect();
            let case = format!("{via:?} {kind:?} {body}");
            let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
            assert_eq!(outcome, Outcome::Done, "{case}");
            let after = record.stored(&app).await;
            for (place, field) in fields.iter().enumerate() {
                let expected = match &field.default {
                    _ if sent.contains(&place) => &field.other,
                    Some(default) if via.is_put() => default,
                    _ => &field.stored,
                };
                assert_eq!(after[field.name], *expected, "{case}: {}", field.name);
            }
            let differing = differing(&before, &after, &case);
            let is_writable = |name: &&str| fields.iter().any(|field| field.name == *name);
            assert!(differing.iter().all(is_writable), "{case}: {differing:?}");
            let written = !sent.is_empty() || via.is_put();
            assert_eq!(after["version"], if written { 2 } else { 1 }, "{case}");
        }
    }
}
