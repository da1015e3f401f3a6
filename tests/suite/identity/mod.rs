//! Tokens of an identity provider: which are accepted, for whom, and how long. Every key and token
//! is created by the test.

mod idempotency;
mod refusals;
mod rotation;
mod signing;

use std::{io::Write, sync::LazyLock};

use jsonwebtoken::Algorithm;
use reinstate::auth::jwt::{By, Provider, Source};
use serde_json::{Value as Json, json};
use tempfile::NamedTempFile;

use self::signing::Signer;
use crate::support::{Response, TestApp, apply, each_engine, fixture, global_id, user, uuid, with};

const ISSUER: &str = "https://id.example.com/";
const AUDIENCE: &str = "reinstate";
/// Later than any test runs.
const LATER: u64 = 4_102_444_800;

/// The provider's keys. One RSA key serves all its algorithms.
static EC: LazyLock<Signer> = LazyLock::new(|| Signer::new("ec", Algorithm::ES256));
static P384: LazyLock<Signer> = LazyLock::new(|| Signer::new("p384", Algorithm::ES384));
static ED: LazyLock<Signer> = LazyLock::new(|| Signer::new("ed", Algorithm::EdDSA));
static RSA: LazyLock<Signer> = LazyLock::new(|| Signer::new("rsa", Algorithm::RS256));
static ANY_RSA: LazyLock<Signer> = LazyLock::new(|| Signer::new("any-rsa", Algorithm::RS256));

/// A JWKS file.
fn key_set(keys: &[Json]) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(json!({ "keys": keys }).to_string().as_bytes()).unwrap();
    file
}

/// The keys above, and two that can't verify.
fn all_keys() -> NamedTempFile {
    let mut any_rsa = ANY_RSA.public();
    any_rsa.as_object_mut().unwrap().remove("alg");
    let secret = json!({ "kty": "oct", "kid": "secret", "alg": "HS256", "k": "c2VjcmV0" });
    let mut for_encryption = EC.public();
    for_encryption["use"] = json!("enc");
    for_encryption["kid"] = json!("enc");
    let unknown = json!({ "kty": "AKP", "kid": "new", "alg": "ML-DSA-44", "pub": "AAAA" });
    let known = [&EC, &P384, &ED, &RSA].map(|signer| signer.public());
    key_set(&[&[unknown], &known[..], &[any_rsa, secret, for_encryption]].concat())
}

/// Accounts: one with all permissions, one inactive, one deleted.
async fn with_accounts(app: &TestApp, by: By) {
    let deleted =
        json!({ "deleted_at": "2020-01-01T00:00:00Z", "permissions": ["users.restore.own"] });
    let rows = [
        user(1, json!({ "permissions": ["reports.view"] })),
        user(2, json!({ "is_active": false })),
        user(3, deleted),
        user(4, json!({})),
    ];
    app.load(fixture("users", rows)).await;
    let keys = all_keys();
    let source = Source::named(keys.path().to_str().unwrap()).unwrap();
    let provider = Provider::new(
        source,
        ISSUER.to_owned(),
        vec!["other".into(), AUDIENCE.into()],
        by,
        app.state.clock.now(),
    );
    assert!(app.state.provider.set(provider.await.unwrap()).is_ok());
}

/// Valid claims for account 1.
fn claims(more: Json) -> Json {
    let claims = json!({ "iss": ISSUER, "aud": AUDIENCE, "exp": LATER, "sub": uuid(1) });
    let mut claims = with(claims, &more);
    claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    claims
}

async fn viewer(app: &TestApp, token: &str) -> Response {
    let query = "{ viewer { user { email } permissions credential { id kind name expiresAt } } }";
    app.query(token, query).await
}

/// Asserts that a token authenticates this account.
async fn assert_accepted(app: &TestApp, token: &str, account: i64, case: &str) {
    let response = viewer(app, token).await;
    let email = &response.body["data"]["viewer"]["user"]["email"];
    assert_eq!(*email, format!("a{account}@example.com"), "{case}: {}", response.text);
}

/// Asserts that a token is refused like any invalid one (D1).
async fn assert_refused(app: &TestApp, token: &str, case: &str) {
    let response = viewer(app, token).await;
    let found = (response.status.as_u16(), response.code());
    assert_eq!(found, (401, Some("UNAUTHENTICATED")), "{case}");
    let rest = app.rest("POST", "/api/v1/reports/x/restore", Some(token), None).await;
    assert_eq!((rest.status.as_u16(), rest.message()), (401, "Unauthenticated"), "{case}");
}

/// Every supported algorithm, and every form of the claims.
#[apply(each_engine!)]
async fn valid_tokens_are_accepted(app: TestApp) {
    with_accounts(&app, By::Either).await;
    use Algorithm::{PS256, PS384, PS512, RS256, RS384, RS512};
    for signer in [&*EC, &P384, &ED, &RSA] {
        assert_accepted(&app, &signer.sign(&claims(json!({}))), 1, signer.id).await;
    }
    for algorithm in [PS256, PS384, PS512, RS256, RS384, RS512] {
        let header = json!({ "alg": algorithm, "kid": ANY_RSA.id });
        let token = ANY_RSA.sign_as(algorithm, &header, &claims(json!({})));
        assert_accepted(&app, &token, 1, &format!("{algorithm:?}")).await;
    }
    let by_claims = [
        (json!({ "aud": ["somebody", AUDIENCE] }), 1),
        (json!({ "aud": "other" }), 1),
        (json!({ "exp": 4_102_444_800.75 }), 1),
        (json!({ "nbf": 1_600_000_000, "iat": 1_600_000_000 }), 1),
        (json!({ "sub": uuid(1).to_uppercase() }), 1),
        (json!({ "sub": uuid(99), "email": "a4@example.com", "email_verified": true }), 4),
        (
            json!({ "sub": "a number of theirs", "email": "a4@example.com", "email_verified": true }),
            4,
        ),
        (json!({ "sub": null, "email": "a4@example.com", "email_verified": true }), 4),
        (json!({ "sub": null, "email": "A4@Example.COM", "email_verified": true }), 4),
        (json!({ "email": "a4@example.com", "email_verified": true }), 1),
        (json!({ "email": "a4@example.com", "email_verified": false }), 1),
    ];
    for (more, account) in by_claims {
        let case = more.to_string();
        assert_accepted(&app, &EC.sign(&claims(more)), account, &case).await;
    }
    let headers = [
        json!({ "alg": "ES256", "kid": "ec" }),
        json!({ "alg": "ES256", "typ": "at+jwt", "kid": "ec" }),
        json!({ "alg": "ES256", "typ": "application/at+JWT", "kid": "ec" }),
        // The only key of this type.
        json!({ "alg": "ES256" }),
    ];
    for header in headers {
        let token = EC.sign_as(Algorithm::ES256, &header, &claims(json!({})));
        assert_accepted(&app, &token, 1, &header.to_string()).await;
    }
}

/// The credential that `viewer` shows, with the permissions of its account.
#[apply(each_engine!)]
async fn a_token_acts_as_its_account(app: TestApp) {
    with_accounts(&app, By::Either).await;
    let response = viewer(&app, &EC.sign(&claims(json!({ "exp": LATER })))).await;
    let expected = json!({
        "user": { "email": "a1@example.com" },
        "permissions": ["reports.view"],
        "credential": { "id": null, "kind": "IDENTITY_TOKEN", "name": ISSUER,
            "expiresAt": "2100-01-01T00:00:00.000000Z" },
    });
    assert_eq!(response.data()["viewer"], expected);
    // Own tokens still work.
    let own = app.token("a1@example.com", None).await;
    assert_accepted(&app, &own, 1, "an access token").await;
    let key = json!({ "id": 9, "user_id": 1, "name": "a", "key": "a.b.c",
        "permissions": ["reports.view"] });
    app.load(fixture("api_keys", [key])).await;
    assert_accepted(&app, "a.b.c", 1, "a key with two dots").await;
}

/// D2: a deleted account may restore itself, with this credential as with any other.
#[apply(each_engine!)]
async fn a_deleted_account_restores_itself(app: TestApp) {
    with_accounts(&app, By::Either).await;
    let token = EC.sign(&claims(json!({ "sub": uuid(3) })));
    let query = "{ reports { nodes { title } } }";
    let refused = app.query(&token, query).await;
    assert_eq!(refused.code().unwrap(), "FORBIDDEN");
    let path = format!("/api/v1/users/{}/restore", uuid(3));
    app.rest("POST", &path, Some(&token), None).await.expect(200);
    // The event names the credential.
    let events = "record_events WHERE credential_kind = 'identity_token' AND credential_id = 3";
    assert_eq!(app.count(events).await, 1);
}

/// The claim that identifies the account is configurable.
#[apply(each_engine!)]
async fn the_account_claim_is_configurable(app: TestApp) {
    with_accounts(&app, By::Email).await;
    assert_refused(&app, &EC.sign(&claims(json!({}))), "sub alone").await;
    let both = claims(json!({ "email": "a4@example.com", "email_verified": true }));
    assert_accepted(&app, &EC.sign(&both), 4, "email before sub").await;
    let unverified = claims(json!({ "email": "a4@example.com" }));
    assert_refused(&app, &EC.sign(&unverified), "an email that nobody verified").await;
}

/// Other claims don't identify the account.
#[apply(each_engine!)]
async fn other_claims_do_not_identify_the_account(app: TestApp) {
    with_accounts(&app, By::Subject).await;
    let email = json!({ "email": "a4@example.com", "email_verified": true });
    for subject in [Json::Null, json!("unknown"), json!("a4@example.com"), json!(uuid(99))] {
        let mut more = email.clone();
        more["sub"] = subject;
        let case = more.to_string();
        assert_refused(&app, &EC.sign(&claims(more)), &case).await;
    }
    assert_accepted(&app, &EC.sign(&claims(json!({}))), 1, "sub").await;
}

/// Without a provider these tokens are refused.
#[apply(each_engine!)]
async fn without_a_provider_its_tokens_are_refused(app: TestApp) {
    app.load(fixture("users", [json!({ "id": 1, "uuid": uuid(1) , "email": "a1@example.com" })]))
        .await;
    assert_refused(&app, &EC.sign(&claims(json!({}))), "no provider").await;
}

/// Where addresses sign in, changing one takes more than `.own`; whose it is can't be taken.
#[apply(each_engine!)]
async fn addresses_that_sign_in_are_not_changed_by_their_accounts(app: TestApp) {
    with_accounts(&app, By::Email).await;
    let path = format!("/api/v1/users/{}", uuid(4));
    let admin = app.caller(9, &["*"]).await;
    for email in ["earlier@example.com", "a4@example.com"] {
        let body = json!({ "email": email });
        app.rest("PATCH", &path, Some(&admin), Some(&body)).await.expect(200);
    }
    let events = format!("/api/v1/events?record_id={}", global_id("User", 4));
    let events = app.rest("GET", &events, Some(&admin), None).await.expect(200);
    let earlier = events.body["data"][1]["id"].as_i64().unwrap();
    for (number, (held, status)) in
        [("users.update.own", 403), ("users.update", 200)].into_iter().enumerate()
    {
        app.execute("DELETE FROM user_permissions WHERE user_id = 4").await;
        let rows = format!("(4, '{held}'), (4, 'audit.view')");
        app.execute(&format!("INSERT INTO user_permissions VALUES {rows}")).await;
        let token = app.token("a4@example.com", None).await;
        let same = json!({ "email": "a4@example.com", "is_active": true });
        app.rest("PUT", &path, Some(&token), Some(&same)).await.expect(200);
        let other = json!({ "email": format!("b{number}@example.com") });
        for method in ["PATCH", "PUT"] {
            app.rest(method, &path, Some(&token), Some(&other)).await.expect(status);
        }
        let reverts = format!("/api/v1/events/{earlier}/revert");
        app.rest("POST", &reverts, Some(&token), None).await.expect(status);
        let update = |name: &str, input: &str| {
            format!(
                "mutation($uuid: UUID!, $changes: {input}!) \
                 {{ {name}(uuid: $uuid, changes: $changes) {{ user {{ email }} }} }}"
            )
        };
        let event = global_id("RecordEvent", earlier);
        for query in [
            update("updateUser", "UserChanges"),
            update("replaceUser", "UserReplacement"),
            format!("mutation {{ revert(eventId: {event:?}) {{ changedFields }} }}"),
        ] {
            let email = format!("c{}@example.com", query.len());
            let changes = json!({ "uuid": uuid(4), "changes": { "email": email } });
            let response = app.graphql(Some(&token), &query, changes).await;
            assert_eq!(response.error().is_some(), status == 403, "{}", response.text);
            if status == 403 {
                let required = &response.body["errors"][0]["extensions"]["requiredPermissions"];
                assert_eq!(*required, json!(["users.update"]), "{query}");
            }
        }
    }
}
