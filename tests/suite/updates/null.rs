//! D14 and D15: explicit null, and how it differs from an omitted field in GraphQL.

use serde_json::{Value as Json, json};

use super::{change, differing};
use crate::{
    call::Api,
    change::{Kind, Outcome, UpdateApi, outcome},
    support::{TestApp, apply, each_engine},
};

/// D14, D15: null clears nullable fields and is refused for all others, through each API.
#[apply(each_engine!)]
async fn null_clears_nullable_fields(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let mut id = 1_000;
    for via in UpdateApi::ALL {
        for kind in Kind::ALL {
            for place in 0..kind.fields(0).len() {
                id += 1;
                let record = kind.load_one(&app, id, 1).await;
                let field = kind.fields(id).remove(place);
                let case = format!("{via:?} {kind:?} {}", field.name);
                let body = json!({ field.name: null });
                let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
                let expected = match field.nullable {
                    true => Outcome::Done,
                    false => Outcome::invalid([field.name]),
                };
                assert_eq!(outcome, expected, "{case}");
                if field.nullable {
                    assert_eq!(record.stored(&app).await[field.name], Json::Null, "{case}");
                }
            }
        }
    }
}

/// D15, D17: all invalid nulls are reported at once.
#[apply(each_engine!)]
async fn invalid_nulls_are_reported_together(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        for kind in Kind::ALL {
            let record = kind.load_one(&app, 1_000 * place, 1).await;
            let fields = kind.fields(0);
            let mut body = json!({});
            for field in &fields {
                body[field.name] = Json::Null;
            }
            let case = format!("{via:?} {kind:?}");
            let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
            let firm = fields.iter().filter(|field| !field.nullable).map(|field| field.name);
            assert_eq!(outcome, Outcome::invalid(firm), "{case}");
        }
    }
}

/// D14: an omitted variable changes nothing, a null one clears.
#[apply(each_engine!)]
async fn an_omitted_variable_is_not_null(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let nullable = [
        (Kind::Locale, "native_name", "nativeName", "String"),
        (Kind::ApiKey, "expires_at", "expiresAt", "DateTime"),
        (Kind::ApiKey, "metadata", "metadata", "JSONObject"),
        (Kind::Notification, "action_url", "actionUrl", "String"),
        (Kind::Notification, "metadata", "metadata", "JSONObject"),
    ];
    let mut id = 1_000;
    for (kind, name, input, ty) in nullable {
        // Next to another field and alone; as an input field's value, and in the whole input as a
        // variable.
        let field = format!(", $value: {ty}");
        let whole = format!(", $changes: {}Changes!", kind.operation().type_name());
        let beside = format!("{{ {input}: $value, isActive: true }}");
        let alone = format!("{{ {input}: $value }}");
        let literal = format!("{{ {input}: null }}");
        let cases = [
            (&field, &beside, json!({}), false, vec!["is_active"]),
            (&field, &alone, json!({}), false, vec![]),
            (&field, &beside, json!({ "value": null }), true, vec!["is_active", name]),
            (&field, &alone, json!({ "value": null }), true, vec![name]),
            (&whole, &"$changes".to_owned(), json!({ "changes": {} }), false, vec![]),
            (
                &whole,
                &"$changes".to_owned(),
                json!({ "changes": { input: null } }),
                true,
                vec![name],
            ),
            (&String::new(), &literal, json!({}), true, vec![name]),
        ];
        for (declared, changes, variables, clears, changed) in cases {
            id += 1;
            let record = kind.load_one(&app, id, 1).await;
            let before = record.stored(&app).await;
            let case = format!("{kind:?} {changes} with {variables}");

            let response = record
                .mutate(&app, UpdateApi::Graphql, Some(&token), declared, changes, variables)
                .await;

            let outcome = outcome(Api::Graphql, &response, &case);
            assert_eq!(outcome, Outcome::Done, "{case}: {}", response.body);
            let after = record.stored(&app).await;
            let mut differing = differing(&before, &after, &case);
            differing.sort_unstable();
            let mut changed = changed;
            changed.sort_unstable();
            assert_eq!(differing, changed, "{case}");
            assert_eq!(after[name] == Json::Null, clears, "{case}");
        }
    }
}
