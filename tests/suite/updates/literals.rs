//! D13 and D17: literals that GraphQL's types refuse, in documents without variables.

use serde_json::json;

use crate::{
    call::Api,
    change::{Kind, Outcome, UpdateApi, outcome},
    support::{TestApp, apply, each_engine},
};

/// Changes as GraphQL literals, and whether their types accept them.
const CASES: [(Kind, &str, bool); 21] = [
    (Kind::Locale, "{ sortOrder: 2147483647 }", true),
    (Kind::Locale, "{ sortOrder: 2147483648 }", false),
    (Kind::Locale, "{ sortOrder: 1.5 }", false),
    (Kind::Locale, r#"{ sortOrder: "5" }"#, false),
    (Kind::Locale, "{ name: 5 }", false),
    (Kind::Locale, "{ name: ENGLISH }", false),
    (Kind::Locale, "{ isActive: 1 }", false),
    (Kind::Locale, r#"{ isActive: "true" }"#, false),
    (Kind::Locale, r#"{ sort_order: 5 }"#, false),
    (Kind::ApiKey, r#"{ expiresAt: "2030-01-02T03:04:05+01:00" }"#, true),
    (Kind::ApiKey, r#"{ expiresAt: "soon" }"#, false),
    (Kind::ApiKey, "{ expiresAt: 1900000000 }", false),
    (Kind::ApiKey, "{ metadata: { a: [1, null, true] } }", true),
    (Kind::ApiKey, "{ metadata: [] }", false),
    (Kind::ApiKey, r#"{ metadata: "{}" }"#, false),
    (Kind::ApiKey, "{ permissions: [1] }", false),
    (Kind::ApiKey, "{ permissions: [null] }", false),
    (Kind::Notification, "{ type: INFO }", true),
    (Kind::Notification, r#"{ type: "INFO" }"#, false),
    (Kind::Notification, "{ type: info }", false),
    (Kind::Notification, "{ type: NOTICE }", false),
];

/// D13, D17: malformed scalars, wrong numbers and names are BAD_REQUEST, and change nothing.
#[apply(each_engine!)]
async fn types_are_checked_first(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (id, (kind, changes, fits)) in (1_000..).zip(CASES) {
        let record = kind.load_one(&app, id, 1).await;
        let before = record.stored(&app).await;
        let case = format!("{kind:?} {changes}");
        let response =
            record.mutate(&app, UpdateApi::Graphql, Some(&token), "", changes, json!({})).await;
        let expected = if fits { Outcome::Done } else { Outcome::refused("BAD_REQUEST") };
        assert_eq!(outcome(Api::Graphql, &response, &case), expected, "{case}: {}", response.body);
        assert_eq!(record.stored(&app).await != before, fits, "{case}");
    }
}
