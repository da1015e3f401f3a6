//! Invalid tokens of an identity provider.

use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::Algorithm;
use reinstate::auth::jwt::By;
use serde_json::{Value as Json, json};

use super::{
    AUDIENCE, EC, ED, ISSUER, LATER, RSA, assert_accepted, assert_refused, claims,
    signing::{Signer, sign_with_secret},
    with_accounts,
};
use crate::support::{TestApp, apply, each_engine, uuid};

/// Invalid claims, one at a time.
fn wrong_claims() -> Vec<Json> {
    vec![
        json!({ "iss": "https://id.example.com" }),
        json!({ "iss": "https://elsewhere.example.com/" }),
        json!({ "iss": null }),
        json!({ "iss": "" }),
        json!({ "iss": 1 }),
        json!({ "iss": [ISSUER] }),
        json!({ "iss": [ISSUER, "https://elsewhere.example.com/"] }),
        json!({ "aud": "reinstate2" }),
        json!({ "aud": "REINSTATE" }),
        json!({ "aud": [] }),
        json!({ "aud": ["somebody"] }),
        json!({ "aud": { "reinstate": true } }),
        json!({ "aud": null }),
        json!({ "exp": 1_600_000_000 }),
        json!({ "exp": 0 }),
        json!({ "exp": -1 }),
        json!({ "exp": null }),
        json!({ "exp": LATER.to_string() }),
        json!({ "exp": [LATER] }),
        json!({ "exp": true }),
        json!({ "exp": 1e300 }),
        json!({ "exp": u64::MAX }),
        json!({ "nbf": LATER }),
        json!({ "nbf": "1600000000" }),
        json!({ "nbf": 1e300 }),
        json!({ "sub": null }),
        json!({ "sub": "" }),
        json!({ "sub": 1 }),
        json!({ "sub": "1" }),
        json!({ "sub": ["a1@example.com"] }),
        json!({ "sub": "A1@example.com" }),
        // D27: an address identifies an account as a verified `email` only.
        json!({ "sub": "a1@example.com" }),
        json!({ "sub": "a1@example.com", "email_verified": true }),
        json!({ "sub": null, "email": "a1@example.com" }),
        json!({ "sub": uuid(99), "email": "a1@example.com" }),
        json!({ "sub": null, "email": "a1@example.com", "email_verified": "true" }),
        json!({ "sub": uuid(99) }),
        json!({ "sub": uuid(2) }),
        json!({ "sub": "a1@example.com\u{0}" }),
        json!({ "sub": null, "email": "a2@example.com", "email_verified": true }),
        json!({ "sub": null, "email": "a1@example.com", "email_verified": false }),
        json!({ "sub": null, "email": "a1@example.com", "email_verified": "false" }),
        json!({ "sub": null, "email": "a1@example.com", "email_verified": 1 }),
        json!({ "sub": null, "email": "' OR 1 = 1 --", "email_verified": true }),
    ]
}

/// Invalid headers of a token that is signed by the right key.
fn wrong_headers() -> Vec<Json> {
    vec![
        json!({ "alg": "ES256", "kid": "unknown" }),
        json!({ "alg": "ES256", "kid": "enc" }),
        json!({ "alg": "ES256", "kid": "rsa" }),
        json!({ "alg": "ES256", "kid": "" }),
        json!({ "alg": "ES256", "kid": "../../../dev/null" }),
        json!({ "alg": "ES256", "kid": 1 }),
        json!({ "alg": "ES256", "kid": "ec", "crit": ["b64"], "b64": true }),
        json!({ "alg": "ES256", "kid": "ec", "crit": [] }),
        json!({ "alg": "ES256", "kid": "ec", "typ": "logout+jwt" }),
        json!({ "alg": "ES256", "kid": "ec", "typ": "dpop+jwt" }),
        json!({ "alg": "ES384", "kid": "ec" }),
        json!({ "alg": "EdDSA", "kid": "ec" }),
        json!({ "alg": "RS256", "kid": "ec" }),
        json!({ "alg": "none", "kid": "ec" }),
        json!({ "alg": "NONE" }),
        json!({ "alg": "es256", "kid": "ec" }),
        json!({ "alg": ["ES256"], "kid": "ec" }),
        json!({ "kid": "ec" }),
        json!([]),
        json!("ES256"),
    ]
}

#[apply(each_engine!)]
async fn invalid_claims_are_refused(app: TestApp) {
    with_accounts(&app, By::Either).await;
    for more in wrong_claims() {
        let case = more.to_string();
        assert_refused(&app, &EC.sign(&claims(more)), &case).await;
    }
    for not_claims in [json!([]), json!("a"), json!(null)] {
        assert_refused(&app, &EC.sign(&not_claims), &not_claims.to_string()).await;
    }
    assert_accepted(&app, &EC.sign(&claims(json!({}))), 1, "none is off").await;
}

#[apply(each_engine!)]
async fn invalid_headers_are_refused(app: TestApp) {
    with_accounts(&app, By::Either).await;
    for header in wrong_headers() {
        let token = EC.sign_as(Algorithm::ES256, &header, &claims(json!({})));
        assert_refused(&app, &token, &header.to_string()).await;
    }
    // Two keys of the set verify RS256: `kid` is required.
    let unnamed = RSA.sign_as(Algorithm::RS256, &json!({ "alg": "RS256" }), &claims(json!({})));
    assert_refused(&app, &unnamed, "no kid").await;
    // A key for one algorithm verifies no other.
    let other = json!({ "alg": "PS256", "kid": "rsa" });
    let token = RSA.sign_as(Algorithm::PS256, &other, &claims(json!({})));
    assert_refused(&app, &token, "PS256 with a key for RS256").await;
}

/// Forged signatures: other keys with the provider's key ids, public keys used as secrets, keys in
/// the token itself, no signature.
#[apply(each_engine!)]
async fn forged_signatures_are_refused(app: TestApp) {
    with_accounts(&app, By::Either).await;
    let claims = claims(json!({}));
    let forger = Signer::new("ec", Algorithm::ES256);
    let mut brings = forger.header();
    brings["jwk"] = forger.public();
    let mut refers = forger.header();
    refers["jku"] = json!("http://127.0.0.1:9/keys");
    let mut unnamed_key = brings.clone();
    unnamed_key["kid"] = json!("mine");
    for header in [forger.header(), brings, refers, unnamed_key] {
        let token = forger.sign_as(Algorithm::ES256, &header, &claims);
        assert_refused(&app, &token, &header.to_string()).await;
    }
    let public = RSA.public();
    let secrets = ["", "secret", ISSUER, AUDIENCE, public["n"].as_str().unwrap()];
    for (kid, secret) in ["rsa", "any-rsa", "ec", "secret", "mine"].into_iter().zip(secrets) {
        for secret in [secret.as_bytes(), b"secret", public.to_string().as_bytes()] {
            let header = json!({ "alg": "HS256", "kid": kid });
            let token = sign_with_secret(secret, &header, &claims);
            assert_refused(&app, &token, &format!("HS256 {kid}")).await;
        }
    }
    let good = ED.sign(&claims);
    let (signed, signature) = good.rsplit_once('.').unwrap();
    let (header, _) = signed.split_once('.').unwrap();
    let forged = BASE64URL_NOPAD.encode(json!({ "sub": uuid(4) }).to_string().as_bytes());
    let unsigned = BASE64URL_NOPAD.encode(br#"{"alg":"none"}"#);
    let tokens = [
        format!("{signed}."),
        format!("{signed}.{}", &signature[1..]),
        format!("{signed}.{signature}A"),
        format!("{signed}.{signature}="),
        format!("{signed}.{signature}.{signature}"),
        format!("{header}.{forged}.{signature}"),
        format!("{unsigned}.{}.", good.split('.').nth(1).unwrap()),
        format!("{header}..{signature}"),
        format!("..{signature}"),
        signed.to_owned(),
        "..".to_owned(),
        "eyJ".repeat(1_000),
    ];
    for token in tokens {
        assert_refused(&app, &token, &token).await;
    }
    assert_accepted(&app, &good, 1, "the token itself").await;
}
