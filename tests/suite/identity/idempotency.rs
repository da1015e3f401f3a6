//! An idempotent request repeated with a later token of the identity provider.

use reinstate::auth::jwt::By;
use serde_json::json;

use super::{EC, ED, claims, with_accounts};
use crate::{
    call::APIS,
    idempotency::{is_replayed, send},
    support::{TestApp, apply, each_engine, uuid},
};

/// All tokens of an account are one caller, since each lasts minutes; those of another account are
/// not.
#[apply(each_engine!)]
async fn a_later_token_gets_the_stored_response(app: TestApp) {
    with_accounts(&app, By::Either).await;
    app.execute(
        "INSERT INTO user_permissions (user_id, permission) VALUES (1, 'notifications.send')",
    )
    .await;
    let first = EC.sign(&claims(json!({ "jti": "first" })));
    let later = ED.sign(&claims(json!({ "jti": "later" })));
    let another = EC.sign(&claims(json!({ "sub": uuid(4) })));
    for (api, key) in APIS.into_iter().zip(["a", "b"]) {
        let response = send(&app, api, &first, key, "Storm").await;
        assert!(!is_replayed(&response), "{}", response.text);
        let again = send(&app, api, &later, key, "Storm").await;
        assert!(is_replayed(&again), "{api:?}: {}", again.text);
        assert_eq!(again.text, response.text, "{api:?}");
        assert!(!is_replayed(&send(&app, api, &another, key, "Storm").await), "{api:?}");
    }
    assert_eq!(app.count("notifications").await, 2);
}
