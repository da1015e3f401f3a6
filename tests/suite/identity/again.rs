//! A request with an `Idempotency-Key`, sent again with a later token.

use reinstate::identity::By;
use serde_json::json;

use super::{EC, ED, claims, with_accounts};
use crate::{
    call::FACES,
    idempotency::{is_replayed, send},
    support::{TestApp, apply, each_engine, uuid},
};

/// The tokens of an account are one caller, since each is another after minutes; those of another
/// account are not.
#[apply(each_engine!)]
async fn a_later_token_is_answered_the_same(app: TestApp) {
    with_accounts(&app, By::Either).await;
    app.execute(
        "INSERT INTO user_permissions (user_id, permission) VALUES (1, 'notifications.send')",
    )
    .await;
    let first = EC.sign(&claims(json!({ "jti": "first" })));
    let later = ED.sign(&claims(json!({ "jti": "later" })));
    let another = EC.sign(&claims(json!({ "sub": uuid(4) })));
    for (face, key) in FACES.into_iter().zip(["a", "b"]) {
        let answer = send(&app, face, &first, key, "Storm").await;
        assert!(!is_replayed(&answer), "{}", answer.text);
        let again = send(&app, face, &later, key, "Storm").await;
        assert!(is_replayed(&again), "{face:?}: {}", again.text);
        assert_eq!(again.text, answer.text, "{face:?}");
        assert!(!is_replayed(&send(&app, face, &another, key, "Storm").await), "{face:?}");
    }
    assert_eq!(app.count("notifications").await, 2);
}
