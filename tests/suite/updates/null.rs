//! D14 and D15: explicit null. How it differs from an omitted field is in `graphql::variables`.

use serde_json::Value as Json;

use super::change;
use crate::{
    change::{Kind, Outcome, UpdateApi},
    support::{TestApp, apply, each_engine},
};

/// D14, D15, D17: null clears nullable fields and is refused for all others, alone and at once, through
/// each API.
#[apply(each_engine!)]
async fn null_clears_nullable_fields(app: TestApp, token: String) {
    let mut id = 1_000;
    for via in UpdateApi::ALL {
        for kind in Kind::ALL {
            let fields = kind.fields(0);
            for sent in fields.chunks(1).chain([&fields[..]]) {
                id += 1;
                let record = kind.load_one(&app, id, 1).await;
                let body: Json = sent.iter().map(|it| (it.name.to_owned(), Json::Null)).collect();
                let case = format!("{via:?} {kind:?} {body}");
                let firm: Vec<&str> =
                    sent.iter().filter(|it| !it.nullable).map(|it| it.name).collect();
                let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
                if !firm.is_empty() {
                    assert_eq!(outcome, Outcome::invalid(firm), "{case}");
                    continue;
                }
                assert_eq!(outcome, Outcome::Done, "{case}");
                assert_eq!(record.stored(&app).await[sent[0].name], Json::Null, "{case}");
            }
        }
    }
}
